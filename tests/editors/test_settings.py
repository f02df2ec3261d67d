"""What the plug-ins offer to set is what the server takes: the same names, defaults and ranges."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from quoin.lsp_server.settings.settings import NAMES, Settings, read_settings

EDITORS = Path(__file__).resolve().parents[2] / "editors"
OF_THE_PLUGIN = {"enable", "server.path"}
# VS Code shows the server's log itself.
NOT_IN_VSCODE = {"log.file"}


def offered() -> dict[str, dict[str, Any]]:
    """The properties in VS Code's package.json, without the leading `quoin.`."""
    package = json.loads((EDITORS / "vscode" / "package.json").read_text(encoding="utf-8"))
    properties = package["contributes"]["configuration"]["properties"]
    return {name.removeprefix("quoin."): schema for name, schema in properties.items()}


SERVER_SETTINGS = {name: schema for name, schema in offered().items() if name not in OF_THE_PLUGIN}
RANGES = [
    (name, value, inside)
    for name, schema in SERVER_SETTINGS.items()
    for limit, outward in (("minimum", -1), ("maximum", 1))
    if limit in schema
    for value, inside in ((schema[limit], True), (schema[limit] + outward, False))
]
WORDS = [(name, word) for name, schema in SERVER_SETTINGS.items() for word in schema.get("enum", [])]


def complaints(name: str, value: object) -> list[str]:
    return [complaint.message for complaint in read_settings([{name: value}], trusted=True)[1]]


@pytest.mark.parametrize("name", SERVER_SETTINGS)
def test_default_is_the_servers(name: str) -> None:
    assert read_settings([{name: SERVER_SETTINGS[name]["default"]}], trusted=True) == (Settings(), [])


@pytest.mark.parametrize(("name", "value", "inside"), RANGES)
def test_range_is_the_servers(name: str, value: int, inside: bool) -> None:
    assert (not complaints(name, value)) == inside


@pytest.mark.parametrize(("name", "word"), WORDS)
def test_word_is_known_to_the_server(name: str, word: str) -> None:
    assert complaints(name, word) == []


def test_every_setting_of_the_server_is_offered() -> None:
    assert set(NAMES) - NOT_IN_VSCODE == set(offered()) - {"server.path"}


@pytest.mark.parametrize("page", ["README.md", "neovim/doc/quoin.txt"])
@pytest.mark.parametrize("name", sorted({*offered(), *NAMES}))
def test_setting_is_documented(name: str, page: str) -> None:
    assert f"`{name}`" in (EDITORS / page).read_text(encoding="utf-8")


def test_what_is_run_or_read_is_never_taken_from_a_workspace() -> None:
    package = json.loads((EDITORS / "vscode" / "package.json").read_text(encoding="utf-8"))
    paths = {f"quoin.{name}" for name in offered() if name.endswith(("path", ".url")) or name == "grammars"}
    scopes = {name: package["contributes"]["configuration"]["properties"][name]["scope"] for name in paths}
    assert scopes == dict.fromkeys(paths, "machine")
    assert set(package["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"]) == paths
