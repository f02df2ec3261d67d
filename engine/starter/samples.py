"""Cuts texts into left, middle and right, and lays the parts out in rows of tokens.

The odds have three reasons, found with an earlier small model. Cuts inside words
make the model guess broken words even after a blank, so few cuts are inside words.
The end of the middle is learnt late, and requested middles are short, so most
middles are the rest of a line. The left and right contexts are tokenised
separately from the middle, exactly as in completion: mostly the last tokens of
the left context are given back (token healing), and the middle begins with their
text in its usual tokens.

Infilling as a transformation of training data: Bavarian et al., "Efficient
Training of Language Models to Fill in the Middle" (2022), here in its order
suffix, prefix, middle.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from quoin.engine.model.prompt.lines import lines_forwards
from quoin.engine.starter.markers import END, MIDDLE, PREFIX, SUFFIX

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

Random = np.random.Generator
Parts = tuple[list[int], list[int], list[int]]
"""The token ids of left, middle and right."""

STARTS = {"content": 0.20, "lexeme": 0.38, "line end": 0.10, "character": 0.32}
"""The odds of the cursor's place: before a line's content, at the edge of a lexeme, at the
end of a line, or anywhere."""

ENDS = {"line": 0.60, "lexeme": 0.12, "lines": 0.16, "span": 0.08, "nothing": 0.04}
"""The odds of the middle's end: with the line, with a later lexeme of the line, with
one of the next lines, after some characters, or at once."""

RIGHTS = {"adjacent": 0.78, "outer": 0.13, "nothing": 0.09}
"""The odds of the right context: the text after the middle or, as while a text is being
written, the text after the block, or nothing at all."""

HEALED = 0.9
"""The share of rows whose left context gives back its last tokens if longer tokens begin with their text."""

GIVEN_BACK = 4
"""The maximal number of tokens that are given back."""

PLAIN = 0.08
"""The share of rows that are plain text, from left to right."""

LINES = 6
"""The maximal number of lines that a middle of several lines has after its first."""

SPAN = 100
"""The maximal number of characters of a middle that ends anywhere."""

OTHERS = 0.2
"""The share of samples whose prompt begins with an excerpt of another file of the package."""

OTHERS_SHARE = 0.25
"""The maximal share of a sample's tokens that the excerpt takes."""

LEAST_FOR_OTHERS = 64
"""The minimal number of tokens for the excerpt."""

NEAR = 4
"""The maximal distance of the other file in the list of files, in which those of a package are neighbours."""

SHORTEST = 48
"""The minimal number of tokens of a sample."""

LONG = 700
"""The minimal number of tokens of a sample for a long file, whose prompt fills the context."""

FILLING = 0.4
"""The share of such samples, as far as a row has room for them. Their lengths differ too: in rows that
are always full, a model learns where a middle ends from the length of the row."""

MIDDLE_WEIGHT = 4.0
"""The weight of a token of the middle; a token of the contexts has the weight 1."""

_LEXEME = re.compile(r"\w+|[^\w\s]")
_BLANKS = re.compile(r" *")


@dataclass(frozen=True)
class Encoder:
    """The functions of a vocabulary that samples need.

    Attributes:
        encode: returns the ids of each text.
        pieces: the text of each id, with U+FFFD for an incomplete character.
    """

    encode: Callable[[Sequence[str]], list[list[int]]]
    pieces: Sequence[str]

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """The proper beginnings of all tokens' texts."""
        return frozenset(piece[:end] for piece in self.pieces for end in range(1, len(piece)))

    @cached_property
    def known(self) -> frozenset[str]:
        """The texts of all tokens."""
        return frozenset(self.pieces)


