"""Cuts, rows and weights, with a vocabulary of single characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quoin.engine.decoding.tokens.healing import give_back
from quoin.engine.decoding.tokens.vocabulary_index import VocabularyIndex
from quoin.engine.model.prompt.lines import lines_forwards
from quoin.engine.starter import samples
from quoin.engine.starter.markers import END, MIDDLE, PREFIX, SPELLINGS, SUFFIX

if TYPE_CHECKING:
    from collections.abc import Sequence

FIRST = len(SPELLINGS)
CHARACTERS = ["", "", "", "", *map(chr, range(128))]
ENCODER = samples.Encoder(
    lambda texts: [[FIRST + ord(character) for character in text] for text in texts], CHARACTERS
)

TEXT = """import os

def area(width, height):
    if width < 0:
        raise ValueError("width")
    return width * height


class Shape:
    sides = 4
"""


def random(seed: int = 1) -> samples.Random:
    return np.random.default_rng(seed)


def ids(text: str) -> list[int]:
    return ENCODER.encode([text])[0]


@pytest.mark.parametrize("odds", [samples.STARTS, samples.ENDS, samples.RIGHTS])
def test_odds(odds: dict[str, float]) -> None:
    assert sum(odds.values()) == pytest.approx(1.0)
    source = random()
    drawn = [samples.draw(odds, source) for _ in range(5_000)]
    for key, share in odds.items():
        assert drawn.count(key) / len(drawn) == pytest.approx(share, abs=0.03)


def places(kind: str) -> set[str]:
    """Left contexts' last lines at all starts of a kind in one line."""
    text, source = "x\n  if a:\ny\n", random()
    starts = (samples._start(text, at, kind, source) for at in range(3, 9) for _ in range(100))
    return {text[:start].rpartition("\n")[2] for start in starts}


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("content", {"  "}),
        ("lexeme", {"  ", "  if", "  if ", "  if a", "  if a:"}),
        ("line end", {"  if a:"}),
        ("character", {" ", "  ", "  i", "  if", "  if ", "  if a"}),
    ],
)
def test_starts(kind: str, expected: set[str]) -> None:
    assert places(kind) == expected


def middles(kind: str, text: str) -> set[str]:
    """Middles of a kind that begin at the cursor in `text`."""
    left, right = text.split("█")
    source = random()
    ends = (samples._end(left + right, len(left), kind, source) for _ in range(500))
    return {(left + right)[len(left) : end] for end in ends}


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("nothing", "a█b\n", {""}),
        ("line", "a = █b + c\nd\n", {"b + c"}),
        ("line", "a = █b + c", {"b + c"}),
        ("line", "if a:█\n  b\nc\n", {"\n  b"}),
        ("line", "a█\n", {"\n"}),
        ("line", "a█", {""}),
        ("lexeme", "a = █b + c\nd\n", {"b", "b +", "b + c"}),
        ("lexeme", "a█\nd\n", {""}),
        ("lines", "a█b\nc\nd\n", {"b\nc", "b\nc\nd", "b\nc\nd\n"}),
        ("span", "a█bcd", {"b", "bc", "bcd"}),
    ],
)
def test_ends(kind: str, text: str, expected: set[str]) -> None:
    assert middles(kind, text) == expected


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("nothing", "a█b\n", ""),
        ("adjacent", "a█b\n", "b\n"),
        ("outer", "def f():\n  a█\n  b\n\n  c\nd\n", "\nd\n"),
        ("outer", "def f():\n  if a:\n    b█\n  c\nd\n", "\n  c\nd\n"),
        ("outer", "def f():\n  a█\n  b", ""),
        ("outer", "a█\nb\n", "\nb\n"),
    ],
)
def test_rights(kind: str, text: str, expected: str) -> None:
    left, right = text.split("█")
    assert samples._right(left + right, len(left), kind) == expected


@given(st.text(st.sampled_from("ab1_ .(:\n"), min_size=1), st.integers(0, 2**32))
def test_a_cut_is_of_the_text(text: str, seed: int) -> None:
    found = samples.cut(text, random(seed))
    assert text.startswith(found.left + found.middle)
    assert text.endswith(found.right)
    assert len(found.left + found.middle + found.right) <= len(text)


