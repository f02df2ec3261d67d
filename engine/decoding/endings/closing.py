"""`Closing` says whether the signs that close a beginning of a completion are kept, and where they stand.

A beginning that fits with signs may still mean less than what the model has written, and signs that fit may
stand where no person puts them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quoin.engine.decoding.endings.signs import QUOTES
from quoin.engine.decoding.seams.braces import with_braces_below
from quoin.engine.util.characters import (
    OPENER_OF,
    closing_bracket,
    ends_word,
    open_brackets,
    without_pairs,
    without_strings,
)
from quoin.engine.util.lines import (
    BLANKS,
    LINE_END,
    column,
    first_line,
    last_line,
    line_above,
    line_below,
    line_start,
    lines_below,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    Ended = Callable[[bytes], bytes | None]

CLOSERS = tuple(OPENER_OF)
"""The closing brackets."""

UNFINISHED = (b",", b"(", b"[", b"{")
"""The signs after which a person would write more."""

GOING_ON = (b".", b"(", b"[")
"""The signs with which a word goes on."""

CHAINED = (b".", b"?.", b"&&", b"||")
"""The signs with which a line goes on with the expression of the line before it."""

ARROWS = (b"=>", b"->")
"""The signs that make parameters of what stands before them."""

OPERATORS = (*(bytes([sign]) for sign in b"=+-*/%&|^<!~.:"), b"->")
"""The signs after which an operand follows."""

COMPLETE = (b"++", b"--", b"*/")
"""Signs that end with one of `OPERATORS` and need no operand."""

GOES_ON = tuple(bytes([sign]) for sign in b",=!<>+-*/%&|?^:~")
"""The signs before which nothing is closed if the model is sure of them: what is closed there means less."""

BLOCK, EMPTY_BLOCK = b"{", b"{}"
"""The sign that begins a block, and a block without content."""

SEPARATOR = b";"
"""The sign that ends a statement."""

CLOSING_SIGNS = b")]}; \t"
"""The signs that an editor closes by itself, which may follow the cursor in its line."""

NEAR = 4000
"""The number of bytes before the cursor in which open brackets are searched."""


_BODY_FOLLOWS = re.compile(
    rb"[ \t]*(?:(?::|->|<|throws\b|where\b|extends\b|implements\b)[^;={}]*)?\{[ \t]*(?:\r?\n|\Z)"
)
"""What follows a header up to the beginning of its block."""

_HEADER = re.compile(rb"^\s*(?:(?:\}\s*)?else\s+)?(?:if|for|foreach|while)\b\s*(?:await\s*)?\(.*\)\s*\Z")
"""A line that is the header of a block without a bracket."""

_OPENS_BLOCK = re.compile(rb"[\w)>][ \t]*\{[ \t]*\Z")
"""The end of a header with the bracket of its block."""

_ENDS_BLOCK = re.compile(rb"(?P<empty>\{[ \t]*)?\r?\n[ \t]*\}\s*\Z")
"""The end of a block whose closing bracket has a line of its own, or all of an empty one."""

_STATEMENT = re.compile(rb"[ \t]*[^\s.?&|+*/:<,#=)\]}-][^\r\n]*;[ \t]*")
"""A line that is a statement, and goes on with nothing above."""

_SELECTS = re.compile(rb"[ \t]*(?!where\b|//|\*|#[ \t])(?:[^={}\[]|\[[^{}\]]*\])*(?<=[\w\])\"'])[ \t]*")
"""A line that selects what the properties of a block are for, without the bracket of the block."""

_PROPERTY = re.compile(rb"[ \t]+[\w-]+[ \t]*:[ \t][^{}]*;[ \t]*(?:/\*.*)?")
"""A line that is a property."""

_LAST_PROPERTY = re.compile(rb"(?m)^[ \t]+[\w-]+[ \t]*:[ \t][^{}\r\n]*?(?P<end>;?)[ \t]*\r?\n[ \t]*\}")
"""The end of a block's last property, and whether a sign ends it."""

_WORD_OPERATOR = re.compile(rb"(?<![\w$.:>])(?:new|await|typeof|instanceof|throw|delete)\Z")
"""A word at the end of a text after which an operand follows."""

_GOES_ON_ABOVE = re.compile(rb"[ \t]*(?:throws|where|implements|extends)\b")
"""What begins a line that belongs to the header above it."""

_BEFORE_VALUES = (b"(", b"[", b",", b"=", b":", b"?", b"&", b"|", b"return")
"""The signs behind which a brace begins a value."""

_OPERAND = re.compile(rb"[\w.$\x80-\xff]*\Z")
"""A single operand at the end of a text."""


