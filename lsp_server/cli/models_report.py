"""The output of `quoin models`: tables of the models that can be had."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table

from quoin.lsp_server.console import results

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ESTIMATE = (
    "* an estimate: each token reads the whole file, and llama.cpp reaches about four fifths of what this\n"
    "  machine's memory gives, {bandwidth} a second as measured now; a prompt takes time as well;\n"
    "  a suggestion has some ten tokens"
)
_GIGABYTE = 1e9
UNVERIFIED = "? not verified: there are not two sources that agree"
_WORDS = {"bytes": "size", "sha256": "digest"}
"""The values of a model that may not be certain, for the user."""

NO_DIGEST = "! no digest is known: it is downloaded only with --sha256 and the digest that its page shows"


def show(found: Mapping[str, Any]) -> None:
    """Print a survey (see `quoin.engine.supply.survey`)."""
    console = results()
    console.print(_known(found["known"]))
    _show_remarks(found)
    if found["found"]:
        console.print()
        console.print(_found(found["found"]))
    if found["servers"] is not None:
        console.print()
        console.print(
            _servers(found["servers"]) if found["servers"] else "no server answers at the usual ports"
        )


def _show_remarks(found: Mapping[str, Any]) -> None:
    console = results()
    known = found["known"]
    console.print(ESTIMATE.format(bandwidth=size(found["bandwidth"])), style="dim")
    if any(model["unverified"] for model in known):
        console.print(UNVERIFIED, style="dim")
    if any(model["sha256"] is None for model in known):
        console.print(NO_DIGEST, style="dim")
    console.print(
        f"downloads go to {found['folder']}; {size(found['freeBytes'])} are free there", style="dim"
    )


def _table(*columns: str) -> Table:
    table = Table(box=None, title_justify="left")
    for name in columns:
        numbers = name in {"size", "memory", "tokens/s*", "context"}
        table.add_column(
            name, justify="right" if numbers else "left", style="cyan" if name == "name" else None
        )
    return table


def _known(models: Sequence[Mapping[str, Any]]) -> Table:
    table = _table("name", "size", "memory", "tokens/s*", "context", "licence", "here")
    for model in models:
        doubt = "?" if "bytes" in model["unverified"] else ""
        table.add_row(
            model["name"],
            size(model["sizeBytes"]) + doubt,
            size(model["memoryBytes"]),
            f"{model['tokensPerSecond']:g}",
            str(model["context"]),
            model["licence"],
            _state(model),
        )
    return table


def _state(model: Mapping[str, Any]) -> str:
    if model["path"] is not None:
        return str(model["path"])
    if model["partialBytes"]:
        return f"{size(model['partialBytes'])} of it"
    if model["sha256"] is None:
        return "no!"
    return "no?" if "sha256" in model["unverified"] else "no"


def _found(models: Sequence[Mapping[str, Any]]) -> Table:
    table = _table("on this machine", "kept by", "size", "tokens/s*", "fills in the middle", "file")
    for model in models:
        fim = "yes" if model["fim"] else "no"
        row = (size(model["sizeBytes"]), f"{model['tokensPerSecond']:g}", fim, model["path"])
        table.add_row(model["name"], model["store"], *row)
    return table


def _servers(servers: Sequence[Mapping[str, Any]]) -> Table:
    table = _table("server", "address", "models", "usable")
    for server in servers:
        usable = "yes, as remote.url" if server["usable"] else "no; its files may be, see above"
        table.add_row(server["program"], server["address"], ", ".join(server["models"]) or "none", usable)
    return table


def doubt(unverified: Sequence[str], *, has_digest: bool) -> str:
    """Return what of a model is not certain, in words; empty if all is."""
    if not has_digest:
        return "no digest is known"
    words = ", ".join(_WORDS.get(name, name) for name in unverified)
    return f"known from one source alone: {words}" if words else ""


def size(count: float) -> str:
    """Return a number of bytes as people read it, such as `1.6 GB`."""
    return f"{count / _GIGABYTE:.1f} GB" if count >= _GIGABYTE else f"{count / 1e6:.0f} MB"
