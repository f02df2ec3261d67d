"""Completions that repeat what stands there already: lines, words in a loop, and definitions."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from quoin.engine.util.characters import INNERMOST
from quoin.engine.util.lines import first_line, last_line, lines_below

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

TIMES = 3
"""The number of consecutive repetitions of words that make a loop."""

LONGEST = 24
"""The largest number of words that a loop repeats."""

LEAST = 3
"""The least number of letters, or of words and signs, of a line whose repetition counts.

Braces and blank lines may be repeated.
"""

LONG = 12
"""The least number of letters of a line that makes a loop although others stand between."""

DEPTH = 8
"""The largest number of brackets within each other around the keys that are compared."""

FIRST_WORDS = 2
"""The number of words at a line's beginning among which the one is that begins a definition."""

DEFINERS = (
    *(
        "class",
        "struct",
        "enum",
        "interface",
        "trait",
        "impl",
        "type",
        "record",
        "union",
        "namespace",
        "module",
    ),
    *("def", "fn", "func", "fun", "function", "async", "const", "constructor", "typedef"),
    *(
        "public",
        "private",
        "protected",
        "internal",
        "static",
        "final",
        "abstract",
        "override",
        "pub",
        "export",
    ),
    *("import", "from", "use", "using", "include", "#include", "package"),
)
"""The words that begin definitions and imports where a language's manifest names none."""

NEAR = 4000
"""The number of bytes before and after the cursor in which the nearest lines are searched."""

NEAR_LINES = 10
"""The number of lines above and below, but for blank ones, that may have an equal one.

Of 23 texts that were equal to such a line of their own block in replayed typing, one was right; of those that
were equal to a line farther away, 14 of 20 were. A line of a block beside, such as the function above, is
copied where its opposite is meant; replayed typing lost no key without such texts.
"""

CONTROL = (
    *(b"if", b"else", b"for", b"foreach", b"while", b"do", b"switch", b"match", b"when", b"select", b"loop"),
    *(b"try", b"catch", b"with", b"using", b"lock", b"synchronized"),
)
"""The words with which the headers of blocks begin that may stand twice."""

_IMPORTS = re.compile(rb"\s*import\s*\(")
_MARK = re.compile(rb"[ \t]*(?:@\w[\w.]*|#!?\[\w+\]|\[\w+\]|#[ \t]*(?:endif|else))[ \t]*")
_MARK_BEGINS = re.compile(rb"[ \t]*[#@\[]")
_GROUPS = (b"{", b"(")
_FUNCTION = re.compile(rb"[ \t]*(?:\w+[ \t]+)*((?:function|func|fn|def)\b[ \t]*(?:\([^()]*\)[ \t]*)?[\w$]+)")
_CONSTANT = re.compile(
    rb"[ \t]*(?:export[ \t]+|pub(?:\([^()]*\))?[ \t]+)?"
    rb"(?:(?:(?:const|static)[ \t]+(?:mut[ \t]+)?(?P<name>[A-Za-z_$][\w$]*)"
    rb"|var[ \t]+(?P<value>[a-z]\w*))[ \t]*=(?!=)"
    rb"|(?:const|static)[ \t]+(?:mut[ \t]+)?(?P<typed>[A-Za-z_$][\w$]*)[ \t]*:(?!:))"
)
"""A line that gives a constant its name; of 37,000 real ones none has that of another one in its block."""

_METHOD = re.compile(rb"\s*([\w$#]+)(?:::|[\w$#*&<>\[\], \t])*\([^()]*\)[^(){};=]*\{")
_ACCESS = re.compile(rb"[ \t]*(?:public|private|protected)[ \t]*(?:Q_SLOTS|slots)?[ \t]*:[ \t]*")
"""The label of members in a class of C++, which stands to the left of them and ends no block."""

_BRANCH = re.compile(rb"\s*(?:\}\s*)?(?:else|elif|elsif)\b")
_ENDS = re.compile(rb"(?:[,;\s]|</[\w-]*>)+\Z")
_WORD = re.compile(rb"\w+|[^\w\s]")
_OBJECT = re.compile(rb"\{([^()\[\]{}]*)")
_KEY = re.compile(rb"\s*(\w+)\s*(?:(:)(?![:=])|[,}]\Z)")
_ZEROS = re.compile(rb"(?<!0,)(?<!0, )\b0(?:, ?0){1,2}\b(?!, ?0(?![.\d]))")
"""The zeros of a place or a colour, which are no loop; more of them are one."""


