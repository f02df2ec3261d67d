"""`is_odd` says whether a beginning of a completion is one that a user who is typing would laugh at.

What it finds fits, and the model may have meant it, but hardly anybody keeps it: a word that is begun and
goes on to one that stands nowhere else, a number that goes on, a line further to the right than the cursor
that the user has moved out of a block, an operand that stands there twice, a comment behind code, a
block whose lines are not indented, a dash or a `$` without what it belongs to, or `async` or `function`
without one.

`leaves_open` says whether it leaves open what the language knows nothing of, as in a script within a page, or
the tag of a further line, and `says_twice` whether a condition or arguments say the same twice.
"""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.decoding.endings.usefulness import logprob_of
from quoin.engine.util.characters import (
    CLOSER_OF,
    STRING,
    closing_bracket,
    open_brackets,
    without_pairs,
    without_strings,
)
from quoin.engine.util.lines import BLANKS, column, first_line, last_line, line_below, line_start, lines_below

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from quoin.engine.decoding.result import Candidate

INVENTED = 0.5
"""The least probability of the rest of a word that stands nowhere else."""

COMMENTED = 0.5
"""The least probability of a text with a comment behind code."""

NUMBER = 0.5
"""The least probability of digits that go on with a number."""

SEEN = 4000
"""The number of bytes before or after the cursor in which lines are looked at."""

BELOW = 32_000
"""The number of bytes after the cursor in which the end of a block is looked for."""

NEVER_DOUBLED = b",.:;()[]{}\"'`#@"
"""The signs that may stand before an equal part of a line, as in a list."""


class Lexicon(NamedTuple):
    """What is known of words.

    Attributes:
        definers: The words with which definitions begin.
        has: Returns whether a word stands in the open files, or belongs to the language or its library.
        is_scoped: Whether the language's functions have braces, and its variables are declared.
        clashes: Returns whether a completion gives something at the cursor's line a value of another type.
        keys_by_column: Whether lines begin with keys that the block of their column has once.
        words_by_blanks: Whether blanks alone part words.
    """

    definers: Sequence[str]
    has: Callable[[bytes], bool]
    is_scoped: bool = False
    clashes: Callable[[bytes], bool] = lambda _whole: False
    keys_by_column: bool = False
    words_by_blanks: bool = False


EVERY_WORD = Lexicon((), lambda _word: True)
"""The lexicon of what nothing is known of: no word defines anything, and every word is known."""

