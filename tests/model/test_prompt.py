"""What of a buffer gets into the prompt."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decoding.vocabulary_index import VocabularyIndex
from engine.model.fim import FimTokens
from engine.model.prompt import Prompt, PromptBuilder, lines_backwards, lines_forwards

PREFIX, SUFFIX, MIDDLE, START = 256, 257, 258, 259


class BytesModel:
    """A model whose tokens are bytes."""

    pieces = tuple(bytes([byte]) for byte in range(256)) + (b"",) * 4
    ends = frozenset({MIDDLE})
    start = (START,)

    def __init__(self, context_size: int, order: str = "spm") -> None:
        self.context_size = context_size
        self.fim = FimTokens(PREFIX, SUFFIX, MIDDLE, "spm" if order == "spm" else "psm")

    def tokenise(self, text: bytes) -> list[int]:
        return list(text)


def builder(context_size: int, order: str = "spm") -> PromptBuilder:
    model = BytesModel(context_size, order)
    return PromptBuilder(model, VocabularyIndex(model.pieces, model.ends))


def build(prompts: PromptBuilder, left: str, right: str, max_tokens: int = 10) -> Prompt:
    return prompts.build(left.encode(), right.encode(), max_tokens)


def read(prompt: Prompt) -> str:
    """The prompt as text, markers as letters in angle brackets."""
    names = {PREFIX: b"<P>", SUFFIX: b"<S>", MIDDLE: b"<M>", START: b"<B>"}
    return b"".join(names.get(token) or bytes([token]) for token in prompt.tokens).decode(
        "utf-8", "surrogateescape"
    )


@pytest.mark.parametrize(
    ("order", "left", "right", "expected"),
    [
        ("spm", "a", "b", "<B><S>b<P>a<M>"),
        ("psm", "a", "b", "<B><P>a<S>b<M>"),
        ("spm", "", "", "<B><S><P><M>"),
    ],
)
def test_order(order: str, left: str, right: str, expected: str) -> None:
    assert read(build(builder(100, order), left, right)) == expected


@pytest.mark.parametrize(
    ("text", "room", "expected"),
    [
        ("ab\ncd\nef\ngh", 20, "ab\ncd\nef\ngh"),
        ("ab\ncd\nef\ngh", 8, "ef\ngh"),  # from a line start behind a multiple of the room
        ("ab\ncd\nef\ngh", 4, "gh"),
        ("abcdefgh", 3, "fgh"),  # no line start: anywhere
        ("ab\ncdefgh\n", 3, "gh\n"),
        ("ab\n\n  \ncd", 8, "cd"),  # blank lines stay with the line before
        ("ab", 0, ""),
    ],
)
def test_left_is_cut_at_a_line_start(text: str, room: int, expected: str) -> None:
    assert bytes(builder(0).left(text.encode(), room)).decode() == expected


@pytest.mark.parametrize(
    ("text", "room", "expected"),
    [
        ("ab\ncd\nef\n", 20, "ab\ncd\nef\n"),
        ("ab\ncd\nef\n", 8, "ab\ncd\n"),
        ("abcdefgh", 3, "abc"),
        ("ab\n\n  \ncd", 6, "ab\n\n  "),
        ("ab", 0, ""),
    ],
)
def test_right_is_cut_at_a_line_end(text: str, room: int, expected: str) -> None:
    assert bytes(builder(0).right(text.encode(), room)).decode() == expected


@settings(deadline=None)
@given(st.text("ab \t\n\r"))
def test_lines_are_the_text(text: str) -> None:
    data = text.encode()
    assert b"".join(lines_forwards(data)) == data
    assert b"".join(reversed(list(lines_backwards(data)))) == data


TEXT = st.text("ab \né", max_size=400)


@settings(deadline=None)
@given(left=TEXT, right=TEXT, context=st.integers(20, 300), order=st.sampled_from(["psm", "spm"]))
def test_the_prompt_leaves_room_for_the_completion(left: str, right: str, context: int, order: str) -> None:
    prompt = build(builder(context, order), left, right, max_tokens=10)
    assert len(prompt.tokens) + 10 <= context
    text = read(prompt)
    around = text.partition("<P>")[2].partition("<" if order == "spm" else "<S>")[0]
    assert left.encode().endswith(around.encode("utf-8", "surrogateescape"))


@settings(deadline=None)
@given(left=TEXT, right=TEXT)
def test_one_side_uses_what_the_other_leaves(left: str, right: str) -> None:
    whole = read(build(builder(2000), left, right))
    assert whole == f"<B><S>{right}<P>{left}<M>"


def test_both_sides_of_a_long_buffer_are_seen() -> None:
    text = read(build(builder(1000), "left = 1\n" * 500, "right = 2\n" * 500))
    assert text.count("right") > 10
    assert text.count("left") > 2 * text.count("right") * 0.8


def test_the_beginning_stays_while_one_types() -> None:
    """Else the whole prompt would be evaluated again with each key."""
    left, right = "some = line\n" * 200, "other = line\n" * 200
    prompts = [read(build(builder(1000), left + "x" * count, right)) for count in range(200)]
    beginnings = {prompt.partition("x")[0].removesuffix("<M>") for prompt in prompts}
    assert len(beginnings) <= 2
