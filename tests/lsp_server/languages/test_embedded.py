"""Parts of files that are of other languages: where they are, and what a completion in them may not hold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from quoin.engine.decoding.result import Candidate
from quoin.engine.model import CompletionRequest, CompletionResult
from quoin.lsp_server.languages.embedded import KnownPart, known_part, languages_in, part_at
from quoin.lsp_server.languages.languages import named_language
from tests.support.case_lines import parse_text, read_lines

CASES = [line.partition(": ") for line in read_lines(Path(__file__).with_name("embedded.txt"))]
HTML = named_language("html")
REQUEST = CompletionRequest("html", "", "", "page", cells_before=("a",), cells_after=("b",))


def part(marked: str) -> KnownPart | None:
    left, right = marked.split("█")
    return known_part(HTML, (left, right), named_language)


@pytest.mark.parametrize(("language", "marked"), [(language, text) for language, _, text in CASES])
def test_the_language_of_a_place(language: str, marked: str) -> None:
    text = parse_text(marked)
    found = part(text)
    assert ("html" if found is None else found.language.name) == language
    if found is not None:
        left, right = text.split("█")
        assert (found.text.before + found.text.left, found.text.right + found.text.after) == (left, right)


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("<p>a</p>", []),
        ("<script>a()</script><style>a {}</style><script>b()</script>", ["javascript", "css"]),
        ("<script src='a.js'></script><style>\n</style>", []),
        ("<!-- <script>a()</script> --><script type='importmap'>{}</script>", ["json"]),
        ("<script type='text/x-template'><p></script><script>a(", ["javascript"]),
    ],
)
def test_the_languages_of_a_file(text: str, languages: list[str]) -> None:
    assert languages_in(HTML.manifest, text) == languages
    assert languages_in(named_language("javascript").manifest, text) == []


def test_other_languages_have_no_parts() -> None:
    assert part_at(named_language("javascript").manifest, "<script>", "</script>") is None
    assert not named_language("javascript").has_parts


@pytest.mark.parametrize(
    ("marked", "text", "is_kept"),
    [
        ("<script>█</script>", "a();", True),
        ("<script>█</script>", "a < /b/", True),
        ("<script>█</script>", "'</p>'", True),
        ("<script>█</script>", "'</script>'", False),
        ("<script>█</script>", "'</SCRIPT'", False),
        ("<script>a = '<█'</script>", "/script", False),
        ("<script>a = '<█cript'</script>", "/s", False),
        ("<script>a = '█script'</script>", "</", False),
        ("<script>a = '<█script'</script>", " /", True),
        ("<script>█</script>", "a<!--b", False),
        ("<script>a = {█</script>", "{", False),
        ("<style>█</style>", "a::after { content: '</script>' }", True),
        ("<style>█</style>", "a::after { content: '</style>' }", False),
    ],
)
def test_a_completion_does_not_end_its_part(marked: str, text: str, is_kept: bool) -> None:
    found = part(marked)
    assert found is not None
    assert found.text.holds(text) == is_kept
    result = found.in_document(CompletionResult([Candidate(text, -0.1, 1, "end")], "file"))
    assert [one.text for one in result.candidates] == [text] * is_kept
    assert result.why == (None if is_kept else "unfit")


def test_the_part_is_a_text_of_its_own_to_the_engine() -> None:
    found = part("<p>\n<script>\na(█)\n</script>\n")
    assert found is not None
    request = found.requested(REQUEST, None)
    expected = replace(
        REQUEST,
        language="javascript",
        left="\na(",
        right=")\n",
        document="page javascript",
        cells_before=("a", "<p>\n<script>"),
        cells_after=("</script>\n", "b"),
    )
    assert request == expected


@pytest.mark.parametrize(
    ("marked", "right", "owed"),
    [
        ("<script>\na(█)\n</body>", ")\n", ["</script>"]),
        ("<script>\na(█)\n\n  <script>\n</script>", ")\n\n", ["</script>"]),
        ("<STYLE>a { █", "", ["</style>"]),
        ("<script>\na(█)\n</script>", ")\n", []),
    ],
)
def test_a_part_without_its_end_counts_on_it(marked: str, right: str, owed: list[str]) -> None:
    found = part(marked)
    assert found is not None
    assert found.text.right == right
    result = found.in_document(CompletionResult([], "file", present=["}"]))
    assert result.present == ["}", *owed]
    assert result.guarantee == ("region" if owed else "file")


def test_lines_are_those_of_the_document() -> None:
    found = part("<p>\n<script>\na(\n█\n</script>\n")
    assert found is not None
    result = found.in_document(CompletionResult([], "region", absent=[2], why="broken", broken_line=3))
    assert (result.absent, result.broken_line, result.why) == ([3], 4, "broken")


@pytest.mark.parametrize("piece", ["<script ", '<script "', "<script>a</script>", "<!-- a", "<script>a<b;"])
def test_a_long_text_takes_little_time(piece: str) -> None:
    """A cost that grew with the square of the length would take minutes."""
    assert part_at(HTML.manifest, piece * 50_000, "</b>") is None