def repeats(middle: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion repeats a line just before or after it or a key, or contains a loop."""
    written = last_line(left) + middle
    lines = [line for line in _stripped(written) if _counts(line)]
    above = [line for line in _stripped(left[-NEAR:].removesuffix(last_line(left))) if _counts(line)][-1:]
    below = [line for line in _stripped(right[:NEAR].removeprefix(first_line(right))) if _counts(line)][:1]
    if any(one == other for one, other in pairwise(above + lines)) or (below and below[0] in lines):
        return True
    if any(lines.count(line) >= TIMES for line in lines):
        return True
    if _gives_twice(written) and not _gives_twice(last_line(left)):
        return True
    words = _WORD.findall(_ZEROS.sub(b"0", middle))
    return _loops(_WORD.findall(written), bytes.isalpha) or _loops(words, bytes.isalnum)


class Neighbours:
    """The lines just above and below the cursor's line, if that is blank.

    Args:
        left: The left context.
        right: The right context.
    """

    def __init__(self, left: bytes, right: bytes) -> None:
        begun, rest = last_line(left), first_line(right)
        above = [line for line in lines_below(left[-NEAR:].removesuffix(begun)) if line.strip()][-1:]
        below = [line for line in lines_below(right[:NEAR].removeprefix(rest)) if line.strip()][:1]
        is_blank = not (begun + rest).strip()
        self._lines = {_bare(line) for line in above + below if is_blank and _counts(line)}

    def may_come(self, middle: bytes | bytearray) -> bool:
        """Return whether a completion may yet become one of the lines, since it is empty."""
        return bool(self._lines) and not middle

    def has(self, middle: bytes | bytearray) -> bool:
        """Return whether a completion begins with one of them, whatever blanks and separators it has."""
        return bool(self._lines) and _bare(first_line(bytes(middle))) in self._lines


def _bare(line: bytes) -> bytes:
    return b" ".join(_ENDS.sub(b"", line).split())


def _gives_twice(text: bytes) -> bool:
    """Return whether an object of a text has a key twice, as in `{ a: 1, a: 2 }` and `{ a: 1, a }`."""
    for _ in range(DEPTH):
        for found in _OBJECT.finditer(text):
            items = (found[1] + text[found.end() : found.end() + 1]).split(b",")
            keys = [_KEY.match(item) for item in (*(one + b"," for one in items[:-1]), items[-1])]
            times = Counter(key[1] for key in keys if key)
            if any(key and key[2] and times[key[1]] > 1 for key in keys):
                return True
        # What is nested counts once: it is a value of what is around it.
        text = INNERMOST.sub(b"0", text)
    return False


def loop_of_lines(text: bytes | bytearray, since: int) -> int | None:
    """Return where the line end stands before the last whole line of a text, if that line is one of a loop.

    It stands just above as well, or for the third time if it is a long one.

    Args:
        text: The text, whose first line is a part of one.
        since: The place from which on the text is new; None is returned if no line ends there.
    """
    end = text.rfind(b"\n", since)
    begin = text.rfind(b"\n", 0, max(end, 0))
    line = bytes(text[begin + 1 : end])
    if end < 0 or begin < 0 or not _counts(line):
        return None
    above = bytes(text[:begin]).split(b"\n")
    is_long = len(re.findall(rb"[^\W\d_]", line)) >= LONG
    return begin if above[-1] == line or (is_long and above.count(line) >= TIMES - 1) else None


def defines_again(middle: bytes, left: bytes, right: bytes, definers: Sequence[str]) -> bool:
    """Return whether the block of one of a completion's lines has an equal line that begins a definition.

    Of lines with parameters, what stands before the body has to be equal.
    """
    words = [word.encode() for word in definers]
    rest = first_line(right)
    lines = list(lines_below(last_line(left) + middle + rest))
    above = list(lines_below(left[-NEAR:].removesuffix(last_line(left))))
    below = list(lines_below(right[:NEAR].removeprefix(rest)))
    for at, line in enumerate(lines):
        begun = _header(line)
        before, after = [*above, *lines[:at]], [*lines[at + 1 :], *below]
        others = [*_in_block(reversed(before), begun), *_in_block(after, begun)]
        if _is_constant_again(line, before, others):
            return True
        begins = any(word in words for word in begun.split()[:FIRST_WORDS]) and not _is_nameless(begun, words)
        if begins or _is_method(line):
            if begun in map(_header, others) or _is_named_again(line, before, others):
                return True
        elif any(_is_method(other) and begun == _header(other) for other in others):
            return True
    return False


def _is_nameless(line: bytes, words: Sequence[bytes]) -> bool:
    """Return whether a line begins a group or a pattern whose names follow below, as `const {` does.

    One list of imports in parentheses has them all.
    """
    return (
        not _IMPORTS.match(line)
        and line.endswith(_GROUPS)
        and all(word in words for word in line[:-1].split())
    )


def _is_named_again(line: bytes, before: Sequence[bytes], others: Iterable[bytes]) -> bool:
    """Return whether a function's line has the name of another one that is no overload of it.

    Overloads stand just above, and what is defined several times on purpose has a decorator.
    """
    name, above = _name(line), next((other for other in reversed(before) if other.strip()), b"")
    if not name or above.lstrip().startswith(b"@") or name == _name(above):
        return False
    return name in map(_name, others)


def _is_constant_again(line: bytes, before: Sequence[bytes], others: Iterable[bytes]) -> bool:
    """Return whether a line gives a constant the name of another one; those with a mark may be variants."""
    name, above = _constant(line), next((other for other in reversed(before) if other.strip()), b"")
    if not name or _MARK_BEGINS.match(above):
        return False
    indentation = len(line) - len(line.lstrip())
    return any(
        name == _constant(other) for other in others if len(other) - len(other.lstrip()) == indentation
    )


def _constant(line: bytes) -> bytes:
    """Return the name that a line gives a constant; empty for other lines."""
    found = _CONSTANT.match(line)
    return b"" if found is None else found["name"] or found["value"] or found["typed"]


def _name(line: bytes) -> bytes:
    """Return a function's line up to its name, without words before it; empty for other lines."""
    found = _FUNCTION.match(line)
    return b"" if found is None else found.group(1)


def stands_near(middle: bytes, left: bytes, right: bytes) -> bool:
    """Return whether one of a completion's lines stands near the cursor already, in the same column.

    It may be of the same block, or of the body of another function or branch. Many definitions have the same
    mark, each once.
    """
    rest = first_line(right)
    lines = list(lines_below(last_line(left) + middle + rest))
    above = [line for line in lines_below(left[-NEAR:].removesuffix(last_line(left))) if line.strip()]
    below = [line for line in lines_below(right[:NEAR].removeprefix(rest)) if line.strip()]
    near = above[: -NEAR_LINES - 1 : -1], below[:NEAR_LINES]
    return any(
        line.rstrip() in (other.rstrip() for other in _beside(side, line))
        for line in lines
        if _counts(line)
        for side in near
    )


def _beside(lines: Sequence[bytes], line: bytes) -> Iterator[bytes]:
    """Yield the lines with which a line is compared: a mark, as `@Override`, with those next to it alone."""
    if _MARK.fullmatch(line):
        return takewhile(_MARK.fullmatch, lines)
    return _alike(lines, line)


def _alike(lines: Iterable[bytes], line: bytes) -> Iterator[bytes]:
    """Yield the lines of a line's block, and behind a function's head or an `else` those of others."""
    is_other = is_parted = False
    indentation = len(line) - len(line.lstrip())
    for other in lines:
        if len(other) - len(other.lstrip()) < indentation and not _ACCESS.fullmatch(other):
            is_other = True
            is_parted = (
                is_parted or _is_method(other) or _BRANCH.match(other) is not None or bool(_name(other))
            )
        elif is_parted or not is_other:
            yield other


def _in_block(lines: Iterable[bytes], line: bytes) -> Iterator[bytes]:
    """Yield the lines up to the first one that is indented less than a line."""
    indentation = len(line) - len(line.lstrip())
    for other in lines:
        is_outside = len(other) - len(other.lstrip()) < indentation
        if is_outside and other.strip() and not _ACCESS.fullmatch(other):
            return
        yield other


def _header(line: bytes) -> bytes:
    """Return a line up to the body behind its parameters."""
    header, brace, _ = line.partition(b"{")
    return header.rstrip() if brace and b"(" in header else line.rstrip()


def _is_method(line: bytes) -> bool:
    """Return whether a line begins as the definition of what has parameters does."""
    match = _METHOD.match(line)
    return match is not None and match.group(1) not in CONTROL


def _stripped(text: bytes) -> Iterator[bytes]:
    return (line.strip() for line in lines_below(text))


def _counts(line: bytes) -> bool:
    """Return whether a line has enough content for its repetition to count."""
    words = _WORD.findall(line)
    letters = sum(map(len, re.findall(rb"[^\W\d_]+", line)))
    return letters >= LEAST or (len(words) >= LEAST and any(map(bytes.isalnum, words)))


def _loops(words: list[bytes], says: Callable[[bytes], bool]) -> bool:
    """Return whether a sequence of at least two words is repeated `TIMES` times in a row.

    `says` has to return true for the first byte of at least one of the words.
    """
    for period in range(2, min(LONGEST, len(words) // TIMES) + 1):
        for at in range(len(words) - TIMES * period + 1):
            once = words[at : at + period]
            if once * TIMES == words[at : at + TIMES * period] and any(says(word[:1]) for word in once):
                return True
    return False
