"""Line plots as SVG, built from strings without a library for plots."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_WIDTH, _HEIGHT = 520, 320
_LEFT, _TOP, _RIGHT, _BOTTOM = 56, 16, 16, 44
_COLOURS = ("#1f5fa8", "#c2571a", "#3b8a3e", "#7a4ea3")
_TICKS = 5
_STEPS = (1, 2, 2.5, 5, 10)


@dataclass(frozen=True)
class Line:
    """A line with its name, its points, and whether each point is marked."""

    name: str
    points: Sequence[tuple[float, float]]
    marked: bool = False


def plot(lines: Sequence[Line], across: str, up: str) -> str:
    """Draw lines on axes that begin at zero and are named `across` and `up`."""
    points = [point for line in lines for point in line.points]
    steps = _step(max((x for x, _ in points), default=1)), _step(max((y for _, y in points), default=1))
    drawn = [_grid(steps, across, up)]
    for number, line in enumerate(lines):
        drawn.append(_line(line, _COLOURS[number % len(_COLOURS)], number, steps))
    size = f'width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
    style = 'font-family="sans-serif" font-size="11"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>\n' + "\n".join(drawn) + "\n</svg>\n"


def _step(most: float) -> float:
    """Return a round step, `_TICKS` of which reach the largest value."""
    wanted = max(most, 1e-9) / _TICKS
    power = 10.0 ** int(f"{wanted:e}".partition("e")[2])
    return next(step * power for step in _STEPS if step * power >= wanted * 0.999)


def _at(point: tuple[float, float], steps: tuple[float, float]) -> tuple[float, float]:
    (x, y), (step_x, step_y) = point, steps
    across, up = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    return _LEFT + across * x / (step_x * _TICKS), _HEIGHT - _BOTTOM - up * y / (step_y * _TICKS)


def _grid(steps: tuple[float, float], across: str, up: str) -> str:
    drawn = []
    for number in range(_TICKS + 1):
        x, bottom = _at((number * steps[0], 0), steps)
        left, y = _at((0, number * steps[1]), steps)
        drawn += [
            f'<path d="M{x:.1f} {_TOP}V{bottom:.1f}M{left:.1f} {y:.1f}H{_WIDTH - _RIGHT}" stroke="#ddd"/>',
            f'<text x="{x:.1f}" y="{bottom + 14:.1f}" text-anchor="middle">{number * steps[0]:g}</text>',
            f'<text x="{left - 5:.1f}" y="{y + 4:.1f}" text-anchor="end">{number * steps[1]:g}</text>',
        ]
    middle = (_TOP + _HEIGHT - _BOTTOM) / 2
    turned = f'transform="rotate(-90 12 {middle:.0f})" text-anchor="middle"'
    drawn.append(
        f'<text x="{(_LEFT + _WIDTH) / 2:.0f}" y="{_HEIGHT - 8}" text-anchor="middle">{escape(across)}</text>'
    )
    drawn.append(f'<text x="12" y="{middle:.0f}" {turned}>{escape(up)}</text>')
    return "\n".join(drawn)


def _line(line: Line, colour: str, number: int, steps: tuple[float, float]) -> str:
    places = [_at(point, steps) for point in line.points]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    drawn = [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.6"/>']
    if line.marked:
        drawn += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places]
    drawn.append(
        f'<text x="{_LEFT + 8}" y="{_TOP + 14 * (number + 1)}" fill="{colour}">{escape(line.name)}</text>'
    )
    return "\n".join(drawn)