_BEGUN = re.compile(rb"[\w\x80-\xff]+\Z")
_MEMBER = re.compile(rb"(?:\.|->)[\w\x80-\xff]+\Z")
_NO_MEMBERS = frozenset(
    b"abstract boolean const declare elseif enum extends foreach function implements instanceof interface"
    b" namespace private protected public readonly static struct switch typeof void while".split()
)
_GOES_ON = re.compile(rb"[\w\x80-\xff]+")
_FRACTION = re.compile(rb"\.?\d+")
_COMMENT = re.compile(rb"[^\s/#][^\r\n]*?[ \t]()(?://|#(?:[ \t]|\Z))")
_FLAT_HEADERS = (b"namespace", b"extern")
_FLAT_LINES = (b"}", b")", b"]", b"case", b"default", b"#")
_DASH = re.compile(rb"(?<![\w)\]]-)(?<!--)-\Z")
_NO_CLOSERS = bytes(sign for sign in range(256) if sign not in b")]}")
_STATEMENT_ENDS = (b";", b"{", b"}", b",", b":", b"*/")
_SIGIL = re.compile(rb"(?:^|[.=\s\"])\$\Z")
_UNDEFINED = re.compile(
    rb"(?<![\w.$])(?:async|function|let(?:[ \t]+mut)?|(?:const|let|var)[ \t][^=]*=[ \t]*require)\Z"
)
_TWICE = re.compile(
    rb"(?P<one>\"[^\"\r\n]+\"|'[^'\r\n]+'|\w+(?:\.\w+)+)\s*,\s*(?P=one)(?![\w.(\[])"
    rb"|\.(?:insert|put|set|Add|TryAdd|emplace)\(\s*(?P<key>\w+)\s*,\s*(?P=key)\)"
    rb"|\?\s*(?P<other>\"[^\"\r\n]*\"|'[^'\r\n]*'|[\w.]+)\s*:\s*(?P=other)(?![\w.(\[]|\?\.)"
)
_ALONE = re.compile(
    rb"(?m)^\s*template\s*<(?:[^<>;{}()]|<[^<>;{}()]*>)*>\s*;\s*\Z"
    rb"|^[ \t]*#[ \t]*include[ \t]*(?:<[^<>\r\n]*/>|\"[^\"\r\n]*/\")"
    rb"|^[ \t]*(?:(?:public|private|protected|internal|static|override|virtual)[ \t]+)+async[ \t]+"
    rb"[A-Za-z_][\w<>\[\],? .]*(?:;|\{[ \t]*get\b)"
    rb"|^[ \t]*(?:pub[ \t]+)?struct[ \t]+\w+<'\w+>[ \t]*;"
    rb"|^[ \t]*[a-z]\w*\.[A-Z]\w*<[^<>]*>[ \t]+\w+[ \t]*;"
    rb"|^[ \t]*class[ \t]+__(?:init|new|call|str|repr|main|name)__"
)
_MACRO = re.compile(rb"\b[a-z_]\w*!\(.*(?:\b[A-Za-z_]\w*|[)\]])(?:\.|::)[)\],]|!\(.*->[ \t]*[);]")
_UNVALUED = re.compile(
    rb"(?m)^[ \t]*(?:export[ \t]+)?const(?:[ \t]*(?:\{[^{}]*\}|\[[^\[\]]*\])"
    rb"|[ \t]+[\w$]+(?:[ \t]*:[ \t]*[\w$.]+(?:<[^<>]*>)?(?:\[\])*)?)[ \t]*\Z"
)
_BEGUN_TAG = re.compile(rb"[\r\n][ \t]*<[A-Za-z][\w.:-]*(?:\s[^<>]*)?\Z")
_IN_TAG = re.compile(rb"<[A-Za-z][\w.:-]*\s[^<>]*\Z")
_PART = re.compile(rb"[\w\x80-\xff]+|[^\w\s\x80-\xff]+")


def is_odd(part: bytes, candidate: Candidate, left: bytes, lexicon: Lexicon) -> bool:
    """Return whether a beginning of a completion is odd.

    Args:
        part: The beginning.
        candidate: The completion, whose marks say how sure the model is.
        left: The left context.
        lexicon: What is known of words.
    """
    return (
        _invents(part, candidate, left, lexicon.has)
        or _counts_on(part, candidate, left)
        or _goes_back_in(part, left, lexicon.definers)
        or doubles(candidate.text.encode(), left)
        or _comments(part, candidate, left)
        or is_flat(last_line(left) + part)
        or (part.endswith(b"-") and _DASH.search(last_line(left) + part) is not None)
        or any(end.search(last_line(left) + part) is not None for end in (_UNDEFINED, _SIGIL))
    )


