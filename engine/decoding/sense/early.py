"""`reads_early` says whether a completion reads a variable that is bound only below it, in the same function.

A small model takes the name from the lines below the cursor. What stands anywhere above may be bound there,
so only names count that do not. A text with a function or a comprehension in it binds names itself.
"""

from __future__ import annotations

import re

from quoin.engine.util.characters import closing_bracket, open_brackets
from quoin.engine.util.lines import BLANKS, column, last_line, lines_below

NEAR = 4000
"""The number of bytes below the cursor in which a variable is searched."""

ABOVE = 60_000
"""The number of bytes above the cursor in which a name may stand; beyond it nothing is known."""

_PROSE = re.compile(
    rb"//[^\r\n]*|/\*.*?(?:\*/|\Z)|#[^\r\n]*|[A-Za-z]*(?:\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)",
    re.DOTALL,
)
_BINDS_ITSELF = re.compile(
    rb"=>|->|\blambda\b|\bfor\b|\bas\b|\|\w+\||:=|\bfunc(?:tion)?\b|\bfn\b|\bdef\b|[\])][ \t]*=(?!=)"
)
_DECLARES = re.compile(
    rb"[ \t]*(?:[*@]|(?:let|const|var|auto|import|from|package|global|nonlocal|local|template|typename|use"
    rb"|using|struct|type|unsigned|export|class|del|typedef)\b)"
)
_TARGETS = re.compile(rb"[ \t]*\w+(?:[ \t]*,[ \t]*\w+)*[ \t]*=(?!=)")
_READ = re.compile(
    rb"(?:[(,\[=+*/%<>&|!?-]|\b(?:return|in|if|not|and|or|while|elif|await|yield)\b)[ \t]*(?=[a-z])(\w+)"
    rb"(?![\w$])(?!\s*(?:=(?!=)|:(?!:)|!?\(|[\"'`]|\w))"
)
_BLOCK = re.compile(rb"[\w)>\]][ \t]*(?:[ \t]*->[^{}]*)?\{\Z")
_HEADER = re.compile(rb"[ \t]*(?:async[ \t]+)?def\b")
_CLASS = re.compile(rb"[ \t]*class\b")
_INDENTED = (
    rb"(?m)^[ \t]*(?:for[ \t]+(?:\w+[ \t]*,[ \t]*)*%s\b[^\n]*\bin\b|(?:with|except)\b[^\n]*\bas[ \t]+%s\b"
    rb"|%s[ \t]*=(?!=))"
)
_BRACES = (
    rb"(?m)^[ \t]*(?:\b(?:for|foreach)\b[ \t]*\(?[ \t]*(?:[\w<>\[\].:]+[ \t*&]+)?(?:mut[ \t]+)?%s\b"
    rb"(?=[ \t]*(?:=|:|of\b|in\b))|(?:let|const|var|auto|val)[ \t]+(?:mut[ \t]+)?%s\b|%s[ \t]*:=)"
)


def reads_early(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion reads a variable that its function binds below, and nothing above.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    if len(left) > ABOVE:
        return False
    begun = last_line(left)
    own = _PROSE.sub(b'""', begun + whole)
    if _BINDS_ITSELF.search(own) or _DECLARES.match(own) or left.rfind(b"/*") > left.rfind(b"*/"):
        return False
    names = set(_READ.findall(_TARGETS.sub(b"=", own, count=1))) - set(re.findall(rb"\w+", left))
    if not names or open_brackets(own):
        return False
    opened = open_brackets(left[-NEAR:])
    if opened and not _BLOCK.search(left[-NEAR:][: opened[-1] + 1]):
        return False  # what the brackets hold may be a comprehension
    form, below = (
        (_BRACES, _block_below(right)) if opened else (_INDENTED, _function_below(begun, left, right))
    )
    return any(re.search(form.replace(b"%s", name), below) for name in names)


def _block_below(right: bytes) -> bytes:
    """Return the rest of the block that is open at the beginning of a text, from the next line on."""
    text = right[:NEAR]
    begin = text.find(b"\n")
    return text[begin : closing_bracket(text, begin)] if begin >= 0 else b""


def _function_below(begun: bytes, left: bytes, right: bytes) -> bytes:
    """Return the lines below the cursor that are of its function, or outside of all functions if it is."""
    width = column(begun) if begun.strip(BLANKS) else len(begun)
    header = None
    for line in reversed(list(lines_below(left[: len(left) - len(begun)]))):
        if line.strip() and column(line) < width:
            width = column(line)
            if _HEADER.match(line):
                header = width
                break
    kept: list[bytes] = []
    hidden: int | None = None
    for line in list(lines_below(right[:NEAR]))[1:]:
        if not line.strip():
            continue
        at = column(line)
        if header is not None and at <= header:
            break
        hidden = None if hidden is not None and at <= hidden else hidden
        if hidden is None and (_HEADER.match(line) or _CLASS.match(line)):
            hidden = at
        if hidden is None:
            kept.append(line)
    return b"\n".join(kept)
