"""What constructs around the cursor owe counts as present.

A `try` whose block is being written has no `catch` yet, so that no text within the block makes the file a
program. The text that the manifest has for it (`stand_ins.owed`) is put behind the block. Blocks are found by
brackets, without the parser: a wrong place is refused when the file is read with the text.

Likewise a decorator that is being written has no definition yet where nothing stands below it
(`stand_ins.decorated`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.util.characters import CLOSER_OF, OPENER_OF
from quoin.engine.util.lines import BLANKS, LINE_END, first_line, last_line, line_start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.engine.languages.manifest import Manifest
    from quoin.engine.languages.manifest.owed import Decorated, Owed

_QUOTES = frozenset("\"'`")
_BLANK = rb"[ \t\f]"
_NAME = re.compile(rb"[\w.:]*")
_CLOSING = re.compile(rb"[)\]}\"'`\s]*")


class Present(NamedTuple):
    """A text that counts as present.

    Attributes:
        at: The offset in the right context at which it stands, in bytes.
        text: The text, with the blanks and line ends that it needs there.
    """

    at: int
    text: bytes


def in_order(present: list[Present]) -> tuple[Present, ...]:
    """Return texts sorted by their places; the order at the same place is kept."""
    return tuple(sorted(present, key=lambda one: one.at))


def put_in(right: bytes, present: tuple[Present, ...]) -> bytes:
    """Return a right context with texts that count as present; they are sorted by their places."""
    pieces, end = [], 0
    for one in present:
        pieces += [right[end : one.at], one.text]
        end = one.at
    return b"".join((*pieces, right[end:]))


def lines_added(present: tuple[Present, ...], at: int) -> int:
    """Return how many line ends the texts add before the offset `at` in the right context with them."""
    added = lines = 0
    for one in present:
        if one.at + added >= at:
            break
        added += len(one.text)
        lines += one.text.count(b"\n")
    return lines


def below_line(manifest: Manifest, left: bytes, right: bytes) -> Iterator[Present]:
    """Yield the texts one of which the decorator at the cursor may owe, the likeliest first."""
    head = last_line(left)
    indent = head[: len(head) - len(head.lstrip(BLANKS))]
    tail = first_line(right)
    for rule in manifest.stand_ins.decorated:
        begins = rule.begins.encode()
        if not head.startswith(begins, len(indent)) or _CLOSING.fullmatch(tail) is None:
            continue
        if _is_written(signs_of(manifest), head, right, len(indent + begins)) and (
            _is_nothing_below(manifest, rule, indent, right, len(tail))
        ):
            yield from (Present(len(tail), b"\n" + indent + text.encode()) for text in rule.texts)


def _is_written(signs: _Signs, head: bytes, right: bytes, at: int) -> bool:
    """Return whether the cursor is in the decorator that begins a line, and whose name is at `at`."""
    name = _NAME.match(head, at)
    opened = at if name is None else name.end()
    if opened == len(head):
        return True
    if head[at - 1 : at] in CLOSER_OF:
        opened = at - 1
    return head[opened : opened + 1] in CLOSER_OF and signs.inside(head, right, opened) is not None


def _is_nothing_below(manifest: Manifest, rule: Decorated, indent: bytes, right: bytes, at: int) -> bool:
    """Return whether what stands below the line that ends at `at` is not what a decorator needs.

    `indent` is the decorator's indentation.
    """
    below = signs_of(manifest).code_after(right, at)
    if rule.follows:
        is_beside = right[line_start(right, below) : below] == indent
        return not (is_beside and right.startswith(tuple(text.encode() for text in rule.follows), below))
    return below == len(right) or right.startswith(b"}", below)


def behind_blocks(manifest: Manifest, left: bytes, right: bytes) -> list[Present]:
    """Return the texts that the blocks around a cursor owe, those of the innermost block first.

    It takes microseconds if nothing in the left context begins such a block, or if only the cursor's line is
    new.
    """
    found: list[Present] = []
    above = left[: line_start(left)]
    for rule in manifest.stand_ins.owed:
        for begun in reversed(list(_begins(rule).finditer(left))):
            if rule.has_bracket:
                one = _behind_bracket(manifest, rule, (left, right), begun.end() - 1, len(above))
            else:
                one = _behind_lines(manifest, rule, left, right, begun.start())
            if one is not None:
                found.append(one)
    return found


@lru_cache
def _begins(rule: Owed) -> re.Pattern[bytes]:
    return re.compile(rule.expression)


@lru_cache
def _follows(rule: Owed) -> re.Pattern[bytes]:
    return re.compile(rule.expression_of_what_follows)


def _behind_lines(manifest: Manifest, rule: Owed, left: bytes, right: bytes, at: int) -> Present | None:
    """Return what a block owes whose lines are deeper than the line that begins at `at`; None if nothing."""
    start = line_start(left, at)
    indent = left[start:at]
    header = LINE_END.search(left, at)
    if indent.strip() or header is None:
        return None
    comment = manifest.comments.line.encode()
    rest = _begins(rule).sub(b"", left[at : header.start()], count=1).strip()
    if rest and not (comment and rest.startswith(comment)):
        return None
    ends = _not_deeper(indent, comment)
    cursor = len(left) - len(last_line(left))
    tail = LINE_END.search(right)
    line = left[cursor:] + (right if tail is None else right[: tail.start()])
    if ends.search(left, header.end(), cursor) or not re.match(re.escape(indent) + _BLANK, line):
        return None
    end = None if tail is None else ends.search(right, tail.end())
    if end is None:
        line_end = b"" if right.endswith((b"\n", b"\r")) else b"\n"
        return Present(len(right), line_end + indent + rule.text.encode())
    if right.startswith(indent, end.start()) and _follows(rule).match(right, end.start() + len(indent)):
        return None
    return Present(end.start(), indent + rule.text.encode() + b"\n")


@lru_cache(64)
def _not_deeper(indent: bytes, comment: bytes) -> re.Pattern[bytes]:
    """Return the expression of a line's beginning that is not deeper than `indent`, and no comment."""
    no_comment = rb"(?!" + re.escape(comment) + rb")" if comment else b""
    return re.compile(
        rb"(?m)^(?!" + re.escape(indent) + _BLANK + rb")" + _BLANK + rb"*" + no_comment + rb"\S"
    )


