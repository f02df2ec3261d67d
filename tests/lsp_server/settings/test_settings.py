"""Settings of every accepted shape, and what is said of those that cannot be used."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from quoin.lsp_server.settings.configuration import Configuration
from quoin.lsp_server.settings.options import read_options
from quoin.lsp_server.settings.settings import Settings, read_settings

UNTRUSTED = 'the client has not said that the workspace is trusted ("trusted": true)'

ADDRESS = "must be an address that begins with http:// or https://, without a name or a query"


def check(raw: object, expected: Settings, complaints: list[str] | None = None) -> None:
    options, found = read_options(raw)
    settings, more = read_settings([options.settings], trusted=options.trusted)
    assert settings == expected
    assert [complaint.message for complaint in found + more] == (complaints or [])


@pytest.mark.parametrize(
    "raw",
    [
        {"maxTokens": 7, "model": {"threads": 2}, "log": {"level": "debug"}},
        {"quoin": {"maxTokens": 7, "model": {"threads": 2}, "log": {"level": "debug"}}},
        {"maxTokens": 7, "model.threads": 2, "log.level": "debug"},
        {"quoin.maxTokens": 7, "quoin.model": {"threads": 2}, "quoin.log.level": "debug"},
        {
            "maxTokens": 7.0,
            "model": {"threads": 2, "path": None, "gpuLayers": None},
            "log": {"level": "debug"},
        },
    ],
)
def test_shapes(raw: dict[str, Any]) -> None:
    check(raw, Settings(max_tokens=7, threads=2, log_level="debug"))


@pytest.mark.parametrize("raw", [None, {}, [], 3, "x", {"quoin": None}, {"quoin": {}}])
def test_no_settings(raw: object) -> None:
    check(raw, Settings())


@pytest.mark.parametrize(
    ("raw", "complaint"),
    [
        ({"maxTokens": 0}, "setting maxTokens must be a whole number from 1 to 4096"),
        ({"maxTokens": True}, "setting maxTokens must be a whole number from 1 to 4096"),
        ({"maxTokens": 1.5}, "setting maxTokens must be a whole number from 1 to 4096"),
        ({"maxLatencyMs": "fast"}, "setting maxLatencyMs must be a whole number from 10 to 60000"),
        ({"stop": "word"}, "setting stop must be one of line, statement, block, auto"),
        ({"stop": ["line"]}, "setting stop must be one of line, statement, block, auto"),
        ({"debounceMs": 2001}, "setting debounceMs must be a whole number from 0 to 2000"),
        ({"enable": "yes"}, "setting enable must be true or false"),
        ({"prefetch": 1}, "setting prefetch must be true or false"),
        ({"languages": ["python"]}, "setting languages must be an object of true and false by name"),
        ({"languages": {"python": "off"}}, "setting languages must be an object of true and false by name"),
        ({"suppressIn": "comment"}, "setting suppressIn must be a list of some of comment, string"),
        ({"suppressIn": ["code"]}, "setting suppressIn must be a list of some of comment, string"),
        ({"suppressIn": [["comment"]]}, "setting suppressIn must be a list of some of comment, string"),
        ({"stayInContext": True}, "setting stayInContext must be one of automatic, always, never"),
        ({"context.otherFiles": 21}, "setting context.otherFiles must be a whole number from 0 to 20"),
        ({"trusted": True, "grammars": "/g"}, "setting grammars must be a list of at most 20 paths"),
        (
            {"trusted": True, "grammars": ["/g"] * 21},
            "setting grammars must be a list of at most 20 paths",
        ),
        (
            {"trusted": True, "grammars": ["g"]},
            "setting grammars must be an absolute path, or one that begins with ~",
        ),
        *[
            ({"trusted": True, "remote.url": address}, f"setting remote.url {ADDRESS}")
            for address in (
                5,
                "localhost:8000",
                "ftp://a",
                "http://",
                "http://[",
                "http://u:p@a",
                "http://a?b",
            )
        ],
        ({"remote.url": "http://localhost:8000"}, f"setting remote.url is ignored: {UNTRUSTED}"),
        ({"grammars": ["/g"]}, f"setting grammars is ignored: {UNTRUSTED}"),
        ({"context": {"lines": 3}}, "unknown setting context.lines"),
        ({"cache": 5}, "unknown setting cache"),
        ({"model": 5}, "unknown setting model"),
        ({"model": {"pth": "x"}}, "unknown setting model.pth"),
        ({"trusted": True, "model.path": 5}, "setting model.path must be a path"),
        ({"trusted": True, "model.path": "/\ud83d"}, "setting model.path must be a path"),
        ({"trusted": True, "log.file": "/\ud83d"}, "setting log.file must be a path"),
        ({"knownNames": ["x", "\ud83d"]}, "setting knownNames must be a list of texts"),
        (
            {"trusted": True, "model.path": "m.gguf"},
            "setting model.path must be an absolute path, or one that begins with ~",
        ),
        ({"trusted": 1}, "setting trusted must be true or false"),
        (
            {"model.path": "/m.gguf"},
            f"setting model.path is ignored: {UNTRUSTED}",
        ),
        (
            {"log.file": "/x.log"},
            f"setting log.file is ignored: {UNTRUSTED}",
        ),
    ],
)
def test_bad_settings_are_named_and_left_out(raw: dict[str, Any], complaint: str) -> None:
    check(raw, Settings(), [complaint])


def test_a_trusted_workspace_may_name_files() -> None:
    check(
        {"trusted": True, "model": {"path": "/m.gguf"}, "log": {"file": "/x.log"}, "grammars": ["/g", "/g"]},
        Settings(model_path=Path("/m.gguf"), log_file=Path("/x.log"), grammars=(Path("/g"),)),
    )
    check(
        {"trusted": True, "remote": {"url": "https://host:8000/v1"}},
        Settings(remote_url="https://host:8000/v1"),
    )


def test_lists_and_objects() -> None:
    raw = {
        "languages": {"python": False},
        "suppressIn": ["string"],
        "context": {"leftLines": 5, "otherFiles": 3},
        "stayInContext": "never",
        "maxLines": 2,
    }
    expected = Settings(
        languages={"python": False},
        suppress_in=frozenset({"string"}),
        left_lines=5,
        other_files=3,
        stay_in_context="never",
        max_lines=2,
    )
    check(raw, expected)
    check({"suppressIn": []}, Settings(suppress_in=frozenset()))
    check({"languages": {}, "suppressIn": ["string", "comment"], "maxLines": None}, Settings())


def test_what_is_pushed_covers_the_initial_options_and_replaces_what_was_pushed() -> None:
    said: list[str] = []
    configuration = Configuration(said.append)
    configuration.initialize({"maxTokens": 7, "candidates": 2})
    configuration.push({"quoin": {"maxTokens": 9, "stop": "line"}})
    assert configuration.settings == Settings(max_tokens=9, candidates=2, stop="line")
    configuration.push({"stop": "block"})
    assert configuration.settings == Settings(max_tokens=7, candidates=2, stop="block")
    configuration.push({"maxTokens": -1})
    assert configuration.settings == Settings(max_tokens=7, candidates=2)
    assert said == ["setting maxTokens must be a whole number from 1 to 4096"]


def test_trust_cannot_be_pushed() -> None:
    said: list[str] = []
    configuration = Configuration(said.append)
    configuration.initialize({})
    configuration.push({"trusted": True, "model.path": "/m.gguf"})
    assert configuration.settings == Settings()
    assert "unknown setting trusted" in said
