"""What is wrong with a text shown, beside not being the true one: kinds of harm, each by a rule of its own.

- `swallowed`: with it, code after the cursor is part of a comment or a string, which it is neither in the
  file as it was nor without the text.
- `glued`: its last word runs into one after it.
- `mid-word`: it is shown before a word's rest.
- `invented ending`: of what the language added to the model's text something is no closer, no separator.
- `repeated`: a line says the one before it again, or the one that follows in the file, or some tokens come
  three times in a row.
- `several lines`: there are several where what is left to type is one.
- `does not parse`: the file with it is none, by the language's own parser.
- `undefined name`: it reads a name that the file with it binds nowhere (Python alone).

A text that is the true one is no repetition and has no undefined names.
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
_LEAST_TOKENS = 2
_TIMES = 3


@dataclass(frozen=True)
class Facts:
    """What is known beside the text shown itself.

    Attributes:
        syntax: of the language.
        is_python: whether it is Python.
        parses: decides about whole files.
        right: for each character of the true text after the piece whether it is code in the file as it was.
        added: what the language added to the model's text; None if that is not known.
    """

    syntax: Syntax
    is_python: bool
    parses: Callable[[str], bool]
    right: bytes
    added: str | None = None


def harms(shown: Shown, facts: Facts) -> tuple[str, ...]:
    """The kinds of harm of a text shown."""
    return tuple(kind for kind, is_so in _KINDS.items() if is_so(shown, facts))


def _swallowed(shown: Shown, facts: Facts) -> bool:
    after = shown.after
    if not after.strip():
        return False
    before = facts.syntax.code(shown.typed.before + after)[-len(after) :]
    now = facts.syntax.code(shown.whole)[-len(after) :]
    # What the editor wrote by itself was not in the file; it is the user's until somebody deletes it.
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
    return bool(facts.added and re.search(r"[\w\r\n]", facts.added))


def _repeated(shown: Shown, _: Facts) -> bool:
    return not shown.all_right and (_again(shown) or _goes_on(shown) or _stutters(shown.text))


def _again(shown: Shown) -> bool:
    """Whether a line is the one directly before it, blank ones aside."""
    lines = split_lines(shown.typed.before + shown.text)
    first = len(split_lines(shown.typed.before)) - 1
    said = [(number, line.strip()) for number, line in enumerate(lines) if line.strip()]
    pairs = pairwise(said)
    return any(number >= first and _says(line) and line == before for (_, before), (number, line) in pairs)


def _goes_on(shown: Shown) -> bool:
    """Whether a line is the next one of the file."""
    lines = split_lines(shown.after)
    following = next((line.strip() for line in lines[1:] if line.strip()), "")
    begun = split_lines(shown.typed.before)[-1]
    said = split_lines(begun + shown.text)
    if lines[0].strip():
        said.pop()
    return _says(following) and any(line.strip() == following for line in said)


def _says(line: str) -> bool:
    """Whether a line says enough for its repetition to be one: not `else:`, not `)`."""
    return bool(_WORD.search(line)) and len(_TOKEN.findall(line)) > _LEAST_TOKENS


def _stutters(text: str) -> bool:
    """Whether two tokens or more come three times in a row, a word among them."""
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
    return not facts.parses(shown.whole)


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