@given(st.text(st.sampled_from("ab1_ .(:\n"), min_size=1), st.integers(0, 2**32), st.booleans())
def test_a_typing_cut_is_the_rest_of_a_line(text: str, seed: int, at_lexeme: bool) -> None:
    found = samples.typing_cut(text, random(seed), at_lexeme=at_lexeme)
    if found is not None:
        assert found.left + found.middle + found.right == text
        assert found.middle
        assert "\n" not in found.middle
        assert found.right[:1] in {"", "\n"}


@pytest.mark.parametrize(
    ("length", "share", "left", "right"),
    [
        (20, 0.5, "abcdef", "uvwxyz"),  # all of it fits
        (12, 0.5, "def", "uvw"),
        (12, 1.0, "abcdef", ""),
        (12, 0.0, "", "uvwxyz"),
        (15, 0.2, "def", "uvwxyz"),  # the left gets what the right leaves
        (6, 0.5, "", ""),
    ],
)
def test_layout(length: int, share: float, left: str, right: str) -> None:
    row = samples.layout((ids("abcdef"), ids("mm"), ids("uvwxyz")), length, share)
    assert row == [SUFFIX, *ids(right), PREFIX, *ids(left), MIDDLE, *ids("mm"), END]


WORDS = (" item", "return", "()\n", "xabcdef")


@pytest.mark.parametrize(
    ("left", "healed", "kept", "middle"),
    [
        ("for ", True, "for", " item"),
        ("for ", False, "for ", "item"),
        ("a ret", True, "a ", "retitem"),
        ("a retu", True, "a ", "retuitem"),
        ("a retur", True, "a retu", "ritem"),  # more tokens than are ever given back
        ("a x", True, "a ", "xitem"),
        ("a z", True, "a z", "item"),  # no longer token begins so
        ("f(", True, "f", "(item"),
        ("f()", True, "f", "()item"),
        ("r\n", True, "r\n", "item"),
        ("", True, "", "item"),
    ],
)
def test_giving_back(left: str, healed: bool, kept: str, middle: str) -> None:
    encoder = samples.Encoder(ENCODER.encode, [*CHARACTERS, *WORDS])
    source = samples.Source.of(f"{left}item\n", encoder)
    parts = samples.encoded(samples.Cut(left, "item", "\n"), source, encoder, 100, healed=healed)
    assert parts == (ids(kept), ids(middle), ids("\n"))


def test_half_a_character_is_not_given_back() -> None:
    encoder = samples.Encoder(lambda texts: [list(text.encode()) for text in texts], ["\ufffd"] * 256)
    source = samples.Source.of("éa", encoder)
    parts = samples.encoded(samples.Cut("é", "a", ""), source, encoder, 100, healed=True)
    assert parts == (list("é".encode()), [ord("a")], [])


def test_what_is_given_back_is_what_the_server_gives_back() -> None:
    pieces = [b"", b"", b"", b"", *(character.encode() for character in CHARACTERS[FIRST:])]
    pieces += [word.encode() for word in WORDS]
    index = VocabularyIndex(pieces, {END})
    encoder = samples.Encoder(ENCODER.encode, [piece.decode() for piece in pieces])
    for left in ("for ", "a ret", "a retur", "a x", "a z", "f(", "f()", "r\n", "xabc", " i", ""):
        kept, _ = give_back(ids(left), left.encode(), pieces, index)
        assert len(kept) == len(left) - samples.healing(ids(left), encoder), left


class WholeLines:
    """A vocabulary in which each text is one token."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def encode(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the number of each text that is not empty."""
        self.texts += [text for text in texts if text and text not in self.texts]
        return [[self.texts.index(text)] if text else [] for text in texts]

    def spelt(self, tokens: Sequence[int]) -> list[str]:
        """Return the texts of tokens."""
        return [self.texts[token] for token in tokens]


@given(st.text(st.sampled_from("ab \n\t"), min_size=1), st.integers(0, 2**32), st.integers(1, 9))
def test_contexts_are_tokenised_line_by_line_as_prompts_are(text: str, seed: int, length: int) -> None:
    vocabulary = WholeLines()
    encoder = samples.Encoder(vocabulary.encode, [])
    source, found = samples.Source.of(text, encoder), samples.cut(text, random(seed))
    after = vocabulary.spelt(source.after(len(text) - len(found.right), length, encoder))
    lines = [line.decode() for line in lines_forwards(found.right.encode())]
    if found.right and not found.right.isspace():
        assert after[1:] == lines[1:][: len(after) - 1]
    assert "".join(after) == found.right or len(after) >= length
    before = vocabulary.spelt(source.before(len(found.left), length, encoder))
    assert "".join(before) == found.left or len(before) >= length
    assert found.left.endswith("".join(before))


