"""Mutants of a text of any language: its lexemes and signs are left out, doubled, exchanged and put in.

What is put in comes from the same file, from the grammar's literals, or from sentences that its rules give,
so that many of the mutants are texts of the language again.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from quoin.engine.language_check.generator import Sentences

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from quoin import Language
    from quoin.lsp_server.grammar_test.lexemes import Lexemes

    # The lexemes of a text, those of the file around it, and what chooses; the changed text.
    Change = Callable[[list[str], Sequence[str], random.Random], str]

_SECOND = 0.2
"""The probability of a second change after the first."""
_OF_FILE = 0.6
"""The probability with which what is put in comes from the same file."""
_HALF = 0.5
_MAX_TERMINALS = 6
"""The length from which on the shortest end of a sentence is taken, in terminals."""
_BLANKS = ("", " ", "  ", "\t", "\n", "\r\n", "\n\n", "\r", "\f", "\u00a0")
_SIGNS = "()[]{}<>.,;:+-*/%=!?&|^~@#$\\'\"`_0123456789abefnrtuxzAEXZé€\U00010000\x00\x7f"


class Mutants:
    """Makes mutants of texts of one language."""

    def __init__(self, language: Language, lexemes: Lexemes) -> None:
        self._language = language
        self._lexemes = lexemes
        self._changes: tuple[tuple[Change, int], ...] = (
            (self._leave_out, 5),
            (self._exchange, 5),
            (self._double, 2),
            (self._put_in, 8),
            (self._replace, 10),
            (self._sentence, 8),
            (self._blank, 6),
            (self._sign, 6),
            (self._no_sign, 4),
            (self._cut_off, 2),
        )

    def mutant(self, text: str, nearby: Sequence[str], rng: random.Random) -> str:
        """Change a text in one or two places; the same text where a change finds no place.

        Args:
            text: The text.
            nearby: Lexemes of the file around it.
            rng: What chooses.
        """
        changes, weights = zip(*self._changes, strict=True)
        for change in rng.choices(changes, weights, k=2 if rng.random() < _SECOND else 1):
            text = change(self._lexemes.split(text), nearby, rng)
        return text

    def _piece(self, nearby: Sequence[str], rng: random.Random) -> str:
        """Return a lexeme of the file, or a terminal of the grammar."""
        if nearby and rng.random() < _OF_FILE:
            return rng.choice(nearby)
        return rng.choice(self._literals) if self._literals else ""

    def _leave_out(self, lexemes: list[str], _: Sequence[str], rng: random.Random) -> str:
        at = rng.randrange(len(lexemes) or 1)
        return "".join(lexemes[:at] + lexemes[at + rng.choice((1, 1, 2, 3)) :])

    def _exchange(self, lexemes: list[str], _: Sequence[str], rng: random.Random) -> str:
        """Let two lexemes change places, most of the time with one lexeme between them at most."""
        if len(lexemes) > 1:
            first = rng.randrange(len(lexemes) - 1)
            second = rng.randrange(first + 1, min(len(lexemes), first + rng.choice((2, 3, 9))))
            lexemes[first], lexemes[second] = lexemes[second], lexemes[first]
        return "".join(lexemes)

    def _double(self, lexemes: list[str], _: Sequence[str], rng: random.Random) -> str:
        at, length = rng.randrange(len(lexemes) or 1), rng.choice((1, 1, 2, 4))
        return "".join(lexemes[: at + length] + lexemes[at:])

    def _put_in(self, lexemes: list[str], nearby: Sequence[str], rng: random.Random) -> str:
        blanks = rng.choice(("", " ")), rng.choice(("", " "))
        lexemes.insert(rng.randint(0, len(lexemes)), self._piece(nearby, rng).join(blanks))
        return "".join(lexemes)

    def _replace(self, lexemes: list[str], nearby: Sequence[str], rng: random.Random) -> str:
        places = [at for at, lexeme in enumerate(lexemes) if not lexeme.isspace()]
        if places:
            lexemes[rng.choice(places)] = self._piece(nearby, rng)
        return "".join(lexemes)

    def _sentence(self, lexemes: list[str], _: Sequence[str], rng: random.Random) -> str:
        """Put a sentence of some rule between lexemes, or in the place of one."""
        rule = rng.randrange(len(self._language.tables.rules))
        sentence = self._sentences.sentence(rule, rng, _MAX_TERMINALS)
        if sentence is not None:
            at = rng.randint(0, len(lexemes))
            lexemes[at : at + rng.choice((0, 1, 1))] = [self._sentences.text(sentence)]
        return "".join(lexemes)

    def _blank(self, lexemes: list[str], _: Sequence[str], rng: random.Random) -> str:
        """Change a blank, or put one between lexemes."""
        places = [at for at, lexeme in enumerate(lexemes) if lexeme.isspace()]
        if places and rng.random() < _HALF:
            lexemes[rng.choice(places)] = rng.choice(_BLANKS)
        else:
            lexemes.insert(rng.randint(0, len(lexemes)), rng.choice(self._between))
        return "".join(lexemes)

    def _sign(self, lexemes: list[str], nearby: Sequence[str], rng: random.Random) -> str:
        text = "".join(lexemes)
        at = rng.randint(0, len(text))
        pool = "".join(nearby) if nearby and rng.random() < _OF_FILE else _SIGNS
        return text[:at] + rng.choice(pool) + text[at:]

    def _no_sign(self, lexemes: list[str], _: Sequence[str], rng: random.Random) -> str:
        text = "".join(lexemes)
        at = rng.randrange(len(text) or 1)
        return text[:at] + text[at + 1 :]

    def _cut_off(self, lexemes: list[str], _: Sequence[str], rng: random.Random) -> str:
        at = rng.randint(0, len(lexemes))
        return "".join(lexemes[:at] if rng.random() < _HALF else lexemes[at:])

    @cached_property
    def _sentences(self) -> Sentences:
        return Sentences(self._language)

    @cached_property
    def _literals(self) -> list[str]:
        """A text of each terminal, its literal or the shortest."""
        texts = self._language.core.shortest_texts()
        return [text.decode() for text in texts if text]

    @cached_property
    def _between(self) -> list[str]:
        """Blanks, and a text of each terminal that is ignored."""
        texts = self._language.core.shortest_texts()
        ignored = [texts[number] for number in self._language.tables.ignored]
        return [*_BLANKS, *(text.decode() for text in ignored if text)]