def _behind_bracket(
    manifest: Manifest, rule: Owed, sides: tuple[bytes, bytes], at: int, line: int
) -> Present | None:
    """Return what the block of the bracket at `at` owes; None if it is closed, or what it needs follows.

    The cursor's line begins at `line`.
    """
    signs, (left, right) = signs_of(manifest), sides
    around: tuple[bytes, ...] = ()
    if at < line:
        above = _inside_above(signs, rule, left[:line]).get(at)
        if above is None:
            return None
        at, around = (at, ()) if above.text else (line, above.brackets)
    inside = signs.inside(left, right, at, around)
    end = None if inside is None else _closed(signs, right, inside)
    if end is None or _follows(rule).match(right, signs.code_after(right, end)):
        return None
    return Present(end, b" " + rule.text.encode())


class _Inside(NamedTuple):
    """What is open at the cursor: brackets, the innermost last, and what began a comment or a string."""

    brackets: tuple[bytes, ...]
    text: bytes


@dataclass(frozen=True, eq=False)
class _Signs:
    """The expressions by which brackets are found.

    Attributes:
        any: A bracket, or what begins a comment or a string.
        texts: The rest of a comment or a string with its end, by what begins it.
        spanning: What begins those that may span lines.
        line: What begins a comment up to the line's end; empty if nothing does.
        between: Blanks and comments.
    """

    any: re.Pattern[bytes]
    texts: dict[bytes, re.Pattern[bytes]]
    spanning: tuple[bytes, ...]
    line: bytes
    between: re.Pattern[bytes]

    def inside(self, left: bytes, right: bytes, at: int, around: tuple[bytes, ...] = ()) -> _Inside | None:
        """Return what is open at the cursor from the bracket at `at` on; None if that is closed.

        A quote that does not end in its line is none, as the apostrophe of a text. `around` is what is open
        before `at`, from the bracket on.
        """
        brackets = list(around)
        found = self.any.search(left, at)
        while found is not None:
            sign, end = found[0], found.end()
            if sign in self.texts:
                text = self.texts[sign].match(left, end)
                if text is None and (sign in self.spanning or self._goes_on(sign, left, right, end)):
                    return _Inside(tuple(brackets), sign)
                if text is not None and text.end() == len(left) and sign == self.line:
                    return _Inside(tuple(brackets), sign)
                end = end if text is None else text.end()
            elif sign not in OPENER_OF:
                brackets.append(sign)
            elif not brackets or brackets.pop() != OPENER_OF[sign] or not brackets:
                return None
            found = self.any.search(left, end)
        return _Inside(tuple(brackets), b"")

    def _goes_on(self, quote: bytes, left: bytes, right: bytes, at: int) -> bool:
        """Return whether the text behind a quote goes on at the cursor and ends in its line."""
        return LINE_END.search(left, at) is None and self.texts[quote].match(right) is not None

    def closed(self, right: bytes, inside: _Inside) -> int | None:
        """Return the offset behind the bracket that closes the outermost one; None if it is not found."""
        brackets, end = list(inside.brackets), 0
        if inside.text:
            rest = self.texts[inside.text].match(right)
            if rest is None:
                return None
            end = rest.end()
        for sign, behind in self.brackets(right, end):
            if sign not in OPENER_OF:
                brackets.append(sign)
            elif brackets.pop() != OPENER_OF[sign]:
                return None
            elif not brackets:
                return behind
        return None

    def brackets(self, text: bytes, at: int = 0) -> Iterator[tuple[bytes, int]]:
        """Yield the brackets of a text outside of comments and strings, and the offsets behind them."""
        found = self.any.search(text, at)
        while found is not None:
            sign, end = found[0], found.end()
            if sign not in self.texts:
                yield sign, end
            elif (rest := self.texts[sign].match(text, end)) is not None:
                end = rest.end()
            found = self.any.search(text, end)

    def code_after(self, text: bytes, at: int) -> int:
        """Return the offset of what follows blanks and comments."""
        found = self.between.match(text, at)
        return at if found is None else found.end()