def test_rows() -> None:
    rows = sampler([TEXT, "x = 1\n"]).rows(200, 96, random())
    assert rows.inputs.shape == rows.targets.shape == rows.weights.shape == (200, 96)
    assert (rows.inputs[:, 1:] == rows.targets[:, :-1]).all()
    assert set(rows.inputs[:, 0].tolist()) == {SUFFIX, END}
    for targets, weights in zip(rows.targets.tolist(), rows.weights.tolist(), strict=True):
        assert all(
            weight == 0 for target, weight in zip(targets, weights, strict=True) if target in {PREFIX, MIDDLE}
        )
        if MIDDLE in targets:
            check_infilled(targets, weights)


def sampler(*groups: list[str], shares: Sequence[float] = (1.0,)) -> samples.Sampler:
    sources = [[samples.Source.of(text, ENCODER, "# name\n", "one") for text in texts] for texts in groups]
    return samples.Sampler(sources, shares, ENCODER)


def check_infilled(targets: list[int], weights: list[float]) -> None:
    prefix = targets.index(PREFIX)
    middle = targets.index(MIDDLE, prefix)
    end = targets.index(END, middle)
    assert set(weights[prefix + 1 : middle]) <= {1.0}
    assert set(weights[middle + 1 : end + 1]) == {samples.MIDDLE_WEIGHT}
    spelt = "".join(CHARACTERS[token] for token in targets[prefix + 1 : end]).rpartition("# name\n")[2]
    assert spelt in TEXT or spelt in "x = 1\n"


def test_the_same_seed_gives_the_same_rows() -> None:
    first, second, other = (sampler([TEXT]).rows(8, 64, random(seed)).inputs.tolist() for seed in (3, 3, 4))
    assert first == second
    assert first != other


@pytest.mark.parametrize("shares", [(1.0, 0.0), (0.0, 1.0), (0.7, 0.3)])
def test_shares_of_groups(shares: tuple[float, float]) -> None:
    found, source = sampler(["aaaa", "aa"], ["bb"], shares=shares), random()
    texts = [group[index].text for group, index in (found._source(source) for _ in range(2_000))]
    assert texts.count("bb") / len(texts) == pytest.approx(shares[1], abs=0.05)
    if shares[0]:
        assert texts.count("aaaa") / texts.count("aa") == pytest.approx(2, rel=0.2)  # by length


def test_rows_hold_samples_of_several_lengths() -> None:
    rows = sampler([TEXT * 20]).rows(100, 1024, random(), 9.0)
    lengths = set()
    for targets, weights in zip(rows.targets.tolist(), rows.weights.tolist(), strict=True):
        starts = [at for at, token in enumerate(targets) if token == MIDDLE]
        for start in starts:
            end = targets.index(END, start)
            assert set(weights[start + 1 : end + 1]) == {9.0}
            lengths.add(end)
        assert all(weights[at] == 0 for at in starts)
    assert len(lengths) > 100  # a middle's end cannot be told by its place in the row
    assert (rows.inputs == MIDDLE).sum() > 120


def test_other_files_stand_before_the_left_side_under_their_names() -> None:
    texts = [TEXT * 9, "".join(f"y = {number}\n" for number in range(200))]
    rows = sampler(texts * 5).rows(300, 1024, random()).inputs.tolist()
    prompts = [
        "".join(CHARACTERS[token] for token in row[row.index(PREFIX) :]) for row in rows if PREFIX in row
    ]
    with_others = [prompt for prompt in prompts if prompt.startswith("# name\n")]
    assert 0.05 < len(with_others) / len(prompts) < 0.25
    for prompt in with_others:
        other, _, _ = prompt.removeprefix("# name\n").partition("# name\n")
        assert other in TEXT * 9 or other in texts[1]


def test_no_file_of_another_package_stands_in_a_prompt() -> None:
    sources = [samples.Source.of(text, ENCODER, "# name\n", text) for text in (TEXT * 9, TEXT * 8)]
    rows = samples.Sampler([sources], [1.0], ENCODER).rows(200, 1024, random()).inputs.tolist()
    assert not any("# name" in "".join(CHARACTERS[token] for token in row) for row in rows)
