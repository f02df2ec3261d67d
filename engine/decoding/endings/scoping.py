"""`reads_hidden` says whether a completion reads a name that only another function has.

A parameter or a variable of the function beside is what a small model takes from there, where the function
around the cursor has another one. Which names can be seen is read off the brackets: what lies in blocks that
are closed, and in the parentheses before them, cannot be seen from the cursor.

`reads_unknown` says whether it reads one that stands nowhere. Both are judged in languages alone whose
functions have braces and whose variables are declared.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quoin.engine.util.characters import closing_bracket, hidden
from quoin.engine.util.lines import last_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NEAR = 16_000
"""The number of bytes before and after the cursor that are looked at. What is farther away counts as seen."""

LONGEST = 120
"""The largest number of bytes between the parameters and the body of a function."""

NEAR_END = 1000
"""The number of bytes after the cursor in which the end of a pattern is looked for."""

_PROSE = re.compile(
    rb"//[^\n]*|/\*.*?(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`", re.DOTALL
)
_BRACKET = re.compile(rb"[(){}]")
# An object, a pattern or a list of names, not a block, begins behind these.
_NO_BLOCK = re.compile(
    rb"(?:[(,=:\[?&|]|\b(?:return|let|const|var|import|export|default|typeof|new|in|of|struct|enum)"
    rb"|\bnamespace(?:\s+[\w:.]+)?|\bextern\s*\"\")\s*\Z"
)
_BEHIND_PARAMETERS = re.compile(rb"\)[^(){};]*\Z")
_READ = re.compile(
    rb"(?<![\w$.#@])(?<!->)(?<!::)(?=[a-z_$])[\w$]+(?=\s*(?:[.,;()\[\]+*/%<>=!&|?^}-]|\Z))(?!\s*(?:\??:|=(?!=))|\s+[*&]\w)"
)
_WORD_BEFORE = re.compile(rb"(\w+)(?:<[^<>;(){}]*>|\[\])?(?:[ \t]+[*&]*|[*&]+[ \t]*)\Z")
_READS = re.compile(
    rb"(?:return|throw|throws|case|await|yield|in|of|is|as|and|or|not|if|elif|while|until|match|switch|when|range|assert|go|defer|do|else|delete"
    rb"|typeof|raise|instanceof|\d\w*)"
)
_VALUE = re.compile(
    rb"(?:[(,\[+*/%|?^-]|(?<![=!<>+*/%&|^-])=(?!=)|[=!]==?|&&|=\{|\b(?:return|in|of)\b)\s*(?<![\w$.])([a-z_][\w$]*)"
    rb"(?=\s*(?:[)\],;}+*/%&|?-]|[<>=!]=|\Z))"
)
_CONSTANTS = frozenset(b"undefined nil iota true false null nullptr this self super _".split())
_TYPES = frozenset(
    b"any bool boolean byte char double error float float32 float64 f32 f64 fn i8 i16 i32 i64 i128"
    b" int int8 int16 int32 int64 int8_t int16_t int32_t int64_t isize long never number object rune"
    b" short size_t std str string symbol u8 u16 u32 u64 u128 uint uint8 uint16 uint32 uint64 uint8_t"
    b" uint16_t uint32_t uint64_t uintptr unknown unsigned usize void".split()
)
_ACCESSORS = frozenset((b"get", b"init", b"set"))
_NO_CODE = re.compile(rb"\s*(?:#|(?:pub(?:\([^()]*\))?\s+)?(?:use|using|import|func)\b|export\s*\{)")
# The value that a setter is given has a name of its own.
_SETS = re.compile(rb"\bset\s*(?:\{[^{}]*|=>[^;]*)\Z")
_PATTERN_ENDS = re.compile(rb"\s*(?:=(?![=>])|(?::[^()=]*)?\)\s*(?::[^()={}]*)?(?:=>|\{))")
_NO_TYPE = rb"(?:return|new|throw|else|case|await|in|of|goto|delete|as|is|and|or|not|go|defer|yield|typeof)"
_NO_CONTROL = b"".join(
    b"(?<!%s)" % word
    for word in (rb"\bif", rb"\bif ", b"while", b"while ", b"switch", b"switch ", rb"\bfor", rb"\bfor ")
)
_BINDS = tuple(
    form.replace(b"NO_TYPE", _NO_TYPE).replace(b"NO_CONTROL", _NO_CONTROL)
    for form in (
        rb"\b(?:let|const|var|val|auto)\s+(?:mut\s+)?%s\b",
        # What a condition reads is not bound by it.
        rb"NO_CONTROL\([^()]*(?<![\w$.])%s(?![\w$.])[^()]*\)[^(){};\n]{0,120}\s*(?:\{|=>)",
        rb"\bfor ?\([^();]*(?<![\w$.])%s\s*(?:=(?!=)|,|:|in\b|of\b)",
        rb"(?<![\w$.])%s(?:\s*,\s*\w+){0,4}\s*:=",
        rb"(?<![\w$.])%s\s*=>",
        rb"(?<![\w$.])(?!NO_TYPE\b)[A-Za-z_][\w.:]*(?:<[^<>;(){}]*>|\[\])?[ \t*&]+%s\s*[=;]",
    )
)

_BINDS_HERE = (
    *_BINDS,
    rb"\b(?:let|const|var|val|auto)\s*(?:mut\s+)?[\[{(][^={}\])]*(?<![\w$.])%s(?![\w$])",
    rb"\|[^|]*(?<![\w$.])%s(?![\w$])[^|]*\|",
)


def reads_hidden(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion reads a name that is bound in blocks alone which the cursor is not in.

    Args:
        whole: The completion, with what closes it.
        left: The left context.
        right: The right context.
    """
    line = last_line(left)
    own = _code(line + whole)
    if _NO_CODE.match(own) or _is_in_pattern(own, right):
        return False
    reads = (match for match in _READ.finditer(own) if match.end() > len(line))
    names = {match.group() for match in reads if not _is_declared(own[: match.start()])}
    names -= _CONSTANTS | _TYPES | _ACCESSORS
    if _SETS.search(left[-LONGEST:]):
        names.discard(b"value")
    near = max(0, len(left) - NEAR)
    names = {name for name in names if left.find(name, 0, near) < 0 and right.find(name, NEAR) < 0}
    if not names:
        return False
    before, after = (_PROSE.sub(b'""', text) for text in (left[-NEAR : len(left) - len(line)], right[:NEAR]))
    if not any(name in before or name in after for name in names):
        return False
    seen = set(re.findall(rb"[\w$]+", b"\n".join((_seen(before), line, _seen(after)))))
    return any(
        _is_bound(name, before + b"\n" + after) and not _is_bound(name, own, _BINDS_HERE)
        for name in names - seen
    )


