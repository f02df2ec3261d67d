"""Placeholders are texts that may replace a line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.recovery.source import parts
from quoin.engine.util.characters import CLOSER_OF
from quoin.engine.util.lines import column

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.engine.languages.manifest.stand_ins import StandIns
    from quoin.engine.quotient.quotient import State
    from quoin.engine.recovery.draft import Draft, Reader

NUL = b"\0"
"""The byte that no line of any language contains."""

MAX_SIGNS = 8
"""The number of delimiters of a line, counted from its end, that are removed one at a time."""

_SIGN = re.compile(rb"'''|\"\"\"|['\"(){}\[\]]")
_TRAILING = re.compile(rb"[:,]?$")

MAX_COLUMNS = 5
"""The largest number of columns at which a placeholder is tried, in addition to the line's own."""


SECOND = 0.05
MENDED = 0.03
EDGE = 0.1
STRING = 0.4
"""The additional costs of the less likely kinds of placeholders; the unit is `CHANGE`."""

UNLIKE = 1.0
"""The additional cost of a placeholder that begins or ends a bracket if the line itself does not."""

_OPENERS = b"".join(CLOSER_OF)
_CLOSERS = b"".join(CLOSER_OF.values())

STEP = 4
"""The assumed indentation of a block, in columns, if no other block shows it."""


@dataclass(frozen=True)
class Texts:
    """A language's placeholders for lines, as bytes; the blank line is one of the statements."""

    statements: tuple[bytes, ...]
    headers: tuple[bytes, ...]
    brackets: tuple[bytes, ...]
    strings: tuple[bytes, ...]


@lru_cache
def texts_of(stand_ins: StandIns) -> Texts:
    """Return the placeholders of a language as bytes."""
    kinds = (stand_ins.statements, stand_ins.headers, stand_ins.edges)
    statements, headers, edges = (tuple(text.encode() for text in kind) for kind in kinds)
    quotes = [text.encode() for text in stand_ins.ends if len(text) > 1]
    strings = tuple(edge for edge in edges if any(quote in edge for quote in quotes))
    return Texts((*statements, b""), headers, tuple(edge for edge in edges if edge not in strings), strings)


class Kind(NamedTuple):
    """The placeholders of one kind for a line.

    Attributes:
        texts: The placeholders, the likeliest first.
        plain: Whether each of them is complete by itself or begins a block.
        cost: The cost of each of them.
    """

    texts: list[bytes]
    plain: bool
    cost: float


def stand_ins(reader: Reader, draft: Draft, line: int, *, columns: bool) -> Iterator[Kind]:
    """Yield the placeholders that can replace a line, by kind, the likeliest kind first.

    They have the line's own column, and other columns too if `columns` is set or if no line can begin like
    this one. Placeholders that make no difference to what may follow are omitted.
    """
    state = reader.state(draft.text[: draft.start(line)])
    looks = _looks(reader, state, draft.line(line))
    for kind in _kinds(reader, draft, line, columns=columns):
        yield kind._replace(texts=[text for text in kind.texts if _looks(reader, state, text) != looks])


def _looks(reader: Reader, state: State, text: bytes) -> object:
    """Return a value that says what may follow a line; None if the line cannot be read."""
    after = state.copy()
    if not after.advance(text):
        return None
    before, opened = state.open_bracket(), after.open_bracket()
    return after.expected(), reader.spans(after), opened == before, opened is None


