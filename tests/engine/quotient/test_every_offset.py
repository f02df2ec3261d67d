"""What the cursor is in, at every offset of each language's examples, against the lexemes of the whole.

Inside of a comment or a string is from its opening sign on to its closing one; a line comment goes on to the
end of its line. The lexemes are found by trying every terminal's expression; Python's by its own tokenizer.
"""

from __future__ import annotations

import io
import re
import tokenize
from fnmatch import fnmatchcase
from itertools import accumulate
from typing import TYPE_CHECKING

import pytest

from quoin import language_names, load_language
from quoin.engine.languages.loader import GRAMMARS
from tests.support.lexing import Lexing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from quoin import Language

OPENING = re.compile(r"\ufeff?#[!|]?|;|\{-|--\[=*\[|--|//|/\*|\[=*\[|[xX]'|[A-Za-z]*(\"\"\"|'''|[\"'`])")
LINE_COMMENT = re.compile(r"--(?!\[=*\[)|//|;|\ufeff?#(?!\|)")
# Java's signs may be written so, those that end a comment or a string too.
ESCAPED_SIGN = re.compile(r"\\u+00(0[aAdD]|2[27aAfF])")
# Texts between counted delimiters, by the terminals with which they begin.
COUNTED = {"LONG_STRING_START": re.compile(r"\[(=*)\[.*?\]\1\]", re.DOTALL)}
# Longer examples are looked at in steps.
MAX_OFFSETS = 400
# Languages whose comments and strings have other signs, or whose lexemes are known to the parser alone.
OTHERS = (
    *("bash", "c", "cpp", "csharp", "css", "html", "javascript", "php", "rust", "tsx", "typescript"),
    *("yaml", "zig"),
)
EXAMPLES = [
    (name, file)
    for name in language_names()
    if name not in OTHERS
    for file in sorted((GRAMMARS / name / "examples" / "accept").iterdir())
]


def lexed_spans(language: Language, text: str) -> Iterator[tuple[int, int, str, str]]:
    """Each comment and string: its beginning and end, its kind and its text."""
    names = [terminal.name for terminal in language.tables.terminals]
    patterns = {"comment": language.manifest.text.comments, "string": language.manifest.text.strings}
    at = 0
    lexing = Lexing(language, mode="main")
    while at < len(text):
        lexeme = lexing.longest(text, at)
        assert lexeme is not None
        counted = [COUNTED[names[t]].match(text, at) for t in lexeme.terminals if names[t] in COUNTED]
        whole = next((found[0] for found in counted if found is not None), lexeme.text)
        for kind, fitting in patterns.items():
            if all(any(fnmatchcase(names[t], one) for one in fitting) for t in lexeme.terminals):
                yield at, at + len(whole), kind, whole
        at += len(whole)


def python_spans(text: str) -> Iterator[tuple[int, int, str, str]]:
    starts = [0, *accumulate(len(line) for line in io.StringIO(text, newline=""))]
    kinds = {tokenize.COMMENT: "comment", tokenize.STRING: "string"}
    for token in tokenize.generate_tokens(io.StringIO(text, newline="").readline):
        if token.type in kinds:
            begin, end = (starts[line - 1] + column for line, column in (token.start, token.end))
            yield begin, end, kinds[token.type], token.string


def places(language: Language, text: str) -> dict[int, str]:
    """What each offset inside of a comment or a string is in; empty where that is not to be said."""
    spans = python_spans(text) if language.name == "python" else lexed_spans(language, text)
    found = {}
    for begin, end, kind, lexeme in spans:
        opening = OPENING.match(lexeme)
        assert opening, lexeme
        first = begin + opening.end()
        found.update(dict.fromkeys(range(begin + 1, first), ""))
        if ESCAPED_SIGN.search(lexeme):
            found.update(dict.fromkeys(range(begin, end + 1), ""))
            continue
        is_open = LINE_COMMENT.match(lexeme) or not lexeme.endswith(("*/", "-}", "|#", "]", "'", '"', "`"))
        last = end + 1 if is_open else end
        found.update(dict.fromkeys(range(first, last), kind))
        # A quote that is written twice ends the string as long as the second one is not there.
        found.update(dict.fromkeys((begin + at.end() - 1 for at in re.finditer("''", lexeme)), ""))
        # Of more than three quotes at the end, the first three end the string if the others are absent.
        more = len(lexeme) - len(lexeme.rstrip(lexeme[-1])) - len('"""')
        found.update(dict.fromkeys(range(end - more, end), "") if more > 0 and lexeme[-1] in "\"'" else {})
    return found


def is_formatted(text: str) -> bool:
    return re.search(r"\b([fFtT][rR]?|[rR][fFtT])['\"]", text) is not None


@pytest.mark.parametrize(("name", "file"), EXAMPLES, ids=[f"{name}-{file.name}" for name, file in EXAMPLES])
def test_surroundings(name: str, file: Path) -> None:
    language = load_language(name)
    text = file.read_text(encoding="utf-8")
    if name == "python" and is_formatted(text):
        # Their fields are code; `test_place.py` knows them.
        return
    expected = places(language, text)
    for at in range(0, len(text) + 1, max(1, len(text) // MAX_OFFSETS)):
        state = language.quotient(text[:at], text[at:]).start()
        if expected.get(at, "code"):
            assert state.surroundings == expected.get(at, "code"), (at, text[max(0, at - 20) : at])
