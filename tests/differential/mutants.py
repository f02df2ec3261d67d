"""Mutants of a middle: what a hand slips into, and what a parser may get wrong.

About half of the changes keep close to what is valid; each of the rest breaks something on purpose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.differential import tokens

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from tests.differential.pools import Pools

    # A text, the pieces of the file around it, what else there is, and what chooses; the changed text.
    Change = Callable[[str, Sequence[str], Pools, random.Random], str]

# How often a second change follows the first, and how often the whole middle is given up for a piece.
_SECOND = 0.15


def mutant(text: str, nearby: Sequence[str], pools: Pools, rng: random.Random) -> str:
    """Change a text in one or two places; the same text where the change finds no place."""
    changes = rng.choices(_CHANGES, _WEIGHTS, k=2)
    text = changes[0](text, nearby, pools, rng)
    return changes[1](text, nearby, pools, rng) if rng.random() < _SECOND else text


def _at(places: Sequence[int], text: str, pieces: list[str], rng: random.Random, new: str) -> str:
    """Replace one of the pieces that stand at some places."""
    if not places:
        return text
    pieces[rng.choice(places)] = new
    return "".join(pieces)


def _insert(text: str, piece: str, rng: random.Random) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + piece + text[at:]


def _insert_between(text: str, piece: str, rng: random.Random) -> str:
    pieces = tokens.split(text)
    pieces.insert(rng.randint(0, len(pieces)), piece)
    return "".join(pieces)


def _exchange(text: str, _: Sequence[str], pools: Pools, rng: random.Random) -> str:
    pieces = tokens.split(text)
    groups = [(at, group) for at, piece in enumerate(pieces) for group in pools.exchanges if piece in group]
    if not groups:
        return text
    at, group = rng.choice(groups)
    pieces[at] = rng.choice(group)
    return "".join(pieces)


def _word_for_word(text: str, nearby: Sequence[str], pools: Pools, rng: random.Random) -> str:
    pieces = tokens.split(text)
    new = rng.choice(nearby) if nearby and rng.random() < 0.7 else rng.choice(pools.words)
    return _at(tokens.words(pieces), text, pieces, rng, new)


def _expression(text: str, _: Sequence[str], pools: Pools, rng: random.Random) -> str:
    pieces = tokens.split(text)
    new = rng.choice(pools.expressions)
    new = f"({new})" if rng.random() < 0.2 else new
    return _at(tokens.words(pieces), text, pieces, rng, new)


def _statement(text: str, _: Sequence[str], pools: Pools, rng: random.Random) -> str:
    """A statement on a line of its own, as far in as the line that it stands before, or in place of all."""
    statement = rng.choice(pools.statements)
    places = tokens.line_starts(text)
    if not places or rng.random() < 0.1:
        return statement
    at = rng.choice(places)
    rest = text[at:]
    blanks = rest[: len(rest) - len(rest.lstrip(" \t"))]
    return text[:at] + "".join(f"{blanks}{line}\n" for line in statement.split("\n")) + rest


def _token_for_token(text: str, nearby: Sequence[str], pools: Pools, rng: random.Random) -> str:
    pieces = tokens.split(text)
    new = rng.choice(nearby) if nearby and rng.random() < 0.5 else rng.choice(pools.operators + pools.words)
    return _at(range(len(pieces)), text, pieces, rng, new)


def _new_token(text: str, nearby: Sequence[str], pools: Pools, rng: random.Random) -> str:
    new = rng.choice(nearby) if nearby and rng.random() < 0.5 else rng.choice(pools.operators + pools.words)
    return _insert_between(text, rng.choice(["", " "]) + new + rng.choice(["", " "]), rng)


def _move(text: str, _: Sequence[str], __: Pools, rng: random.Random) -> str:
    """Swap a token with its neighbour, double it, or drop it."""
    pieces = tokens.split(text)
    if not pieces:
        return text
    at = rng.randrange(len(pieces))
    pieces[at : at + 2] = rng.choice(
        [pieces[at : at + 2][::-1], [pieces[at], *pieces[at : at + 2]], pieces[at + 1 : at + 2]]
    )
    return "".join(pieces)


def _drop_sign(text: str, _: Sequence[str], pools: Pools, rng: random.Random) -> str:
    signs = rng.choice(pools.dropped)
    places = [at for at, sign in enumerate(text) if sign in signs]
    if not places:
        return text
    at = rng.choice(places)
    return text[:at] + text[at + 1 :]


def _new_sign(text: str, _: Sequence[str], pools: Pools, rng: random.Random) -> str:
    pool = rng.choice([pools.brackets, pools.quotes, pools.signs, pools.odd_signs])
    return _insert(text, rng.choice(pool), rng)


def _brackets_around(text: str, _: Sequence[str], pools: Pools, rng: random.Random) -> str:
    pieces = tokens.split(text)
    if not pieces:
        return text
    start, end = sorted((rng.randrange(len(pieces)), rng.randint(1, len(pieces))))
    opening, closing = rng.choice(pools.around)
    return "".join([*pieces[:start], opening, *pieces[start:end], closing, *pieces[end:]])


def _indentation(text: str, _: Sequence[str], pools: Pools, rng: random.Random) -> str:
    places = tokens.line_starts(text)
    if not places or not pools.indentations:
        return text
    at = rng.choice(places)
    if rng.random() < 0.5:
        return text[:at] + rng.choice(pools.indentations) + text[at:]
    rest = text[at:]
    blanks = len(rest) - len(rest.lstrip(" \t"))
    return text[:at] + rest[rng.randint(0, blanks) :]


def _space(text: str, _: Sequence[str], pools: Pools, rng: random.Random) -> str:
    pieces = tokens.split(text)
    if rng.random() < 0.5:
        return _at(tokens.gaps(pieces), text, pieces, rng, rng.choice(pools.spaces))
    return _insert_between(text, rng.choice(pools.spaces), rng)


def _line_ends(text: str, _: Sequence[str], pools: Pools, rng: random.Random) -> str:
    pieces = tokens.split(text)
    places = tokens.of_kinds(pieces, ("\n", "\r", "\r\n"))
    new = rng.choice(pools.line_ends)
    if rng.random() < 0.3:
        return "".join(new if at in places else piece for at, piece in enumerate(pieces))
    return _at(places, text, pieces, rng, new)


def _string_prefix(text: str, _: Sequence[str], pools: Pools, rng: random.Random) -> str:
    pieces = tokens.split(text)
    places = [at for at, piece in enumerate(pieces) if piece.endswith(("'", '"'))]
    if not places or not pools.prefixes:
        return text
    at = rng.choice(places)
    quotes = pieces[at].lstrip("rbftuRBFTU")
    return _at([at], text, pieces, rng, rng.choice(pools.prefixes) + quotes)


def _inside_string(text: str, _: Sequence[str], pools: Pools, rng: random.Random) -> str:
    """Something put after a quote, or anywhere."""
    places = [at + 1 for at, sign in enumerate(text) if sign in "'\"{}"]
    piece = rng.choice(pools.string_pieces)
    if not places or rng.random() < 0.4:
        return _insert(text, piece, rng)
    at = rng.choice(places)
    return text[:at] + piece + text[at:]


def _number(text: str, _: Sequence[str], pools: Pools, rng: random.Random) -> str:
    """A number, joined to what follows it or not."""
    pieces = tokens.split(text)
    new = rng.choice(pools.numbers) + rng.choice(pools.number_tails)
    return _at(tokens.words(pieces), text, pieces, rng, new)


_WEIGHTED: tuple[tuple[Change, int], ...] = (
    (_exchange, 8),
    (_word_for_word, 7),
    (_expression, 18),
    (_statement, 16),
    (_token_for_token, 4),
    (_new_token, 3),
    (_move, 5),
    (_drop_sign, 4),
    (_new_sign, 5),
    (_brackets_around, 5),
    (_indentation, 5),
    (_space, 6),
    (_line_ends, 4),
    (_string_prefix, 5),
    (_inside_string, 7),
    (_number, 3),
)
_CHANGES = [change for change, _ in _WEIGHTED]
_WEIGHTS = [weight for _, weight in _WEIGHTED]
