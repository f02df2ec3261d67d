"""`quoin models get`: the question, the download with its bar, and what to do with the file."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from quoin.engine.errors import SupplyError
from quoin.engine.supply.catalogue import known_model, models_folder
from quoin.engine.supply.fetch.download import Download
from quoin.lsp_server.cli.models_report import doubt, size
from quoin.lsp_server.console import print_json, print_text, remarks
from quoin.lsp_server.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from quoin.engine.supply.catalogue import KnownModel


def get_model(name: str, sha256: str | None, *, is_agreed: bool, json: bool) -> bool:
    """Download a known model if the user agrees, and return whether it is there.

    Raises:
        InputError: There is no such model, no digest, or nobody to ask.
    """
    try:
        model = known_model(name)
        work = Download(model, models_folder(), sha256)
    except SupplyError as error:
        raise InputError(str(error)) from error
    if not (is_agreed or _agrees(model, work.target)):
        return False
    path = _run(work, model.title)
    if path is not None:
        _say(path, json=json)
    return path is not None


def _run(work: Download, title: str) -> Path | None:
    """Download; None if the user has stopped it or it has failed, which is said."""
    try:
        with _bar() as bar:
            task = bar.add_task(title, total=None)
            return work.run(lambda done, total: bar.update(task, completed=done, total=total))
    except KeyboardInterrupt:
        remarks().print("stopped; what has come is kept, and the same command goes on", style="yellow")
    except SupplyError as error:
        remarks().print(f"quoin: {error}", style="red")
    return None


def _bar() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    return Progress(*columns, TimeRemainingColumn(), console=remarks())


def _agrees(model: KnownModel, target: Path) -> bool:
    """Ask the user, who sees what is downloaded, from where, and under which licence."""
    console = remarks()
    rounded = " (rounded)" if not model.bytes_exact else ""
    for title, text in (
        ("model", f"{model.title} ({model.quantisation}), {model.maker}"),
        ("address", model.address),
        ("size", f"{size(model.bytes)}{rounded}"),
        ("licence", f"{model.licence}, {model.licence_address}"),
        ("", model.licence_note),
        ("not certain", doubt(model.unverified, has_digest=model.sha256 is not None)),
        ("to", str(target)),
    ):
        if text:
            console.print(f"{title:>13}  {text}")
    if not sys.stdin.isatty():
        raise InputError("nothing is downloaded without a yes: say --yes, or run this in a terminal")
    return typer.confirm("Download?", default=False, err=True)


def _say(path: Path, *, json: bool) -> None:
    if json:
        print_json({"path": str(path)})
        return
    print_text(str(path), style="green")
    remarks().print(
        "use it here by --model FILE, and in an editor by its picker or the setting model.path",
        style="dim",
    )
