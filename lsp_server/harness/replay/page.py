"""An HTML page with the numbers and plots of a replay."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from quoin.lsp_server.errors import InputError
from quoin.lsp_server.harness.replay.curve import calibration, sweep
from quoin.lsp_server.harness.replay.report import rows
from quoin.lsp_server.harness.replay.svg import Line, plot

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from quoin.lsp_server.harness.replay.tally import Replayed

    Found = Mapping[str, Sequence[Replayed]]

_STYLE = (
    "body{font:15px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
    "td,th{padding:.1em .8em;text-align:right}td:first-child{text-align:left;white-space:pre}"
)
_ROWS = 20


def write_page(folder: Path, found: Found, remark: str) -> None:
    """Write `replay.html` and its pictures into a folder.

    Raises:
        InputError: the files cannot be written.
    """
    pictures = {name: (words, draw(found)) for name, (words, draw) in _PICTURES.items()}
    figures = "".join(f"<h2>{escape(words)}</h2>\n{picture}" for words, picture in pictures.values())
    page = (
        f'<!doctype html>\n<meta charset="utf-8">\n<title>Typing replayed</title>\n<style>{_STYLE}</style>\n'
        f"<h1>Typing replayed</h1>\n<p>{escape(remark)}</p>\n{_numbers(found)}"
        f"{figures}<h2>Thresholds</h2>\n{_thresholds(found)}"
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "replay.html").write_text(page, encoding="utf-8")
        for name, (_, picture) in pictures.items():
            (folder / f"{name}.svg").write_text(picture, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{folder} cannot be written to: {error.strerror}") from None


def _trade(found: Found) -> str:
    lines = [
        Line(way, [(point.wrong, 100 * point.saved) for point in sweep(replayed)])
        for way, replayed in found.items()
    ]
    return plot(lines, "wrong texts shown for 100 keys", "keystrokes saved, %")


def _calibrated(found: Found) -> str:
    lines = [
        Line(way, [(one.confidence, one.right) for one in calibration(replayed)], marked=True)
        for way, replayed in found.items()
    ]
    lines.append(Line("as often as it says", [(0, 0), (1, 1)]))
    return plot(lines, "the model's probability of the first line shown", "right as far as it goes")


def _times(found: Found) -> str:
    lines = []
    for way, replayed in found.items():
        times = sorted(one.sight.seconds * 1000 for piece in replayed for one in piece.judged)
        shares = [(time, 100 * (number + 1) / len(times)) for number, time in enumerate(times)]
        lines.append(Line(way, shares))
    return plot(lines, "from key to text, ms", "of the texts shown, %")


def _numbers(found: Found) -> str:
    heading = "<tr><th>" + "".join(f"<th>{escape(way)}" for way in found)
    lines = [
        f"<tr><td>{escape(name)}" + "".join(f"<td>{cell}" for cell in cells) for name, cells in rows(found)
    ]
    return "<table>\n" + "\n".join([heading, *lines]) + "\n</table>\n"


def _thresholds(found: Found) -> str:
    lines = ["<tr><th>way<th>least confidence<th>saved<th>shown<th>first line right<th>wrong for 100 keys"]
    for way, replayed in found.items():
        points = sweep(replayed)
        for point in points[:: len(points) // _ROWS or 1]:
            right = f"{point.right / point.shown:.1%}" if point.shown else "-"
            cells = (f"{point.threshold:.2f}", f"{point.saved:.1%}", point.shown, right, f"{point.wrong:.1f}")
            lines.append(f"<tr><td>{escape(way)}" + "".join(f"<td>{cell}" for cell in cells))
    return "<table>\n" + "\n".join(lines) + "\n</table>\n"


_PICTURES = {
    "saved": ("Keystrokes saved against wrong texts shown, by the least confidence of what is shown", _trade),
    "calibration": (
        "How often what is shown is right as far as it goes, by how probable the model finds it",
        _calibrated,
    ),
    "times": ("From a key to a text", _times),
}