def leaves_open(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion opens a bracket, a string or a further line's tag that nothing near closes.

    The header of a block that is there already opens a bracket that a line below closes, indented as it is.
    A template that has nothing but its parameters counts as left open, and so do a folder that is included,
    a constant, or names for parts, without a value, an asynchronous field, a lifetime of no field, a method
    as a type, and in an argument of a macro, which takes any signs, a dot or `::` without a name. The tag in
    which the cursor stands may lack its end, which counts as present while its attributes are written.

    Args:
        whole: The completion, with what closes it.
        left: The left context.
        right: The right context.
    """
    before, follows = last_line(left), first_line(right.lstrip())
    opens_more = _count_open(before + whole, follows) > _count_open(before, follows)
    if opens_more and not _is_header(left, whole, right):
        return True
    # Behind a tag's name, the sign that ends the tag is its own.
    is_taken = b">" not in first_line(right) or _IN_TAG.search(before)
    if _ALONE.search(before + whole) or (_BEGUN_TAG.search(whole) and is_taken):
        return True
    if _lacks_value(before + whole, right) or _MACRO.search(without_strings(before + first_line(whole))):
        return True
    # Three quotes begin or end a text of several lines.
    own, line = (text.replace(b'"""', b"") for text in (whole, last_line(left + whole)))
    is_begun = STRING.sub(b"", own).count(b'"') == 1 and STRING.sub(b"", line).count(b'"') == 1
    return is_begun and b'"' not in follows


def ends_header(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion ends the header of a block that is there already, as `) {` does.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    return whole[-1:] in CLOSER_OF and _is_header(left, whole, right)


def says_twice(whole: bytes, left: bytes) -> bool:
    """Return whether a completion makes both values of a condition the same, or two arguments in a row.

    Where values above stand twice in a row, as in tables of tests, more of them may.

    Args:
        whole: The completion, with what closes it.
        left: The left context.
    """
    line = last_line(left)
    twice = any(match.end() > len(line) for match in _TWICE.finditer(line + first_line(whole)))
    return twice and _TWICE.search(left[: len(left) - len(line)][-SEEN:]) is None


def _lacks_value(text: bytes, right: bytes) -> bool:
    """Return whether a text ends with a constant, or with names for a value's parts, and none is given."""
    is_last = not first_line(right).strip() and not right.lstrip().startswith(b"=")
    return is_last and _UNVALUED.search(text) is not None


def _count_open(text: bytes, follows: bytes) -> int:
    """Return how many brackets of a text are not closed by the line that follows."""
    return len(open_brackets(STRING.sub(b"", text + b"\n" + follows)))


def _is_header(left: bytes, whole: bytes, right: bytes) -> bool:
    """Return whether all brackets that a completion leaves open are closed below as theirs are.

    A completion may be the header of a block that is there already, whose closing bracket is indented as the
    statement is, or the first line of arguments that go on in deeper lines.
    """
    before = last_line(left)
    text, below = without_strings(before + whole), without_strings(right[:BELOW])
    new = [opener for opener in open_brackets(text) if opener >= len(before)]
    closer = -1
    for opener in reversed(new):
        found = closing_bracket(below, closer + 1)
        if found is None or below[found : found + 1] != CLOSER_OF[text[opener : opener + 1]]:
            return False
        begins = line_start(below, found)
        # What ends in the line of a bracket that is closed well began in the same line, too.
        is_same = closer >= begins
        closer = found
        # The rest of the cursor's line was written for what stands there.
        if not begins or not (is_same or _closes(below[begins:closer], text, opener, left, below)):
            return False
    return True


def _closes(line: bytes, text: bytes, opener: int, left: bytes, below: bytes) -> bool:
    """Return whether a bracket that opens in a completion is closed where a person puts it.

    Args:
        line: What stands before the closing bracket in its line.
        text: The cursor's line with the completion.
        opener: Where the bracket opens in it.
        left: The left context.
        below: The right context.
    """
    header = column(text[line_start(text, opener) : opener])
    is_alone = not line.strip(BLANKS + b")]}")
    if is_alone and column(line) == header:
        return True
    if line_start(text, opener):
        return False
    if is_alone and column(line) == _statement_column(text[:opener], left):
        return True
    if text[opener : opener + 1] == b"{":
        return False
    # Arguments may go on in deeper lines.
    return column(line_below(below)) > header and column(line) > header


def _statement_column(header: bytes, left: bytes) -> int | None:
    """Return the column of a statement whose last line is a header; None if it has no line above."""
    above = without_strings(left[: len(left) - len(last_line(left))][-SEEN:])
    closed = _count_closed(header)
    if closed:
        opener = next(iter(open_brackets(above)[-closed:][:1]), None)
        return None if opener is None else column(above[line_start(above, opener) :])
    line = last_line(above.rstrip())
    if not line or line.endswith(_STATEMENT_ENDS):
        return None
    return _statement_column(line, above.rstrip()) if _count_closed(line) else column(line)


def _count_closed(text: bytes) -> int:
    """Return how many brackets a text closes that open before it."""
    return len(without_pairs(text, b"").translate(None, _NO_CLOSERS))


def _invents(part: bytes, candidate: Candidate, left: bytes, has: Callable[[bytes], bool]) -> bool:
    """Return whether a typed word goes on to one that stands nowhere else, of which the model is not sure."""
    begun, rest = _BEGUN.search(last_line(left)), _GOES_ON.match(part)
    if begun is None or rest is None or begun.group()[:1].isdigit():
        return False
    word, line = begun.group() + rest.group(), last_line(left)
    # The language's words are known, but mean nothing as members.
    is_strange = word in _NO_MEMBERS and _MEMBER.search(line) is not None
    return (is_strange or not has(word)) and _sureness(candidate, rest.end()) < INVENTED


def _counts_on(part: bytes, candidate: Candidate, left: bytes) -> bool:
    """Return whether a typed number goes on, and the model is not sure of it."""
    begun, rest = _BEGUN.search(last_line(left)), _FRACTION.match(part)
    is_number = begun is not None and begun.group().isdigit()
    return is_number and rest is not None and _sureness(candidate, rest.end()) < NUMBER


def _comments(part: bytes, candidate: Candidate, left: bytes) -> bool:
    """Return whether a comment begins behind code, and says nothing or the model is not sure of it."""
    line = last_line(left)
    begins = [match.end(1) for match in _COMMENT.finditer(line + part) if match.end(1) >= len(line)]
    if not begins:
        return False
    return not (line + part)[begins[-1] :].strip(b"/# \t") or _sureness(candidate, len(part)) < COMMENTED


def is_flat(text: bytes) -> bool:
    """Return whether a line, no label or bracket, stands no deeper than the one that opens its block."""
    lines = [line for line in lines_below(text) if line.strip()]
    return any(
        header.rstrip().endswith(b"{")
        and not header.lstrip().startswith(_FLAT_HEADERS)
        and column(line) <= column(header)
        and not line.lstrip().startswith(_FLAT_LINES)
        and not line.rstrip().endswith(b":")
        for header, line in pairwise(lines)
    )


def _sureness(candidate: Candidate, end: int) -> float:
    """Return the probability under the model of the first bytes of a completion."""
    return math.exp(logprob_of(candidate, 0, end))


def _goes_back_in(part: bytes, left: bytes, definers: Sequence[str]) -> bool:
    """Return whether a line after a blank one begins further to the right than its cursor.

    A method after a blank line is what the user may want; what goes on with a body that a blank line and the
    cursor's column have left is not.
    """
    here, text = last_line(left), part.lstrip(BLANKS)
    if here.strip() or len(text) == len(part) or column(here + part[: len(part) - len(text)]) <= column(here):
        return False
    above = list(lines_below(left[-SEEN:]))[:-1]
    if not above or above[-1].strip():
        return False
    is_apart = len(above) > 1 and not above[-2].strip()
    return is_apart or text.split(maxsplit=1)[0].decode("utf-8", "replace") not in definers


def doubles(part: bytes, left: bytes) -> bool:
    """Return whether a completion begins with the operator and the operand that stand just before it."""
    before, after = _PART.findall(last_line(left)), _PART.findall(part)
    if not after or after[0].isalnum() or after[0][:1] in NEVER_DOUBLED:
        return False
    return any(
        before[-length:] == after[:length] and after[length - 1][-1:].isalnum()
        for length in range(2, min(len(before), len(after)) + 1)
    )