@dataclass(frozen=True)
class Source:
    """A text whose lines are tokenised, each together with the blank lines after it, as prompts are.

    Attributes:
        text: the whole text.
        starts: the index in the text at which each line begins, and the text's length.
        at: the index in `tokens` at which each line begins, and the number of tokens.
        tokens: the ids of all lines.
        heading: the ids of the line that names the file in the prompt of another one.
        package: the package of the file.
    """

    text: str
    starts: npt.NDArray[np.int32]
    at: npt.NDArray[np.int32]
    tokens: npt.NDArray[np.uint16]
    heading: tuple[int, ...] = ()
    package: str = ""

    @classmethod
    def of(cls, text: str, encoder: Encoder, heading: str = "", package: str = "") -> Source:
        """Tokenise a text."""
        lines = [line.decode() for line in lines_forwards(text.encode())]
        *tokens, named = encoder.encode([*lines, heading])
        return cls(
            text,
            np.cumsum([0, *map(len, lines)], dtype=np.int32),
            np.cumsum([0, *map(len, tokens)], dtype=np.int32),
            np.fromiter(chain.from_iterable(tokens), np.uint16),
            tuple(named),
            package,
        )

    def before(self, end: int, count: int, encoder: Encoder) -> list[int]:
        """Return the ids of the text before `end`, at least the last `count` of them."""
        line = int(np.searchsorted(self.starts, end, side="right")) - 1
        (part,) = encoder.encode([self.text[self.starts[line] : end]])
        to = int(self.at[line])
        return [*self.tokens[max(0, to - count) : to].tolist(), *part]

    def after(self, start: int, count: int, encoder: Encoder) -> list[int]:
        """Return the ids of the text after `start`, at least the first `count` of them."""
        line = int(np.searchsorted(self.starts, start, side="left"))
        (part,) = encoder.encode([self.text[start : self.starts[line]]])
        at = int(self.at[line])
        return [*part, *self.tokens[at : at + count].tolist()]

    def excerpt(self, count: int, random: Random) -> list[int]:
        """Return the ids of the file's heading, and at most `count` ids of some of its lines."""
        first = int(random.integers(len(self.starts) - 1))
        last = int(np.searchsorted(self.at, self.at[first] + count, side="right")) - 1
        return [*self.heading, *self.tokens[self.at[first] : self.at[last]].tolist()]


@dataclass(frozen=True)
class Cut:
    """A text cut into three parts. The right part may omit the text directly after the middle."""

    left: str
    middle: str
    right: str


@dataclass(frozen=True)
class Rows:
    """A batch for one step of training, with `count` rows of `length` tokens.

    Attributes:
        inputs: the ids, of shape `(count, length)`.
        targets: the following ids, of the same shape.
        weights: the weight of each target, of shape `(count, length)`; 0 for padding.
    """

    inputs: npt.NDArray[np.int32]
    targets: npt.NDArray[np.int32]
    weights: npt.NDArray[np.float32]


def draw(odds: Mapping[str, float], random: Random) -> str:
    """Draw one key of `odds`, whose values sum to 1."""
    at = random.random()
    for key, share in odds.items():
        at -= share
        if at < 0:
            return key
    return next(iter(odds))


def cut(text: str, random: Random) -> Cut:
    """Cut `text` at a random place, by the odds of this module."""
    start = _start(text, int(random.integers(len(text))), draw(STARTS, random), random)
    end = _end(text, start, draw(ENDS, random), random)
    right = _right(text, end, draw(RIGHTS, random))
    return Cut(text[:start], text[start:end], right)


def typing_cut(text: str, random: Random, *, at_lexeme: bool) -> Cut | None:
    """Cut inside a random line so that the middle is its rest, as in an editor's request.

    Args:
        text: the whole text.
        random: the source of randomness.
        at_lexeme: whether to cut at the edge of a lexeme instead of at any character of the line.

    Returns:
        The cut, or None if the drawn line has no rest.
    """
    point = int(random.integers(len(text)))
    start = _edge(text, point, random) if at_lexeme else point
    end = _line_end(text, start)
    if end == start:
        return None
    return Cut(text[:start], text[start:end], text[end:])


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _edge(text: str, at: int, random: Random) -> int:
    """Return the start or the end of a random lexeme in the line of `at`, or `at` in a blank line."""
    lexemes = list(_LEXEME.finditer(text, _line_start(text, at), _line_end(text, at)))
    if not lexemes:
        return at
    return lexemes[int(random.integers(len(lexemes)))].span()[int(random.integers(2))]


