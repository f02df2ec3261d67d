"""Bars as SVG, built from strings without a library for plots, in the colours of the page around them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

COLOURS = 6
"""Number of the classes `c0`, `c1` … of colours; further series share the last one."""

_WIDTH, _HEIGHT = 720, 200
_LEFT, _TOP, _RIGHT, _BOTTOM = 48, 12, 8, 24
_LABELS = 7
_ROUND = (1, 2, 4, 6, 8, 10)
_ROW_WIDTH, _ROW_HEIGHT = 240, 12


def stacked(bars: Sequence[tuple[str, Mapping[str, int]]], series: Sequence[str], title: str) -> str:
    """Draw bars side by side, each a name and its numbers by series, which are stacked in their order."""
    top = _top(max((sum(parts.values()) for _, parts in bars), default=0))
    wide = (_WIDTH - _LEFT - _RIGHT) / max(1, len(bars))
    drawn = _grid(top)
    for place, (name, parts) in enumerate(bars):
        drawn += _bar(_LEFT + place * wide, wide, name, [parts.get(one, 0) for one in series], top)
    # One label in so many bars, the last bar among them.
    every = -(-len(bars) // _LABELS)
    for place in range(len(bars) - 1, -1, -every):
        x = _LEFT + (place + 0.5) * wide
        anchor = "end" if x > _WIDTH - 2 * _LEFT else "middle"
        x = _WIDTH - _RIGHT if anchor == "end" else x
        text = escape(bars[place][0].partition(" ")[0])
        drawn.append(f'<text x="{x:.1f}" y="{_HEIGHT - 6}" text-anchor="{anchor}">{text}</text>')
    label = f'role="img" aria-label="{escape(title)}"'
    return f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" {label}>{"".join(drawn)}</svg>'


def row(number: int, most: int) -> str:
    """Draw a bar for one row of a table, as long as its share of the largest number."""
    wide = max(1.0, _ROW_WIDTH * number / max(1, most))
    size = f'width="{_ROW_WIDTH}" height="{_ROW_HEIGHT}"'
    return f'<svg {size}><rect class="c0" width="{wide:.1f}" height="{_ROW_HEIGHT}" rx="2"/></svg>'


def colour(place: int) -> str:
    """Return the class of the colour of a series."""
    return f"c{min(place, COLOURS - 1)}"


def _bar(x: float, wide: float, name: str, numbers: Sequence[int], top: int) -> list[str]:
    gap = min(4.0, wide * 0.2)
    drawn, below = [], 0
    for place, number in enumerate(numbers):
        if number:
            y, high = _up(below + number, top), _up(below, top) - _up(below + number, top)
            shape = f'x="{x + gap / 2:.1f}" y="{y:.1f}" width="{wide - gap:.1f}" height="{high:.1f}"'
            drawn.append(f'<rect class="{colour(place)}" {shape}/>')
            below += number
    return [f"<g><title>{escape(name)}: {below:,}</title>{''.join(drawn)}</g>"] if drawn else []


def _grid(top: int) -> list[str]:
    drawn = []
    for number in sorted({0, top // 2, top} if top % 2 == 0 else {0, top}):
        y = _up(number, top)
        drawn.append(f'<path class="grid" d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}"/>')
        drawn.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{number:,}</text>')
    return drawn


def _top(most: int) -> int:
    """Return the round number at the top of an axis that has room for the largest number."""
    power = 1
    while power * 10 < most:
        power *= 10
    return next(power * one for one in _ROUND if power * one >= most)


def _up(number: int, top: int) -> float:
    return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * number / top
