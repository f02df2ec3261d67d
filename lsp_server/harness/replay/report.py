"""The results of a replay as a table and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table

from quoin.lsp_server.harness.replay.harm import KINDS
from quoin.lsp_server.harness.replay.tally import harmful, tally

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from quoin.lsp_server.harness.replay.tally import Replayed, Tally


def table(found: Mapping[str, Sequence[Replayed]]) -> Table:
    """Draw the numbers with one column for each way."""
    drawn = Table()
    drawn.add_column("", no_wrap=True)
    for way in found:
        drawn.add_column(way, justify="right")
    for name, cells in rows(found):
        drawn.add_row(name, *cells)
    return drawn


def rows(found: Mapping[str, Sequence[Replayed]]) -> list[tuple[str, list[str]]]:
    """Return the names of the numbers, each with its cells in the order of the ways."""
    tallies = [tally(replayed) for replayed in found.values()]
    harms = [(f"  {kind}", [_share(one.harms[kind], one.shown) for one in tallies]) for kind in KINDS]
    first, last = (
        [(name, [cell(one) for one in tallies]) for name, cell in group.items()]
        for group in (_ROWS, _LAST_ROWS)
    )
    return first + harms + last


def remark(heading: Mapping[str, Any]) -> str:
    """Describe a run in one line: what was typed, with which model, and the judge."""
    return (
        f"language: {heading['language']}; model: {heading['model']}; judge: {heading['judge']}; "
        f"speed: {heading['speed']}; seed {heading['seed']}; {heading['files']['count']} files "
        f"(sha256 {heading['files']['sha256'][:12]})"
    )


def as_json(found: Mapping[str, Sequence[Replayed]]) -> dict[str, Any]:
    """Return for each way the numbers over all pieces and by kind of piece, and the harmful texts."""
    return {"ways": {way: _of_way(replayed) for way, replayed in found.items()}}


def _of_way(replayed: Sequence[Replayed]) -> dict[str, Any]:
    kinds = dict.fromkeys(one.played.piece.kind for one in replayed)
    by_kind = {
        kind: tally([one for one in replayed if one.played.piece.kind == kind]).as_json() for kind in kinds
    }
    return {"all": tally(replayed).as_json(), "pieces": by_kind, "harmful": harmful(replayed)}


def _share(count: int, whole: int) -> str:
    return f"{count} ({count / whole:.1%})" if whole else str(count)


def _ms(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"


_ROWS: dict[str, Callable[[Tally], str]] = {
    "keys without help": lambda one: str(one.alone),
    "keystrokes saved": lambda one: f"{one.saved:.1%}",
    "shown for 100 keys": lambda one: f"{100 * one.shown / max(1, one.keys):.1f}",
    "taken, of those shown": lambda one: _share(one.taken, one.shown),
    "first line right": lambda one: _share(one.lines, one.shown),
    "right as far as it goes": lambda one: _share(one.so_far, one.shown),
    "first word right": lambda one: _share(one.tokens, one.shown),
    "harmful": lambda one: _share(one.harmful, one.shown),
}
_LAST_ROWS: dict[str, Callable[[Tally], str]] = {
    "flickers": lambda one: _share(one.flickers, one.shown),
    "gone though typed along": lambda one: _share(one.vanished, one.shown),
    "key to text, 50th, ms": lambda one: _ms(one.p50_ms),
    "key to text, 95th, ms": lambda one: _ms(one.p95_ms),
}
