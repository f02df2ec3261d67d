"""Kinds of harm that a shown text does beyond being wrong, each defined by a rule of its own.

- `swallowed`: with the text, code after the cursor is part of a comment or a string, which it is neither in
  the original file nor without the text.
- `glued`: the text's last word runs into the word after it.
- `mid-word`: the text is shown directly before the rest of a word.
- `invented ending`: the part that the language added to the model's text has more than closers, which may
  stand on lines of their own, and separators.
- `repeated`: a line repeats the line before it or the following line of the file, or some tokens occur three
  times in a row.
- `several lines`: the text has several lines where one line is left to type.
- `does not parse`: the file with the text is not a member, by the language's own parser, unless only a part
  of a file that is broken elsewhere, or has yet to be finished, was promised to be one.
- `undefined name`: the text reads a name that the file with the text binds nowhere (only in Python).

The true text never counts as a repetition and never has undefined names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from quoin.lsp_server.documents.positions import split_lines
from quoin.lsp_server.harness.replay.names import undefined

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from quoin.lsp_server.harness.replay.syntax import Syntax
    from quoin.lsp_server.harness.replay.user import Shown

_TOKEN = re.compile(r"\w+|[^\w\s]")
_WORD = re.compile(r"\w")
_INVENTED = re.compile(r"\w|[\r\n](?!\s*[)\]}])")
_LEAST_TOKENS = 2
_TIMES = 3


@dataclass(frozen=True)
class Facts:
    """The facts besides the shown text from which its harm is determined.

    Attributes:
        syntax: the comments and strings of the language.
        is_python: whether the language is Python.
        parses: decides whether a whole file parses.
        right: one byte for each character of the true text after the piece, 1 for code in the original file.
        added: the part that the language added to the model's text; None if it is unknown.
        is_of_region: whether only a region of the file is promised to parse with the text.
    """

    syntax: Syntax
    is_python: bool
    parses: Callable[[str], bool]
    right: bytes
    added: str | None = None
    is_of_region: bool = False


def harms(shown: Shown, facts: Facts) -> tuple[str, ...]:
    """Return the kinds of harm of a shown text."""
    return tuple(kind for kind, is_so in _KINDS.items() if is_so(shown, facts))


def _swallowed(shown: Shown, facts: Facts) -> bool:
    after = shown.after
    if not after.strip():
        return False
    before = facts.syntax.code(shown.typed.before + after)[-len(after) :]
    now = facts.syntax.code(shown.whole)[-len(after) :]
    # Closers that the editor inserted are not in the original file. They are code until they are deleted.
    closers = len(after) - len(facts.right)
    truth = b"\1" * closers + facts.right if closers >= 0 else facts.right[-closers:]
    return any(
        one and other and not third and not sign.isspace()
        for one, other, third, sign in zip(before, truth, now, after, strict=True)
    )


def _glued(shown: Shown, _: Facts) -> bool:
    return bool(_WORD.match(shown.text[-1:]) and _WORD.match(shown.after[:1]))


def _mid_word(shown: Shown, _: Facts) -> bool:
    return bool(_WORD.match(shown.typed.after[:1]))


def _invented(_: Shown, facts: Facts) -> bool:
    return bool(facts.added and _INVENTED.search(facts.added))


def _repeated(shown: Shown, _: Facts) -> bool:
    return not shown.all_right and (_again(shown) or _goes_on(shown) or _stutters(shown.text))


def _again(shown: Shown) -> bool:
    """Return whether a line repeats the line before it, apart from blank lines."""
    lines = split_lines(shown.typed.before + shown.text)
    first = len(split_lines(shown.typed.before)) - 1
    said = [(number, line.strip()) for number, line in enumerate(lines) if line.strip()]
    pairs = pairwise(said)
    return any(number >= first and _says(line) and line == before for (_, before), (number, line) in pairs)


def _goes_on(shown: Shown) -> bool:
    """Return whether a line repeats the next line of the file that is not blank."""
    lines = split_lines(shown.after)
    following = next((line.strip() for line in lines[1:] if line.strip()), "")
    begun = split_lines(shown.typed.before)[-1]
    said = split_lines(begun + shown.text)
    if lines[0].strip():
        said.pop()
    return _says(following) and any(line.strip() == following for line in said)


def _says(line: str) -> bool:
    """Return whether a line is long enough to count as repeated, unlike `else:` and `)`."""
    return bool(_WORD.search(line)) and len(_TOKEN.findall(line)) > _LEAST_TOKENS


def _stutters(text: str) -> bool:
    """Return whether two or more tokens, with a word among them, occur three times in a row."""
    tokens = _TOKEN.findall(text)
    for length in range(_LEAST_TOKENS, len(tokens) // _TIMES + 1):
        for at in range(len(tokens) - _TIMES * length + 1):
            chunk = tokens[at : at + length]
            if tokens[at : at + _TIMES * length] == chunk * _TIMES and any(map(_WORD.match, chunk)):
                return True
    return False


def _several(shown: Shown, _: Facts) -> bool:
    return len(split_lines(shown.text)) > 1 and len(split_lines(shown.rest)) == 1


def _does_not_parse(shown: Shown, facts: Facts) -> bool:
    return not facts.is_of_region and not facts.parses(shown.whole)


def _undefined_name(shown: Shown, facts: Facts) -> bool:
    if not facts.is_python or shown.all_right:
        return False
    start = len(shown.typed.before)
    return bool(undefined(shown.whole, start, start + len(shown.text)))


_KINDS: Mapping[str, Callable[[Shown, Facts], bool]] = {
    "swallowed": _swallowed,
    "glued": _glued,
    "mid-word": _mid_word,
    "invented ending": _invented,
    "repeated": _repeated,
    "several lines": _several,
    "does not parse": _does_not_parse,
    "undefined name": _undefined_name,
}
KINDS = tuple(_KINDS)