class Closing:
    """The closing of beginnings of one completion.

    Args:
        text: The completion.
        sides: The left and the right context.
        ended: Returns a middle with the closing signs that make it a member, or the middle itself if it is
            one; None if signs do not suffice.
    """

    def __init__(self, text: bytes, sides: tuple[bytes, bytes], ended: Ended) -> None:
        self._text = text
        self._left, self._right = sides
        self._ended = ended

    def closed(self, part: bytes, whole: bytes, *, is_sure: bool = False) -> bytes | None:
        """Return a beginning with its closing signs where a person puts them; None if nobody would keep them.

        Args:
            part: The beginning.
            whole: The beginning with its closing signs.
            is_sure: Whether the model is sure of what follows the beginning.
        """
        placed = self._placed(part, whole, is_sure=is_sure)
        if placed is None or self._begins_block_again(placed) or self._leaves_body(placed):
            return None
        separated = self._separated(part, placed)
        below = with_braces_below(separated, self._left, self._right)
        return below if below != separated and self._ended(below) == below else separated

    def _placed(self, part: bytes, whole: bytes, *, is_sure: bool) -> bytes | None:
        """Return what `closed` does, whatever stands below."""
        signs = whole[len(part) :]
        tighter = (part + one for one in (signs.translate(None, BLANKS), signs.lstrip(BLANKS)))
        whole = next((one for one in tighter if self._ended(one) == one), whole)
        added, rest = whole[len(part) :], self._text[len(part) :]
        if whole == part:
            return self._unclosed(part, rest)
        if (is_sure and rest.lstrip(BLANKS).startswith(GOES_ON)) or self._means_less(part, added, rest):
            return None
        placed = self._as_written(whole, part) or self._on_lines(part, added, rest) or whole
        if not self._is_neat(part, placed):
            return None
        return self._with_block(placed) if self._takes_statement(placed) else placed

    def _separated(self, part: bytes, placed: bytes) -> bytes:
        """Return a closed beginning with the `;` that the model has written behind it, if that ends its line.

        Where a statement need not end with one, a user would miss it in a file whose others do.
        """
        length, left_out = _agreeing(placed[len(part) :], self._text[len(part) :])
        behind = first_line(self._text[len(part) + length :]).strip()
        ended = placed + SEPARATOR
        if first_line(self._right).strip():
            return placed
        is_written = behind == SEPARATOR and not left_out
        if not is_written and not (behind in (b"", SEPARATOR) and self._is_last_property(placed)):
            return placed
        return ended if self._ended(ended) == ended else placed

    def _is_last_property(self, placed: bytes) -> bool:
        """Return whether a text ends the last property of a block, and all of the file end with `;` there.

        A style sheet may leave the sign out there (20 of 7,411 do), and what is written below would become a
        part of the value.
        """
        line = last_line(self._left + placed)
        if not _PROPERTY.fullmatch(line + SEPARATOR) or line.rstrip().endswith((b";", b",", b":")):
            return False
        around = self._left[-NEAR:] + b"\n" + self._right[:NEAR]
        ends = {found["end"] for found in _LAST_PROPERTY.finditer(around)}
        if not ends:
            ends = {SEPARATOR} if _PROPERTY.fullmatch(line_above(self._left)) else ends
        return self._line_below().lstrip().startswith(b"}") and ends == {SEPARATOR}

    def _means_less(self, part: bytes, added: bytes, rest: bytes) -> bool:
        """Return whether a beginning means less with the added signs than with what follows it."""
        if added.startswith(SEPARATOR) and LINE_END.match(rest.lstrip(BLANKS)):
            # The model has ended the line without the sign, so its statement goes on in the next one.
            return True
        if cuts_short(part, added, rest) or goes_on_below(rest):
            return True
        return self._empties_header(part, added) or self._closes_group(part, added, rest)

    def _takes_next(self, part: bytes, rest: bytes) -> bool:
        """Return whether a beginning ends with an operator whose operand would be the file's next line."""
        goes_on = first_line(rest).strip() and not first_line(self._right).strip()
        return bool(goes_on) and (_takes_operand(part) or _WORD_OPERATOR.search(part) is not None)

    def _unclosed(self, part: bytes, rest: bytes) -> bytes | None:
        """Return a beginning that needs no signs, or with a block; None if nobody would keep it."""
        line = last_line(self._left + part)
        if self._is_cut_before(part, rest):
            return None
        if self._takes_next(part, rest) or (_BODY_FOLLOWS.match(rest) and not self._stands_over_block(line)):
            return None
        return self._with_block(part) if self._takes_statement(part) else part

    def _is_cut_before(self, part: bytes, rest: bytes) -> bool:
        """Return whether a beginning stands before the rest of its line, and the model goes on otherwise.

        Without its call, a function is another value, and an operator takes what stands there as its operand.
        """
        if not first_line(self._right).strip(CLOSING_SIGNS):
            return False
        goes_on = bool(first_line(rest).strip())
        return (rest[:1] in GOING_ON and ends_word(part)) or (_takes_operand(part) and goes_on)

    def _takes_statement(self, part: bytes) -> bool:
        """Return whether a beginning ends with a header whose body would be the file's next statement."""
        line = last_line(self._left + part)
        if first_line(self._right).strip() or _HEADER.search(line) is None:
            return False
        below = self._line_below()
        return column(below) <= column(line) and not below.lstrip(BLANKS).startswith(BLOCK)

    def _begins_block_again(self, whole: bytes) -> bool:
        """Return whether a header in a beginning has a block, and the block of the header stands below."""
        lines = lines_below(last_line(self._left) + whole)
        return any(_OPENS_BLOCK.search(line) and self._stands_over_block(line) for line in lines)

    def _leaves_body(self, whole: bytes) -> bool:
        """Return whether what stands below is the body of a block that ends a text, or lacks its bracket.

        Where the block is not empty, that is a statement; where it lacks its bracket, a property.
        """
        text, below = last_line(self._left) + whole, self._line_below()
        if first_line(self._right).strip() or column(below) <= column(last_line(text.rstrip())):
            return False
        block = _ENDS_BLOCK.search(text)
        if block is None:
            return _SELECTS.fullmatch(last_line(text)) is not None and _PROPERTY.fullmatch(below) is not None
        return block["empty"] is not None or _STATEMENT.fullmatch(below) is not None

    def _stands_over_block(self, line: bytes) -> bool:
        """Return whether a block begins below the cursor's line, in the column of a line."""
        below = self._line_below()
        is_block = below.lstrip(BLANKS).startswith(BLOCK) and column(below) == column(line)
        return is_block and not first_line(self._right).strip(CLOSING_SIGNS)

    def _line_below(self) -> bytes:
        """Return the first line below the cursor's that is not blank."""
        return line_below(self._right[:NEAR])

    def _with_block(self, part: bytes) -> bytes | None:
        """Return a header with an empty block; None if none fits."""
        line = last_line(self._left + part)
        block = part + b" {\n" + line[: len(line) - len(line.lstrip(BLANKS))] + b"}"
        return block if self._ended(block) == block else None

    def _is_neat(self, part: bytes, whole: bytes) -> bool:
        """Return whether a person would keep the closing signs after a beginning.

        A list is closed neither just after a comma nor while it is empty, as a type's arguments are, and a
        block only on a line of its own. Nothing within brackets is closed by a `;`, and no `;` makes the rest
        of the line a statement of its own.
        """
        added = whole[len(part.rstrip()) :]
        signs = added.strip()
        if signs.startswith(b">") and part.endswith(b"<") and ends_word(part[:-1]):
            return False
        is_unfinished = part.rstrip().endswith(UNFINISHED) and signs[:1] in CLOSERS
        if is_unfinished and (LINE_END.match(added) is None or begins_list(part.rstrip())):
            return False
        if any(sign in signs.partition(SEPARATOR)[2] for sign in (b")", b"]")):
            return False
        return SEPARATOR not in added or not first_line(self._right).strip()

    def _empties_header(self, part: bytes, added: bytes) -> bool:
        """Return whether the added `;` takes the place of a block.

        `if (a);` does nothing, and `fn f();` is not what has a body, so that nobody keeps a `;` where `{}`
        would end the text as well.
        """
        signs, separator, others = added.partition(SEPARATOR)
        block = part + signs + EMPTY_BLOCK
        return bool(separator) and self._ended(block) == block + others

    def _closes_group(self, part: bytes, added: bytes, rest: bytes) -> bool:
        """Return whether the signs close parentheses around one operand, other than those of a call."""
        if not added.startswith(b")") or rest.lstrip(BLANKS).startswith(b")"):
            return False
        before = (self._left + part)[-NEAR:]
        operand = _OPERAND.search(before)
        opener = before[: 0 if operand is None else operand.start()].rstrip(BLANKS)
        callee = opener[:-1].rstrip(BLANKS)
        return opener.endswith(b"(") and not (ends_word(callee) or callee.endswith((b")", b"]", b">", b"!")))

    def _as_written(self, whole: bytes, part: bytes) -> bytes | None:
        """Return a beginning with its closing signs as the model has placed them; None if it has not."""
        length, left_out = _agreeing(whole[len(part) :], self._text[len(part) :])
        written = self._text[: len(part) + length]
        return written if length and not left_out and self._ended(written) == written else None

    def _on_lines(self, part: bytes, added: bytes, rest: bytes) -> bytes | None:
        """Return a beginning whose closing brackets stand on lines of their own; None if none does.

        Such a bracket closes one that ends its line, and is indented as that line is.
        """
        if first_line(self._right).strip(CLOSING_SIGNS):
            return None
        before = (self._left + part)[-NEAR:]
        open_ones, here = open_brackets(before), line_start(before)
        begins_block = before.endswith(BLOCK) and self._is_block(part, added, rest)
        placed = part
        for sign in (added[at : at + 1] for at in range(len(added))):
            if sign in CLOSERS:
                at = open_ones.pop() if open_ones else -1
                if at < 0 or before[at : at + 1] != OPENER_OF[sign]:
                    return None
                is_last = not first_line(before[at + 1 :]).strip()
                if is_last and (at < here or begins_block):
                    line = before[_statement_start(before, at) :]
                    placed = placed.rstrip(BLANKS) + b"\n" + line[: len(line) - len(line.lstrip(BLANKS))]
                elif before[at + 1 : at + 2].isspace() and not is_last:
                    placed = placed.rstrip(BLANKS) + b" "
            placed += sign
        return placed if placed != part + added and self._ended(placed) == placed else None

    def _is_block(self, part: bytes, added: bytes, rest: bytes) -> bool:
        """Return whether a `{` begins a block: the model ends its line, or a statement may end before it."""
        if LINE_END.match(rest.lstrip(BLANKS)) is not None:
            return True
        header = part[: -len(BLOCK)].rstrip() + SEPARATOR
        return self._ended(header) == header + added.lstrip()[1:]