def _kinds(reader: Reader, draft: Draft, line: int, *, columns: bool) -> Iterator[Kind]:
    """Yield the placeholders by kind, including those that make no difference to what may follow."""
    texts = texts_of(reader.language.manifest.stand_ins)
    state = reader.state(draft.text[: draft.start(line)])
    own, content, end = parts(draft.line(line))
    if NUL in content and (known := _possible(state, [own], (content.replace(NUL, b""),), end)):
        # A line with a NUL is certainly broken by it, so that no other placeholder is needed.
        yield Kind(known, True, 0.0)
        return
    mended = tuple(mended_lines(reader.language.manifest.stand_ins, content))
    if mended:
        yield Kind(_possible(state, [own], mended, end), False, MENDED)
    begins_well = state.accepts(own + content[:1])
    elsewhere = [b" " * at for at in _columns(draft, line)] if columns or not begins_well else []
    indents = [own, *elsewhere] if begins_well else [*elsewhere, own]
    below = _below(draft, line)
    simple = _possible(state, indents, texts.statements, end)
    # A block whose bracket stands in a line of its own has a header without it.
    begun = below.lstrip()[:1]
    fitting = tuple(one for one in texts.headers if not (begun and begun in _OPENERS and one.endswith(begun)))
    headers = _possible(state, sorted(indents, key=column, reverse=True), fitting, end, below)
    # Nearly everything can be read in a comment, too.
    signs = [sign.encode() for sign in reader.language.manifest.comments.block]
    comments = tuple(text for text in texts.brackets if text in signs)
    brackets = tuple(text for text in texts.brackets if text not in signs)
    like = tuple(text for text in brackets if _is_like(text, content))
    unlike = tuple(text for text in brackets if text not in like)
    edges = Kind(_possible(state, indents, like, end, below), False, EDGE)
    others = Kind(_possible(state, indents, unlike, end, below), False, EDGE + UNLIKE)
    strings = Kind(_possible(state, indents, (*texts.strings, *comments), end, below), False, STRING)
    if _is_header(draft, line):
        # A line before a deeper one is probably a header, unless its beginning cannot be code there.
        costs = (0.0, SECOND) if begins_well else (SECOND, 0.0)
        kinds = [Kind(headers, True, costs[0]), Kind(simple, True, costs[1])]
        yield from [*sorted(kinds, key=lambda kind: kind.cost), edges, strings, others]
    else:
        yield from [Kind(simple, True, 0.0), edges, Kind(headers, True, EDGE), strings, others]


def _possible(
    state: State, indents: list[bytes], texts: tuple[bytes, ...], end: bytes, below: bytes = b""
) -> list[bytes]:
    """Return the texts, with each of the indentations, that can be read together with the text below."""
    lines = (indent + text if text else b"" for indent in indents for text in texts)
    return [line + end for line in dict.fromkeys(lines) if not line or state.accepts(line + b"\n" + below)]


def _below(draft: Draft, line: int) -> bytes:
    """Return the next line with content; it is empty if the cursor's line is in between."""
    below = draft.lines.below(line)
    return b"" if below is None or line < draft.lines.cursor < below else draft.line(below)


def _is_like(stand_in: bytes, content: bytes) -> bool:
    """Return whether a placeholder begins or ends brackets of other lines only if the line does too."""
    ends, begins = _brackets(stand_in)
    line_ends, line_begins = _brackets(content)
    return ends <= line_ends and begins <= line_begins


def _brackets(text: bytes) -> tuple[bool, bool]:
    """Return whether a line closes brackets of other lines, and whether it leaves brackets open."""
    depth = least = 0
    for byte in text:
        depth += (byte in _OPENERS) - (byte in _CLOSERS)
        least = min(least, depth)
    return least < 0, depth > least


def _is_header(draft: Draft, line: int) -> bool:
    below = draft.lines.below(line)
    return below is not None and column(draft.line(below)) > column(draft.line(line))


def _columns(draft: Draft, line: int) -> list[int]:
    """Return the columns of neighbouring lines, enclosing blocks, and a block that begins here."""
    below = draft.lines.below(line)
    near = [] if below is None else [column(draft.line(below))]
    around = [column(draft.line(other)) for other in draft.lines.openers(line)]
    step = around[0] - around[1] if len(around) > 1 else STEP
    deeper = [around[0] + step] if around else []
    return list(dict.fromkeys([*near, *around[:1], *deeper, *around[1:], 0]))[:MAX_COLUMNS]


def mended_lines(stand_ins: StandIns, content: bytes) -> Iterator[bytes]:
    """Yield texts that differ from a line in one delimiter, or only in its NUL bytes.

    Args:
        stand_ins: The language's placeholders; the last character of each header is a delimiter too.
        content: The line without indentation and line end.
    """
    if NUL in content:
        content = content.replace(NUL, b"")
        yield content
    if not content:
        return
    openers: list[bytes] = []
    for sign in _SIGN.findall(content):
        if sign in CLOSER_OF:
            openers.append(CLOSER_OF[sign])
        elif openers and sign == openers[-1]:
            openers.pop()
    if openers:
        at = _TRAILING.search(content)
        cut = len(content) if at is None else at.start()
        yield content[:cut] + openers[-1] + content[cut:]
    signs = list(_SIGN.finditer(content))
    for match in signs[: -MAX_SIGNS - 1 : -1]:
        yield content[: match.start()] + content[match.end() :]
    ends = {header[-1:].encode() for header in stand_ins.headers}
    for end in sorted(ends):
        if not content.endswith(end):
            yield content + end