def _start(text: str, at: int, kind: str, random: Random) -> int:
    if kind == "content":
        content = _LEXEME.search(text, _line_start(text, at), _line_end(text, at))
        return content.start() if content else at
    if kind == "lexeme":
        return _edge(text, at, random)
    if kind == "line end":
        return _line_end(text, at)
    return at


def _end(text: str, start: int, kind: str, random: Random) -> int:
    if kind == "nothing":
        return start
    if kind == "span":
        return min(len(text), start + int(random.integers(1, SPAN + 1)))
    end = _line_end(text, start)
    if kind == "lexeme":
        lexemes = list(_LEXEME.finditer(text, start, end))
        return lexemes[int(random.integers(len(lexemes)))].end() if lexemes else start
    more = 0 if kind == "line" else min(LINES, int(random.geometric(0.45)))
    if end == start:
        more = max(1, more)  # at a line's end its rest is empty, so the middle takes the next line
    for _ in range(more):
        end = _line_end(text, min(len(text), end + 1))
    return end


def _right(text: str, end: int, kind: str) -> str:
    if kind == "nothing":
        return ""
    if kind == "outer":
        end = _outer(text, end)
    return text[end:]


def _outer(text: str, at: int) -> int:
    """Return the end of the line before the next one outside the block of the line of `at`."""
    start = _line_start(text, at)
    column = _indentation(text, start)
    end = _line_end(text, at)
    while end < len(text):
        following = _line_end(text, end + 1)
        if text[end:following].strip() and _indentation(text, end + 1) < max(1, column):
            return end
        end = following
    return end


def _indentation(text: str, line: int) -> int:
    blanks = _BLANKS.match(text, line)
    return len(blanks.group()) if blanks else 0


def layout(parts: Parts, length: int, share: float, front: Sequence[int] = ()) -> list[int]:
    """Lay out the ids of left, middle and right as one row of at most `length` tokens.

    Contexts that do not fit lose the tokens farthest from the cursor. The left one
    gets `share` of the room, and the room that the right one does not need. What is in
    `front` stands before it.
    """
    left, middle, right = parts
    room = length - len(front) - len(middle) - 4
    kept = max(round(room * share), room - len(right))
    left = left[max(0, len(left) - kept) :]
    right = right[: room - len(left)]
    return [SUFFIX, *right, PREFIX, *front, *left, MIDDLE, *middle, END]


def encoded(parts: Cut, source: Source, encoder: Encoder, length: int, *, healed: bool) -> Parts:
    """Return the ids of a cut's parts, at least as many as a row of `length` tokens can hold.

    With `healed`, the last tokens of the left part are given back to the middle.
    """
    left = source.before(len(parts.left), length, encoder)
    right = source.after(len(source.text) - len(parts.right), length, encoder)
    count = healing(left, encoder) if healed else 0
    given_back = "".join(encoder.pieces[token] for token in left[len(left) - count :])
    (middle,) = encoder.encode([given_back + parts.middle])
    return left[: len(left) - count], middle, right


def healing(left: Sequence[int], encoder: Encoder) -> int:
    """Return the number of last tokens to give back, the most whose text a longer token begins with.

    No token is given back at a line end or with an incomplete character.
    """
    found, text = 0, ""
    for count in range(1, min(GIVEN_BACK, len(left)) + 1):
        piece = encoder.pieces[left[-count]]
        text = piece + text
        if piece.endswith("\n") or "\ufffd" in piece:
            break
        if text in encoder.beginnings or (count > 1 and text in encoder.known):
            found = count
    return found


