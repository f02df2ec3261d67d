"""The list of known models: what it says is well-formed, and safe to act on."""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

import pytest

from quoin.engine.errors import SupplyError
from quoin.engine.supply.catalogue import FILE, KnownModel, known_model, known_models

MODELS = known_models()
PERMISSIVE = ("Apache-2.0", "MIT")


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_an_entry(model: KnownModel) -> None:
    for address in (model.address, model.page, model.licence_address):
        parts = urlsplit(address)
        assert (parts.scheme, parts.username, parts.query, parts.fragment) == ("https", None, "", "")
    assert model.allows(urlsplit(model.address).hostname or "")
    assert model.file_name.endswith(".gguf")
    assert re.fullmatch(r"[a-z0-9][a-z0-9.-]*", model.name)
    assert model.sha256 is None or re.fullmatch(r"[0-9a-f]{64}", model.sha256)
    assert 1e8 < model.bytes < model.memory_bytes < 2 * model.bytes + 2e9
    assert model.context >= 2048
    assert (model.licence in PERMISSIVE) == (model.licence_note == "")


def test_the_list_says_what_is_not_verified() -> None:
    content = json.loads(FILE.read_text(encoding="utf-8"))
    for entry in content["models"]:
        unverified = set(entry["unverified"])
        assert unverified <= set(entry)
        assert entry["sources"]
        assert entry["sha256"] is not None or "sha256" in unverified
        assert entry["bytes_exact"] or "bytes" in unverified


def test_the_most_permissive_licences_come_first_and_names_are_their_own() -> None:
    assert len(MODELS) >= 5
    permissive = [model.licence in PERMISSIVE for model in MODELS]
    assert permissive == sorted(permissive, reverse=True)
    assert len({model.name for model in MODELS}) == len({model.file_name for model in MODELS}) == len(MODELS)


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("huggingface.co", True),
        ("HUGGINGFACE.co.", True),
        ("us.aws.cdn.hf.co", True),
        ("hf.co", False),
        ("evilhf.co", False),
        ("huggingface.co.evil.org", False),
        ("www.huggingface.co", False),
        ("", False),
    ],
)
def test_hosts(host: str, allowed: bool) -> None:
    assert MODELS[0].allows(host) is allowed


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(SupplyError, match=f"no model 'x' in the list; known are {MODELS[0].name}, "):
        known_model("x")
    assert known_model(MODELS[1].name) is not None
