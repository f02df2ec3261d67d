"""Everything that can be asked of the core about two contexts; as a program, asked in a process with limits.

A case is a list of seeds for a language and a kind of input; each seed makes one text, cursor and middle.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args

import quoin
from quoin.engine import _core
from tests.differential import edits
from tests.support.limited import serve

if TYPE_CHECKING:
    from collections.abc import Callable

    from quoin.engine.languages.definition import Level

Kind = Literal["random", "mutated", "structured"]
KINDS: tuple[Kind, ...] = get_args(Kind)
LONGEST = 3000
STEPS = 12
ODD = (
    b"\0",
    b"\r",
    b"\r\n",
    b"\n",
    b"\x0c",
    b"\xff",
    b"\xc3",
    "\u2028".encode(),
    "\ufeff".encode(),
    b"\\\n",
    b"\x1a",
)


@dataclass(frozen=True)
class Subject:
    """A language as it is asked: by a version and a level, with names or without."""

    language: str
    version: str | None = None
    level: Level = "parses"
    names: bool = False


SUBJECTS = (
    *(Subject(name) for name in ("go", "java", "json", "jsonc", "lua", "sqlite")),
    *(Subject("python", version) for version in ("3.8", "3.11", "3.12", "3.14")),
    Subject("python", "3.14", "compiles", names=True),
    Subject("lua", names=True),
)


@cache
def texts(language: str) -> tuple[bytes, ...]:
    """Some real files of a language."""
    found = edits.files("json" if language == "jsonc" else language)
    return tuple(text.encode() for text in found[:60])


@cache
def pieces(language: str) -> tuple[bytes, ...]:
    """What texts of a language consist of."""
    pools = edits.POOLS["json" if language == "jsonc" else language]
    groups = (
        pools.statements,
        pools.expressions,
        pools.words,
        pools.string_pieces,
        pools.numbers,
        pools.line_ends,
    )
    found = (
        *edits.pieces("json" if language == "jsonc" else language),
        *(piece for group in groups for piece in group),
    )
    return tuple(dict.fromkeys(piece.encode() for piece in found if piece))


def text_of(language: str, kind: Kind, rng: random.Random) -> bytes:
    """A text of a kind."""
    if kind == "random":
        return _random_text(rng)[:LONGEST]
    known = pieces(language)
    if kind == "structured":
        return b"".join(
            rng.choice((b"", b" ", b"\n")) + rng.choice(known) for _ in range(rng.randint(1, 120))
        )
    text = rng.choice(texts(language))
    for _ in range(rng.randint(1, 5)):
        begin = rng.randint(0, len(text))
        end = rng.choice((begin, begin + 1, begin + rng.randint(0, 200)))
        other = rng.choice(texts(language))
        added = rng.choice(
            (b"", rng.choice(known), rng.choice(ODD), other[: rng.randint(0, 400)], rng.randbytes(2))
        )
        text = text[:begin] + added + text[end:]
    return text[: 2 * LONGEST]


def _random_text(rng: random.Random) -> bytes:
    length = rng.choice((3, 40, 400, LONGEST))
    return rng.choice(
        (
            lambda: rng.randbytes(length),
            lambda: bytes(rng.choices(range(9, 127), k=length)),
            lambda: "".join(
                map(chr, rng.choices((*range(32, 0xD800), *range(0xE000, 0x11000)), k=length))
            ).encode(),
            lambda: rng.randbytes(rng.randint(1, 4)) * length,
            lambda: bytes(rng.choices(b"()[]{}'\"`\\\n \t#/*-:;,.=", k=length)),
        )
    )()


def ask(subject: Subject, kind: Kind, seed: int) -> None:
    """Ask everything about one text; an answer that cannot be given is an exception."""
    rng = random.Random(f"{subject.language} {kind} {seed}")
    text = text_of(subject.language, kind, rng)
    cursor = rng.randint(0, len(text))
    sides = text[:cursor], text[min(len(text), cursor + rng.choice((0, 0, 0, 9))) :]
    ask_about(_loaded(subject), subject, sides, rng)


def ask_about(
    loaded: tuple[_core.Grammar, _core.Vocabulary],
    subject: Subject,
    sides: tuple[bytes, bytes],
    rng: random.Random,
) -> None:
    """Ask everything about a cursor."""
    grammar, vocabulary = loaded
    session = _core.Session(grammar, spare=rng.choice(("words", "code", "nothing")))
    names: list[bytes] | None = [b"known"] if subject.names else None
    quotient = session.quotient(*sides, names, [b"importable"])
    quotient.problem, quotient.spares(), quotient.filters_names(), quotient.size()
    state = quotient.start()
    _ask_state(state, vocabulary)
    if state.viable():
        openings = _core.Openings(state, *sides, subject.language == "python")
        _ask_guard(_core.Guard(state, rng.choice((None, openings))), vocabulary, subject, rng)
    for _ in range(STEPS):
        piece = rng.choice(pieces(subject.language))
        state.viable_prefix(piece)
        if state.accepts(piece):
            state.advance(piece)
    _ask_state(state, vocabulary)
    session.read_ahead(b"".join(sides))


def _ask_state(state: _core.State, vocabulary: _core.Vocabulary) -> None:
    state.copy().admit_all()
    questions: tuple[Callable[[], object], ...] = (
        state.member,
        state.expected,
        state.missing,
        state.still_missing,
        state.lacks_members,
        lambda: state.open_bracket(False),
        state.surroundings,
        state.is_in_word,
    )
    for question in questions:
        question()
    state.completion(200, 300, False)
    state.completion(200, 300, True)
    state.mask(vocabulary)


def _ask_guard(
    guard: _core.Guard, vocabulary: _core.Vocabulary, subject: Subject, rng: random.Random
) -> None:
    if rng.random() < 0.3:
        guard.admit(rng.choice(("one", "importable", "importables", "all")))
    numbers = b"".join(number.to_bytes(4, "little") for number in range(0, len(vocabulary), 7))
    for _ in range(STEPS):
        piece = rng.choice(pieces(subject.language))
        guard.binds(piece)
        guard.has_typed_unknown_name()
        guard.may_end_with(piece)
        if guard.accepts(piece):
            guard.advance(piece)
        else:
            guard.refusal(piece)
    guard.accepts_each(vocabulary, numbers, rng.randint(0, 2))
    guard.copy().closing(rng.random() < 0.2)
    guard.forced()
    guard.mask(vocabulary)
    guard.admitted()
    guard.unsettled_names()


@cache
def _loaded(subject: Subject) -> tuple[_core.Grammar, _core.Vocabulary]:
    language = quoin.load_language(subject.language, subject.version, level=subject.level)
    return language.core, _core.Vocabulary(tokens(subject.language))


def tokens(language: str) -> list[bytes]:
    """The tokens of a model that would know what texts of a language consist of."""
    return [*pieces(language)[:400], *(bytes([byte]) for byte in range(256)), b""]


def answer(case: Any) -> None:
    """Ask about each seed of a case."""
    subject = Subject(**case["subject"])
    for seed in case["seeds"]:
        ask(subject, case["kind"], seed)


if __name__ == "__main__":
    serve(answer)