@lru_cache(16)
def _inside_above(signs: _Signs, rule: Owed, above: bytes) -> dict[int, _Inside | None]:
    """Return what is open behind whole lines, by the offsets of the brackets that begin the blocks of a rule.

    While a user types in a line, the lines above it stay the same.
    """
    begun = (one.end() - 1 for one in _begins(rule).finditer(above))
    return {at: signs.inside(above, b"", at) for at in begun}


@lru_cache(16)
def _closed(signs: _Signs, right: bytes, inside: _Inside) -> int | None:
    return signs.closed(right, inside)


def signs_of(manifest: Manifest) -> _Signs:
    """Return the expressions by which a language's brackets are found."""
    comments, stand_ins = manifest.comments, manifest.stand_ins
    quotes = {text for text in (*stand_ins.ends, *stand_ins.edges) if _QUOTES.issuperset(text)}
    spanning = frozenset(text for text in quotes if len(text) > 1 or text in stand_ins.edges)
    return _signs(comments.line.encode(), comments.block, frozenset(quotes), spanning)


@lru_cache
def _signs(line: bytes, block: tuple[str, ...], quotes: frozenset[str], spanning: frozenset[str]) -> _Signs:
    texts = {line: rb"[^\r\n]*"} if line else {}
    if block:
        begin, end = (text.encode() for text in block)
        texts[begin] = rb"(?s:.*?)" + re.escape(end)
    comments = [re.escape(begin) + rest for begin, rest in texts.items()]
    for quote in quotes:
        sign = rb"(?s:[^\\]|\\.)*?" if quote in spanning else rb"(?:[^\\\r\n]|\\.)*?"
        texts[quote.encode()] = sign + re.escape(quote.encode())
    # The longest beginning counts.
    begins = sorted(texts, key=len, reverse=True)
    return _Signs(
        re.compile(b"|".join((*map(re.escape, begins), rb"[(\[{}\])]"))),
        {begin: re.compile(rest) for begin, rest in texts.items()},
        (*(text.encode() for text in spanning), *(text.encode() for text in block[:1])),
        line,
        re.compile(rb"(?:" + b"|".join((rb"\s+", *comments)) + rb")*"),
    )
