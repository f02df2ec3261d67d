"""What is open around a cursor: opened left of it and closed right of it.

A completion that closes such a bracket, string or block and opens another one in its place fits, but
is hardly ever meant (the paper, section VIII-A, "staying in context"). What the right context closes
is found with a short middle that fits: what is open before it and after all of its bytes is closed
behind it. Blocks are known by columns: the block of the cursor's line is left open, and so is the one
that the right context goes on with.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from engine.decoding import indentation
from engine.decoding.indentation import BLANKS
from engine.quotient import NEW_LINE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.decoding.interfaces import OpenState

MOST_BYTES = 100
MOST_STEPS = 1000
"""How long the short middle may be, and how long is looked for it."""

NONE_OPEN = -1
_NO_CODE = b"$"
_QUOTES = (b"'''$", b'"""$')
_END_OF_FIELD = b"}$"
_LINE_JOIN = b"\\\n"


@dataclass(frozen=True)
class Openings:
    """What a completion is to leave open, and how the file is laid out.

    Attributes:
        bracket: where the innermost bracket or replacement field opens that is to stay open, in bytes of the
            left context; None for none.
        innermost: where the innermost opens that is open at the cursor; `NONE_OPEN` for none.
        in_string: whether the string around the cursor is to stay open.
        least: indentation that lines of the middle are to have at least, as the text they begin with;
            None where lines do not matter.
        base: indentation of the line that the cursor's belongs to or comes after; None if not known.
        unit: by what blocks are indented; None if the file does not show it.
        line: blanks before the cursor if nothing else stands before it in its line, else None.
        rest: what stands behind the cursor in its line.
    """

    bracket: int | None
    innermost: int
    in_string: bool
    least: bytes | None
    base: bytes | None
    unit: bytes | None
    line: bytes | None
    rest: bytes


def look_around(state: OpenState, left: bytes, right: bytes, *, by_columns: bool) -> Openings:
    """Find what a completion is to leave open.

    Args:
        state: at the cursor.
        left: the left context.
        right: the right context.
        by_columns: whether the language's blocks are laid out by columns.
    """
    innermost = innermost_bracket(state)
    head = _fresh_line(state, left) if innermost == NONE_OPEN else None
    places = list(_along(state, state.completion(MOST_BYTES, MOST_STEPS)))
    tops = [innermost_bracket(place) for place in places]
    kept = min(tops, default=NONE_OPEN)
    in_string = any(map(is_in_string, places[:1])) and not any(_left_string(at, innermost) for at in places)
    least = base = unit = None
    if by_columns and places and kept == NONE_OPEN and not in_string:
        unit = indentation.unit(left, right)
        end = _logical_end(left, head, tops)
        inside = end == left and is_in_string(state)
        base = indentation.of_logical_line(end, in_string=inside)
        least = _least_behind_text(state, right, base) if head is None else _least(state, head, left, right)
    return Openings(
        bracket=None if kept == NONE_OPEN else kept,
        innermost=innermost,
        in_string=in_string,
        least=least,
        base=base,
        unit=unit,
        line=head,
        rest=indentation.first_line(right),
    )


def innermost_bracket(state: OpenState) -> int:
    """Where the innermost open bracket opens, one that has just been closed not counted."""
    at = _settled(state).open_bracket()
    return NONE_OPEN if at is None else at


def has_closed(state: OpenState, bracket: int) -> bool:
    """Whether a bracket that was open is no more.

    A replacement field is not told of in its format specification, which ends with it.
    """
    return innermost_bracket(state) < bracket and not _settled(state).accepts(_END_OF_FIELD)


def is_in_string(state: OpenState) -> bool:
    """Whether text goes on here in a string, be it of a formatted one; see `engine.place`."""
    at = _settled(state)
    return at.accepts(_NO_CODE) and not all(at.accepts(_NO_CODE + quotes) for quotes in _QUOTES)


def has_left_string(state: OpenState, around: Openings) -> bool:
    """Whether the string around the cursor has been closed."""
    return _left_string(state, around.innermost)


def _left_string(state: OpenState, innermost: int) -> bool:
    at = _settled(state)
    # In the midst of an escape neither comes; a field of a formatted string is a bracket of its own.
    is_code = not at.accepts(_NO_CODE) and at.accepts(_LINE_JOIN)
    return is_code and innermost_bracket(at) <= innermost


def _settled(state: OpenState) -> OpenState:
    """The state behind a blank, which ends the lexeme at hand unless it is one of text."""
    behind = state.copy()
    return behind if behind.advance(b" ") else state


def _along(state: OpenState, text: bytes | None) -> Iterator[OpenState]:
    """The states before, between and after the bytes of a text; none without one."""
    if text is None:
        return
    at = state.copy()
    yield at.copy()
    for byte in text:
        at.advance(bytes([byte]))
        yield at.copy()


def _fresh_line(state: OpenState, left: bytes) -> bytes | None:
    """What stands before the cursor in its line, if that is blank and the line begins one of code."""
    head = indentation.last_line(left)
    above = left[: len(left) - len(head)].removesuffix(b"\n").removesuffix(b"\r")
    return None if head.strip(BLANKS) or above.endswith(b"\\") or is_in_string(state) else head


def _logical_end(left: bytes, head: bytes | None, tops: list[int]) -> bytes:
    """The left context up to a place of the logical line that the cursor's belongs to or comes after."""
    brackets = [top for top in tops if NONE_OPEN < top < len(left)]
    if brackets:
        return left[: min(brackets)]
    if head is None:
        return left
    return left[: len(left) - len(head)].rstrip()


def _least(state: OpenState, head: bytes, left: bytes, right: bytes) -> bytes:
    """The least indentation of lines that leave the block of a line that begins, or of what follows, open."""
    rest = indentation.first_line(right)
    own = head + indentation.of_line(rest)
    # Where no line can stand at the column of what follows, that is the end of a line of the middle.
    following = own if rest.strip(BLANKS) and _can_stand(state, own[len(head) :]) else _following(right)
    if following is None or not _deeper(following, head) or (head and _can_stand(state, b"")):
        return head
    above = (indentation.of_line(line) for line in indentation.lines_above(left))
    levels = {
        line for line in islice(above, indentation.NEAR) if _deeper(line, head) and following.startswith(line)
    } | {following}
    fitting = (level for level in levels if _can_stand(state, level[len(head) :]))
    return max(fitting, key=len, default=head)


def _least_behind_text(state: OpenState, right: bytes, base: bytes | None) -> bytes | None:
    """The same for a line that has text before the cursor; `base` is its indentation."""
    following = None if indentation.first_line(right).strip(BLANKS) else _following(right)
    if following is None or base is None or not _deeper(following, base):
        return base
    # Content can stand there only if the cursor's line opens the block.
    return following if _can_stand(state, b"\n" + following) else base


def _following(right: bytes) -> bytes | None:
    """The indentation of the first line with content behind the cursor's."""
    lines = indentation.lines_below(right)
    next(lines)
    return next((indentation.of_line(line) for line in lines if indentation.has_content(line)), None)


def _deeper(one: bytes, other: bytes) -> bool:
    return len(one) > len(other) and one.startswith(other)


def _can_stand(state: OpenState, blanks: bytes) -> bool:
    """Whether content can stand behind blanks at a line's start."""
    at = state.copy()
    return at.advance(blanks) and at.expected() != [NEW_LINE]