def reads_unknown(whole: bytes, left: bytes, has: Callable[[bytes], bool]) -> bool:
    """Return whether a value of a completion is a name that stands nowhere else.

    Only a name in small letters that is all of a value counts: what belongs to a library has mostly a member,
    is called, or has capitals. A text with a function in it may bind what it reads.

    Args:
        whole: The completion, with what closes it.
        left: The left context.
        has: Returns whether a word stands in the open files, or belongs to the language or its library.
    """
    line = last_line(left)
    own = _code(line + whole)
    if b"=>" in own or own.lstrip().startswith(b"#"):
        return False
    values = {match.group(1) for match in _VALUE.finditer(own) if match.end(1) > len(line)}
    words = re.findall(rb"[\w$]+", own)
    return any(words.count(name) == 1 and name not in _CONSTANTS and not has(name) for name in values)


def _code(text: bytes) -> bytes:
    """Return a text in which quotes stand for comments and strings, as many as they have bytes."""
    return hidden(_PROSE, text, b'"')


def _is_in_pattern(own: bytes, right: bytes) -> bool:
    """Return whether a line's names are those of a pattern that ends below, as of parameters."""
    follows = own + right[:NEAR_END]
    at = closing_bracket(follows)
    return (
        at is not None
        and at >= len(own)
        and follows[at : at + 1] == b"}"
        and bool(_PATTERN_ENDS.match(follows, at + 1))
    )


def _is_declared(before: bytes) -> bool:
    """Return whether a type or a word stands before a name with which a declaration of it begins."""
    if before.rstrip().endswith(b"..."):
        return True
    word = _WORD_BEFORE.search(before[-LONGEST:])
    return word is not None and not _READS.fullmatch(word.group(1))


def _seen(text: bytes) -> bytes:
    """Return a text without the blocks that are closed in it, and without the parentheses before them."""
    open_brackets: list[tuple[bytes, int]] = []
    last_group = (0, 0)
    hidden: list[tuple[int, int]] = []
    for match in _BRACKET.finditer(text):
        sign, at = match.group(), match.start()
        if sign in b"({":
            begin = at
            if sign == b"{":
                is_block = not _NO_BLOCK.search(text, max(0, at - LONGEST), at)
                header = text[last_group[1] - 1 : at] if last_group[1] else b""
                if is_block and len(header) <= LONGEST and _BEHIND_PARAMETERS.match(header):
                    begin = last_group[0]
                sign = b"{" if is_block else b"("
            open_brackets.append((sign, begin))
        elif open_brackets:
            opened, begin = open_brackets.pop()
            if opened == b"{":
                hidden.append((begin, at + 1))
            elif sign == b")":
                last_group = (begin, at + 1)
    return _without(text, hidden)


def _without(text: bytes, spans: list[tuple[int, int]]) -> bytes:
    """Return a text without some spans, of which some lie in others."""
    kept, end = [], len(text)
    for begin, behind in sorted(spans, key=lambda span: (-span[1], span[0])):
        if behind <= end:
            kept.append(text[behind:end])
            end = begin
    return b";".join([text[:end], *reversed(kept)])


def _is_bound(name: bytes, text: bytes, forms: Sequence[bytes] = _BINDS) -> bool:
    return any(re.search(form % re.escape(name), text) for form in forms)
