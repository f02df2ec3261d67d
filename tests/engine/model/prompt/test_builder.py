"""What of a buffer gets into the prompt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quoin.engine.decoding.tokens.vocabulary_index import VocabularyIndex
from quoin.engine.model.fim.families import Order, Others
from quoin.engine.model.fim.tokens import FimTokens
from quoin.engine.model.prompt.builder import SHORT, Prompt, PromptBuilder, Surroundings
from quoin.engine.model.prompt.lines import line_start, lines_forwards

if TYPE_CHECKING:
    from collections.abc import Iterator

PREFIX, SUFFIX, MIDDLE, START, SEPARATOR, REPOSITORY, BLANK = range(256, 263)
ORDERS: tuple[Order, ...] = ("psm", "spm", "spm2")


class BytesModel:
    """A model whose tokens are bytes."""

    pieces = tuple(bytes([byte]) for byte in range(256)) + (b"",) * 7
    ends = frozenset({MIDDLE})
    start = (START,)

    def __init__(self, context_size: int, fim: FimTokens | None) -> None:
        self.context_size = context_size
        self.fim = fim

    def tokenise(self, text: bytes, *, starts: bool = False) -> list[int]:
        return [BLANK, *text] if starts else list(text)


def builder(context_size: int, order: Order = "spm", right_after_left: int | None = None) -> PromptBuilder:
    return builder_with(FimTokens(PREFIX, SUFFIX, MIDDLE, order), context_size, right_after_left)


def builder_with(
    fim: FimTokens | None, context_size: int, right_after_left: int | None = None
) -> PromptBuilder:
    model = BytesModel(context_size, fim)
    return PromptBuilder(model, VocabularyIndex(model.pieces, model.ends), right_after_left)


def build(prompts: PromptBuilder, left: str, right: str, max_tokens: int = 10) -> Prompt:
    return prompts.build(left.encode(), right.encode(), max_tokens)


def read(prompt: Prompt) -> str:
    """The prompt as text, markers as letters in angle brackets."""
    names = {PREFIX: b"<P>", SUFFIX: b"<S>", MIDDLE: b"<M>", START: b"<B>"}
    names |= {SEPARATOR: b"<F>", REPOSITORY: b"<R>", BLANK: b"_"}
    return b"".join(names.get(token) or bytes([token]) for token in prompt.tokens).decode(
        "utf-8", "surrogateescape"
    )


@pytest.mark.parametrize(
    ("order", "left", "right", "expected"),
    [
        ("spm", "a", "b", "<B><S>b<P>a<M>"),
        ("psm", "a", "b", "<B><P>a<S>b<M>"),
        ("spm2", "a", "b", "<B><P><S>b<M>a"),
        ("spm", "", "", "<B><S><P><M>"),
    ],
)
def test_order(order: Order, left: str, right: str, expected: str) -> None:
    assert read(build(builder(100, order), left, right)) == expected


@pytest.mark.parametrize("files", [[], [("other.py", "x = 1\n")]])
@pytest.mark.parametrize("order", ["psm", "spm", "spm2"])
def test_where_a_suffix_begins_that_stands_behind_the_prefix(
    order: Order, files: list[tuple[str, str]]
) -> None:
    prompt = builder(2000, order).build(b"abc", b"de", 10, Surroundings(files=files))
    is_behind = read(Prompt(prompt.tokens[prompt.suffix or 0 :], b"")) == "<S>de<M>"
    assert is_behind == (order == "psm") == (prompt.suffix is not None)


@pytest.mark.parametrize(
    ("text", "room", "expected"),
    [
        ("ab\ncd\nef\ngh", 20, "ab\ncd\nef\ngh"),
        ("ab\ncd\nef\ngh", 8, "ef\ngh"),  # from a line start after a multiple of the room
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


def lines_backwards(data: bytes) -> Iterator[bytes]:
    end = len(data)
    while end > 0:
        start = line_start(data, end, end)
        yield data[start:end]
        end = start


@given(st.text("ab \t\n\r"))
def test_lines_are_the_text(text: str) -> None:
    data = text.encode()
    assert b"".join(lines_forwards(data)) == data
    assert b"".join(reversed(list(lines_backwards(data)))) == data


TYPED = st.tuples(st.integers(-3, 3), st.sampled_from(["", "a", "\n", "  ", "\n\n", "b\r\n", "ab" * 20]))


@given(st.text("ab \t\n\r", max_size=60), st.lists(TYPED, max_size=8), st.sampled_from([1, 3, 8, 40]))
def test_lines_that_are_kept_are_those_of_the_text(
    text: str, edits: list[tuple[int, str]], room: int
) -> None:
    """A cursor that moves and types: as if each prompt were the first."""
    kept = builder(0)
    at = len(text) // 2
    for move, typed in edits:
        at = max(0, min(len(text), at + move))
        text = text[:at] + typed + text[at:]
        at += len(typed)
        left, right = text[:at].encode(), text[at:].encode()
        for most in (room, 2 * room):
            assert kept.left(left, most) == builder(0).left(left, most)
            assert kept.right(right, most) == builder(0).right(right, most)


TEXT = st.text("ab \né", max_size=400)


@given(left=TEXT, right=TEXT, context=st.integers(20, 300), order=st.sampled_from(ORDERS))
def test_the_prompt_leaves_room_for_the_completion(left: str, right: str, context: int, order: Order) -> None:
    prompt = build(builder(context, order), left, right, max_tokens=10)
    assert len(prompt.tokens) + 10 <= context
    text = read(prompt)
    around = text.partition("<M>" if order == "spm2" else "<P>")[2].partition("<")[0]
    assert left.encode().endswith(around.encode("utf-8", "surrogateescape"))


@given(left=TEXT, right=TEXT)
def test_one_side_uses_what_the_other_leaves(left: str, right: str) -> None:
    whole = read(build(builder(2000), left, right))
    assert whole == f"<B><S>{right}<P>{left}<M>"


def test_the_model_reads_line_feeds() -> None:
    unix, other = (
        read(build(builder(2000), f"a{end}{end}b{end}c", f"d{end}e{end}{end}")) for end in ("\n", "\r\n")
    )
    assert unix == other == "<B><S>d\ne\n\n<P>a\n\nb\nc<M>"


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


@pytest.mark.parametrize(("order", "rights"), [("psm", 192), ("spm", 500), ("spm2", 500)])
def test_a_right_side_behind_the_left_one_is_bounded(order: Order, rights: int) -> None:
    """It is evaluated anew with each key that is typed."""
    prompt = read(build(builder(2000, order, right_after_left=192), "left\n" * 10, "b\n" * 250))
    assert prompt.partition("<S>")[2].partition("<")[0] == "b\n" * (rights // 2)


def test_a_model_without_markers_sees_the_left_side() -> None:
    prompts = builder_with(None, 100)
    assert read(build(prompts, "left", "right")) == "<B>left"


LEFT, RIGHT = "def shape_area(width):\n    ", "\n"
NEAR = "def shape_width(area):\n    return area\n"
FAR = "colour = red\n" * 40
FIM = FimTokens(PREFIX, SUFFIX, MIDDLE, "psm")
WITH_FILES = replace(FIM, separator=SEPARATOR, repository=REPOSITORY)


def around(*files: tuple[str, str], document: str = "this", path: str = "this.py") -> Surroundings:
    return Surroundings(document, path, "python", files)


@pytest.mark.parametrize(
    ("fim", "others", "expected"),
    [
        (WITH_FILES, "front", f"<B><R>project\n<F>b.py\n{NEAR}<F>this.py\n<P>{LEFT}<S>{RIGHT}<M>"),
        (WITH_FILES, "inside", f"<B><R>project\n<F>b.py\n{NEAR}<F><P>this.py\n{LEFT}<S>{RIGHT}<M>"),
        (
            replace(FIM, separator=SEPARATOR),
            "between",
            f"<B>b.py\n{NEAR}<F>this.py\n<P>{LEFT}<S>{RIGHT}<M>",
        ),
        (FIM, "front", f"<B><P># b.py\n{NEAR}\n# this.py\n{LEFT}<S>{RIGHT}<M>"),
        (FIM, "comment", f"<B><P># b.py\n{NEAR}\n# this.py\n{LEFT}<S>{RIGHT}<M>"),
        (FIM, "plus", f"<B><P>+++++ b.py\n{NEAR}\n+++++ this.py\n{LEFT}<S>{RIGHT}<M>"),
        (
            replace(FIM, blank=True, order="spm2"),
            "comment",
            f"<B><P><S>{RIGHT}<M>_# b.py\n{NEAR}\n# this.py\n{LEFT}",
        ),
        (None, "comment", f"<B># b.py\n{NEAR}\n# this.py\n{LEFT}"),
    ],
)
def test_other_files(fim: FimTokens | None, others: Others, expected: str) -> None:
    prompts = builder_with(fim and replace(fim, others=others), 2000)
    surroundings = around(("b.py", NEAR), ("c.py", FAR))
    assert read(prompts.build(LEFT.encode(), RIGHT.encode(), 10, surroundings)) == expected


@pytest.mark.parametrize(
    ("context", "files"), [(2000, []), (500, [("b.py", NEAR)]), (2000, [("c.py", FAR)]), (2000, [("b", "")])]
)
def test_no_other_files(context: int, files: list[tuple[str, str]]) -> None:
    prompt = builder_with(WITH_FILES, context).build(LEFT.encode(), b"", 10, around(*files))
    assert read(prompt) == f"<B><P>{LEFT}<S><M>"


@pytest.mark.parametrize(
    ("fim", "context", "path", "filler", "expected"),
    [
        (FIM, 2000, "this.py", 0, "# this.py\n"),
        (None, 2000, "this.py", 0, "# this.py\n"),
        (FIM, 2000, "this.py", SHORT - len(LEFT) - len(RIGHT), "# this.py\n"),
        (FIM, 2000, "this.py", SHORT - len(LEFT) - len(RIGHT) + 1, ""),
        (FIM, 2000, "", 0, ""),
        (FIM, 500, "this.py", 0, ""),
        (WITH_FILES, 2000, "this.py", 0, ""),
        (replace(FIM, others="plus"), 2000, "this.py", 0, ""),
    ],
)
def test_a_short_file_begins_with_its_name(
    fim: FimTokens | None, context: int, path: str, filler: int, expected: str
) -> None:
    left, surroundings = "x" * filler + LEFT, Surroundings("here", path, "python", [("c.py", FAR)])
    prompt = builder_with(fim, context).build(left.encode(), RIGHT.encode(), 10, surroundings)
    before = "<B>" if fim is None else "<B><P>"
    assert read(prompt).startswith(before + expected + left)
    assert prompt.headings == ((b"# this.py",) if expected else ())


def test_a_prefix_starts_as_a_text_does() -> None:
    prompts = builder_with(replace(FIM, blank=True), 300)
    for left, expected in (("a\nb", "_a\nb"), ("", ""), ("a" * 1000, "a" * 50)):
        text = read(build(prompts, left, ""))
        assert text.partition("<P>")[2].partition("<")[0][:50] == expected


NAMES = st.sampled_from(["width", "area", "colour", "x", "return", "\n", "\n\n", " ", "é"])
TEXTS = st.lists(NAMES, max_size=300).map(" ".join)


@given(
    left=TEXTS,
    files=st.lists(st.tuples(st.sampled_from(["a.py", "b c.py", "d\n.py"]), TEXTS), max_size=4),
    context=st.integers(800, 1600),
    others=st.sampled_from(get_args(Others)),
)
def test_other_files_have_a_share(
    left: str, files: list[tuple[str, str]], context: int, others: Others
) -> None:
    prompts = builder_with(replace(WITH_FILES, others=others, order="spm"), context)
    prompt = prompts.build(left.encode(), b"right\n", 10, around(*files))
    assert len(prompt.tokens) + 10 <= context
    text = read(prompt)
    assert text.count("<F>") <= len(files) + 1
    assert len(text.partition("<P>")[2]) >= min(len(left), context // 4)
    assert "<S>right\n" in text


def test_the_choice_of_other_files_stays_while_one_types() -> None:
    """Else all of the prompt would be evaluated anew."""
    prompts = builder_with(WITH_FILES, 1600)
    typed = "\ncolour = red, area"
    beginnings = set()
    for count in range(len(typed)):
        left = (LEFT + typed[:count]).encode()
        prompt = prompts.build(left, b"", 10, around(("b.py", NEAR), ("c.py", FAR), ("d.py", "area\n")))
        beginnings.add(read(prompt).partition("<P>")[0])
    assert len(beginnings) == 1
    assert "c.py" not in beginnings.pop()


def test_another_document_and_changed_files_have_a_choice_of_their_own() -> None:
    prompts = builder_with(WITH_FILES, 2000)
    left = LEFT.encode()
    seen = [
        read(prompts.build(left, b"", 10, around(("b.py", NEAR)))),
        read(prompts.build(b"colour = ", b"", 10, around(("b.py", NEAR), ("c.py", FAR), document="other"))),
        read(prompts.build(left, b"", 10, around(("b.py", NEAR + "width = 1\n")))),
        read(prompts.build(left, b"", 10, around(("b.py", NEAR)))),
    ]
    assert ["c.py" in text for text in seen] == [False, True, False, False]
    assert ["width = 1" in text for text in seen] == [False, False, True, False]