class Sampler:
    """A source of batches, each drawn by a seed of its own.

    In each group, texts are drawn by their length, so that all characters are equally likely.

    Args:
        groups: the texts of each group.
        shares: the share of each group in the samples; their sum is 1.
        encoder: the vocabulary.
    """

    def __init__(self, groups: Sequence[Sequence[Source]], shares: Sequence[float], encoder: Encoder) -> None:
        self._groups = groups
        self._ends = [np.cumsum([len(source.text) for source in sources]) for sources in groups]
        self._shares = np.cumsum(shares)
        self._encoder = encoder

    def rows(self, count: int, length: int, random: Random, middle_weight: float = MIDDLE_WEIGHT) -> Rows:
        """Draw `count` rows of `length` tokens, each filled with samples of several lengths.

        Args:
            count: the number of rows.
            length: the length of a row in tokens.
            random: the source of randomness.
            middle_weight: the weight of a token of the middle; a token of the contexts has the weight 1.
        """
        ids = np.full((count, length + 1), END, dtype=np.int32)
        weights = np.zeros((count, length + 1), dtype=np.float32)
        for row in range(count):
            at = 0
            while length - at >= SHORTEST:
                room = min(length + 1 - at, _room(length, random))
                tokens, counts = self._sample(room, middle_weight, random)
                ids[row, at : at + len(tokens)] = tokens
                weights[row, at : at + len(tokens)] = counts
                at += len(tokens)
        return Rows(ids[:, :-1], ids[:, 1:], weights[:, 1:])

    def _sample(self, length: int, middle_weight: float, random: Random) -> tuple[list[int], list[float]]:
        """Return at most `length` tokens, and their weights as targets."""
        if random.random() < PLAIN:
            tokens = self._plain(length, random)
            return tokens, [1.0] * len(tokens)
        tokens = self._infilled(length, random)
        return tokens, _weights(tokens, middle_weight)

    def _source(self, random: Random) -> tuple[Sequence[Source], int]:
        """Draw a text: its group, and its index there."""
        group = int(np.searchsorted(self._shares, random.random() * self._shares[-1], side="right"))
        ends = self._ends[group]
        at = int(random.integers(ends[-1]))
        return self._groups[group], int(np.searchsorted(ends, at, side="right"))

    def _plain(self, length: int, random: Random) -> list[int]:
        group, index = self._source(random)
        source = group[index]
        line = int(np.searchsorted(source.starts, random.integers(len(source.text)), side="right")) - 1
        return [END, *source.tokens[source.at[line] :][: length - 1].tolist()]

    def _infilled(self, length: int, random: Random) -> list[int]:
        while True:
            group, index = self._source(random)
            source = group[index]
            healed = random.random() < HEALED
            parts = encoded(cut(source.text, random), source, self._encoder, length, healed=healed)
            if len(parts[1]) <= length // 3:  # otherwise hardly any context would be left
                front = _front(group, index, int(length * OTHERS_SHARE), random)
                return layout(parts, length, random.uniform(0.4, 0.9), front)


def _front(group: Sequence[Source], index: int, count: int, random: Random) -> list[int]:
    """Return an excerpt of another file of the package, mostly none, and the heading of the file itself."""
    other = index + int(random.integers(1, NEAR + 1)) * int(random.choice((-1, 1)))
    if random.random() >= OTHERS or not 0 <= other < len(group):
        return []
    source = group[index]
    room = count - len(source.heading) - len(group[other].heading)
    if room < LEAST_FOR_OTHERS or source.package != group[other].package:
        return []
    return [*group[other].excerpt(room, random), *source.heading]


def _room(length: int, random: Random) -> int:
    """Draw the greatest length of a sample in a row of `length` tokens."""
    if length > LONG and random.random() < FILLING:
        return int(random.integers(LONG, length + 1))
    return int(SHORTEST * (LONG / SHORTEST) ** random.random())


def _weights(tokens: list[int], middle_weight: float) -> list[float]:
    """Return the weights of a row's targets: 0 for a prompt's markers, which are never predicted."""
    middle = tokens.index(MIDDLE)
    return [0.0 if token in (PREFIX, SUFFIX) else 1.0 for token in tokens[:middle]] + [
        0.0,
        *[middle_weight] * (len(tokens) - middle - 1),
    ]
