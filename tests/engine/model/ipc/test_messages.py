"""Messages come out as they went in."""

from __future__ import annotations

from pathlib import Path

import pytest

from quoin.engine.decoding.result import Candidate, Refusal
from quoin.engine.model.ipc.channel import decode, encode
from quoin.engine.model.ipc.messages import (
    CompletionRequest,
    CompletionResult,
    ModelInfo,
    OtherFile,
    info_from_json,
    info_to_json,
    request_from_json,
    request_to_json,
    result_from_json,
    result_to_json,
    settings_from_json,
    settings_to_json,
)
from quoin.engine.model.settings import ModelSettings

SETTINGS = ModelSettings(Path("/models/some.gguf"), 2048, 3, -1, True, 900)
REQUEST = CompletionRequest(
    *("python", "é\ud800\x00", "\n", "doc", 1, 0.5, "block", 3, "off", True, 7, "3.9"),
    stay_in_context=True,
    other_files=(OtherFile("b.py", "é"), OtherFile("c.py", "")),
    path="a.py",
)
INFO = ModelInfo(Path("/m.gguf"), "m", "llama", 1, 2, 3, 4, 5, {"prefix": 1}, "spm", 0.25)
RESULT = CompletionResult(
    [Candidate("é", -0.5, 2, "stop")],
    "region",
    None,
    [Refusal(1, "]", ["`)`"], "x")],
    {"total": 0.1},
    3,
    1,
    [4, 7],
)


@pytest.mark.parametrize(
    ("value", "there", "back"),
    [
        (SETTINGS, settings_to_json, settings_from_json),
        (ModelSettings(), settings_to_json, settings_from_json),
        (REQUEST, request_to_json, request_from_json),
        (INFO, info_to_json, info_from_json),
        (RESULT, result_to_json, result_from_json),
    ],
)
def test_there_and_back(value, there, back) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    travelling = encode({"kind": "test", "value": there(value)})
    length = int.from_bytes(travelling[:4], "little")
    body = travelling[4:]
    assert length == len(body)
    assert back(decode(body)["value"]) == value


def test_a_relative_path_holds_in_another_folder() -> None:
    travelled = settings_from_json(settings_to_json(ModelSettings(Path("some.gguf"))))
    assert travelled.path == Path.cwd() / "some.gguf"
