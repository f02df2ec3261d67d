"""The user's own languages: folders named by the setting `grammars`, and what is said of broken ones."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from quoin import load_language
from quoin.engine.errors import LanguageError
from quoin.engine.model import STARTER
from quoin.lsp_server.languages import grammar_trial
from quoin.lsp_server.languages.grammar_trial import try_folder
from quoin.lsp_server.languages.languages import LanguageEntry, Languages
from quoin.lsp_server.settings.settings import UNTRUSTED
from tests.support.own_language import GRAMMAR, LEFT, RIGHT, write

if TYPE_CHECKING:
    from pathlib import Path

    from quoin.lsp_server.harness.client import Client
    from tests.lsp_server.conftest import Start

# The starter model is for its own languages, unless it is named.
OPTIONS = {"maxLatencyMs": 60_000, "status": True, "model.path": str(STARTER)}


def messages(client: Client) -> list[str]:
    return [params["message"] for params in client.notifications["window/showMessage"]]


async def offered(client: Client, uri: str, language_id: str) -> list[str]:
    client.open(uri, LEFT + RIGHT, language_id)
    items = await client.complete(uri, 0, len(LEFT))
    return [item["insertText"] for item in items]


async def used(client: Client) -> None:
    await client.heard(lambda: any("language sums from" in line for line in client.log), 120)


PLACES = [
    ("file:///p/any.txt", "sums", True),
    ("file:///p/a.sums", "", True),
    ("file:///p/a.sums", "plaintext", True),
    ("file:///p/a.sums", "cobol", False),
    ("file:///p/a.txt", "plaintext", False),
]


async def test_files_of_the_language_are_completed(start: Start, tmp_path: Path) -> None:
    folder = write(tmp_path / "own language")
    client = await start({**OPTIONS, "trusted": True, "grammars": [str(folder)]})
    await used(client)
    language = load_language(folder)
    for uri, language_id, known in PLACES:
        texts = await offered(client, uri, language_id)
        assert bool(texts) == known, (uri, language_id)
        for text in texts:
            state = language.quotient(LEFT, RIGHT).start()
            assert state.advance(text.encode())
            assert state.member
    stats = await client.request("workspace/executeCommand", {"command": "quoin.stats"})
    assert set(stats["byLanguage"]) == {"sums"}
    client.configure({"languages": {"sums": False}})
    assert await offered(client, *PLACES[1][:2]) == []
    assert messages(client) == []


async def test_the_setting_may_change(start: Start, tmp_path: Path) -> None:
    client = await start({**OPTIONS, "trusted": True})
    assert await offered(client, "file:///p/a.sums", "sums") == []
    client.configure({"grammars": [str(write(tmp_path / "own"))]})
    await used(client)
    assert await offered(client, "file:///p/a.sums", "sums")


async def test_a_language_of_the_users_own_comes_before_one_that_comes_with_quoin(tmp_path: Path) -> None:
    languages = Languages()
    before = languages.of("python", "file:///a.py")
    manifest = await try_folder(write(tmp_path / "own", changes={"lsp_ids": ["python"]}))
    languages.use([LanguageEntry(manifest, "/own", own=True)])
    after = languages.of("python", "file:///a.py")
    assert [known and known.source for known in (before, after)] == ["python", "/own"]


async def test_a_folder_that_is_not_trusted_names_no_languages(start: Start, tmp_path: Path) -> None:
    client = await start({**OPTIONS, "model.path": "", "grammars": [str(write(tmp_path / "own"))]})
    assert await offered(client, "file:///p/a.sums", "sums") == []
    assert messages(client) == [f"quoin: setting grammars is ignored: {UNTRUSTED}"]


BROKEN: list[tuple[str, str | bytes, dict[str, Any]]] = [
    ("sums.lark:2: ", GRAMMAR.replace('"+" atom', '"+" atm'), {}),
    ("sums.lark:3: ", GRAMMAR.replace('")"\n', '")\n'), {}),
    ("sums.lark:4: ", GRAMMAR.replace("[a-z]+", "(?=[a-z])[a-z]+"), {}),
    ("sums.lark: is not UTF-8", b"\xff", {}),
    ("sums.lark: is larger than 1 MiB", GRAMMAR + "\n" * (1 << 20), {}),
    ("language.json: unknown layout 'haskell'", GRAMMAR, {"layout": "haskell"}),
    ("language.json: unknown key 'colour'", GRAMMAR, {"colour": "red"}),
    ("other.lark: cannot be read: No such file", GRAMMAR, {"grammar": "other.lark"}),
]


async def test_each_broken_folder_has_one_message_and_the_others_are_used(
    start: Start, tmp_path: Path
) -> None:
    folders = [write(tmp_path / f"{i}", text, changes) for i, (_, text, changes) in enumerate(BROKEN)]
    named = [str(folder) for folder in (*folders, write(tmp_path / "good"))]
    client = await start({**OPTIONS, "trusted": True, "grammars": named})
    await used(client)
    said = messages(client)
    assert len(said) == len(BROKEN)
    for message, folder, (wanted, *_) in zip(said, folders, BROKEN, strict=True):
        assert message.startswith(f"quoin: setting grammars: {folder}/{wanted}")
        assert "\n" not in message
    assert await offered(client, "file:///p/a.sums", "sums")


async def test_a_folder_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(LanguageError, match=r"own/language\.json: cannot be read: No such file"):
        await try_folder(tmp_path / "own")


@pytest.mark.parametrize("name", ["language.json", "sums.lark"])
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
async def test_what_is_no_file_is_not_read(tmp_path: Path, name: str) -> None:
    folder = write(tmp_path / "own")
    (folder / name).unlink()
    os.mkfifo(folder / name)
    with pytest.raises(LanguageError, match=f"{name}: is no file"):
        await try_folder(folder)


async def test_a_limit_of_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar_trial, "MAX_WAITED", 0.01)
    with pytest.raises(LanguageError, match=r"sums\.lark: takes longer than 0 seconds to load"):
        await try_folder(write(tmp_path / "own"))


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit")
async def test_a_limit_of_processor_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar_trial, "MAX_SECONDS", 0)
    with pytest.raises(
        LanguageError, match=r"sums\.lark: takes more than 0 seconds of the processor to load"
    ):
        await try_folder(write(tmp_path / "own"))


async def test_a_grammar_that_ends_the_loader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(LanguageError, match=r"sums\.lark: needs more than 2 GiB of memory"):
        await try_folder(write(tmp_path / "own"))


@pytest.mark.parametrize(("limit", "enough"), [(1 << 20, False), (grammar_trial.MAX_MEMORY, True)])
def test_a_limit_of_memory(tmp_path: Path, limit: int, enough: bool) -> None:
    code = (
        "import sys; from quoin.lsp_server.languages import grammar_trial;"
        f"grammar_trial.MAX_MEMORY = {limit}; sys.argv = ['', {str(write(tmp_path / 'own'))!r}, '30'];"
        "grammar_trial.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode == 0) == enough
    assert done.stdout == b""