def _statement_start(before: bytes, at: int) -> int:
    """Return the offset of the line in which the header of a block begins whose bracket stands at `at`."""
    start = line_start(before, at)
    while start > 0:
        line = without_pairs(without_strings(before[start:at]))
        if b")" not in line and b"]" not in line and not _GOES_ON_ABOVE.match(line):
            break
        start = line_start(before, start - 1)
    return start


def _takes_operand(part: bytes) -> bool:
    """Return whether a text ends with the sign of an operator after which an operand follows."""
    return part.endswith(OPERATORS) and not part.endswith(COMPLETE)


def begins_list(part: bytes) -> bool:
    """Return whether a text ends with the bracket of a list, an object or arguments, and not of a block."""
    before = part[:-1].rstrip()
    return part.endswith((b"(", b"[")) or (part.endswith(BLOCK) and before.endswith(_BEFORE_VALUES))


def goes_on_below(rest: bytes) -> bool:
    """Return whether the next line of what follows a beginning goes on with its expression."""
    line_end = LINE_END.match(rest.lstrip(BLANKS))
    return line_end is not None and rest.lstrip().startswith(CHAINED)


def cuts_short(part: bytes, added: bytes, rest: bytes) -> bool:
    """Return whether signs close a beginning of a completion that means less without what follows.

    In `f(a.b)`, a user who sees `f(a)` reads another call; `f((a, b) => c)` has parameters and `f((a))` has
    none; and half of a string is another string.

    Args:
        part: The beginning.
        added: The signs.
        rest: What follows the beginning in the completion.
    """
    if rest[:1] in GOING_ON and (ends_word(part) or added.startswith(SEPARATOR)):
        return True
    quote = added.lstrip()[:1]
    if quote and quote in QUOTES and rest and not rest.startswith(quote):
        return True
    if added.lstrip()[:1] not in CLOSERS:
        return False
    follows = _behind_bracket(rest)
    # A header without its block, as `f(a)` of `function f(a, b) {`, may fit as a declaration.
    return follows.lstrip().startswith(ARROWS) or follows.rstrip().endswith(BLOCK)


def _behind_bracket(rest: bytes) -> bytes:
    """Return the rest of the line behind the closing bracket of one that is open; empty without it."""
    line = first_line(rest)
    at = closing_bracket(line)
    return b"" if at is None else line[at + 1 :]


def _agreeing(signs: bytes, rest: bytes) -> tuple[int, bytes]:
    """Return the length of the beginning of `rest` that has the first of `signs`, and the signs left out.

    Blanks count in neither of them.
    """
    signs = b"".join(signs.split())
    end = at = 0
    for number, sign in enumerate(signs):
        while at < len(rest) and rest[at : at + 1].isspace():
            at += 1
        if rest[at : at + 1] != bytes([sign]):
            return end, signs[number:]
        end = at = at + 1
    return end, b""
