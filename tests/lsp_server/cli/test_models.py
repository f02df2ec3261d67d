"""`quoin models` and `quoin models get`, with a list whose addresses are on this machine."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.engine.supply import stand_in
from tests.engine.supply.stand_in import CONTENT, FILE_NAME, MEGABYTES, NAME, PATH
from tests.engine.supply.web import Web, serving

from .conftest import Done

if TYPE_CHECKING:
    from pathlib import Path

SIZE = len(CONTENT)


def run(folder: Path, web: Web, *words: str) -> Done:
    command = [str(stand_in.program(folder, web)), *words]
    environment = {**os.environ, "COLUMNS": "160"}
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, check=False, env=environment
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def models(folder: Path) -> Path:
    return folder / "data" / "quoin" / "models"


def test_the_list(tmp_path: Path) -> None:
    with serving(Web(CONTENT)) as web:
        done = run(tmp_path, web, "models")
        rows = [line.split() for line in done.out.splitlines()]
        assert rows[0] == ["name", "size", "memory", "tokens/s*", "context", "licence", "here"]
        assert rows[1][:3] == [NAME, MEGABYTES, "MB"]
        assert rows[1][-2:] == ["Apache-2.0", "no"]
        assert rows[2][-1] == "no!"
        assert "no digest is known" in done.out
        found = json.loads(run(tmp_path, web, "models", "--json").out)
        assert [model["name"] for model in found["known"]] == [NAME, "without-digest"]
    assert (done.code, done.err, web.requests) == (0, "", [])
    assert not models(tmp_path).exists()


def test_nothing_is_downloaded_without_a_yes(tmp_path: Path) -> None:
    with serving(Web(CONTENT)) as web:
        done = run(tmp_path, web, "models", "get", NAME)
    assert (done.code, done.out, web.requests) == (2, "", [])
    for said in (
        web.address(PATH),
        f"{MEGABYTES} MB",
        "Apache-2.0, https://example.org/LICENSE",
        str(models(tmp_path)),
        "--yes",
    ):
        assert said in done.err
    assert not models(tmp_path).exists()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"unverified": ["bytes", "sha256"]}, "known from one source alone: size, digest"),
        ({"unverified": ["context"]}, "known from one source alone: context"),
        ({"sha256": None, "unverified": ["sha256"]}, "no digest is known"),
    ],
)
def test_what_is_not_certain_is_in_words(tmp_path: Path, changes: dict[str, object], words: str) -> None:
    digest = ["--sha256", "0" * 64] if "sha256" in changes else []
    with serving(Web(CONTENT)) as web:
        command = [str(stand_in.program(tmp_path, web, **changes)), "models", "get", NAME, *digest]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert words in done.stderr
    assert "sha256," not in done.stderr


@pytest.mark.parametrize(("answer", "code"), [(b"n\n", 1), (b"\n", 1), (b"y\n", 0)])
def test_the_question(tmp_path: Path, answer: bytes, code: int) -> None:
    with serving(Web(CONTENT)) as web:
        leader, follower = pty.openpty()
        command = [str(stand_in.program(tmp_path, web)), "models", "get", NAME]
        os.write(leader, answer)
        done = subprocess.run(command, stdin=follower, capture_output=True, check=False)
        os.close(leader)
        os.close(follower)
    assert done.returncode == code
    assert b"Download? [y/N]" in done.stderr
    assert (models(tmp_path) / FILE_NAME).exists() == (code == 0)
    assert len(web.requests) == (1 if code == 0 else 0)


def test_a_download(tmp_path: Path) -> None:
    with serving(Web(CONTENT)) as web:
        done = run(tmp_path, web, "models", "get", NAME, "--yes")
        assert (done.code, done.out) == (0, f"{models(tmp_path) / FILE_NAME}\n")
        assert "--model FILE" in done.err
        assert json.loads(run(tmp_path, web, "models", "get", NAME, "--yes", "--json").out) == {
            "path": str(models(tmp_path) / FILE_NAME)
        }
        assert str(models(tmp_path) / FILE_NAME) in run(tmp_path, web, "models").out
    assert len(web.requests) == 1


def test_a_download_that_breaks_off_goes_on(tmp_path: Path) -> None:
    with serving(Web(CONTENT, statuses=[200, 404], cuts=[SIZE // 2])) as web:
        done = run(tmp_path, web, "models", "get", NAME, "--yes")
        assert (done.code, done.out) == (1, "")
        assert "quoin: 127.0.0.1 answers with status 404" in done.err
        assert f"{SIZE / 2e6:.0f} MB of it" in run(tmp_path, web, "models").out
        assert run(tmp_path, web, "models", "get", NAME, "--yes").code == 0
    assert web.requests[-1] == (PATH, f"bytes={SIZE // 2}-")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["no-such"], "there is no model 'no-such' in the list; known are small-coder, without-digest"),
        (["without-digest", "--yes"], "no digest of Without a Digest 1B is known"),
        (["without-digest", "--yes", "--sha256", "12"], "64 hexadecimal digits"),
        ([NAME, "--yes", "--sha256", "0" * 64], "another one than yours"),
    ],
)
def test_wrong_use(tmp_path: Path, words: list[str], told: str) -> None:
    with serving(Web(CONTENT)) as web:
        done = run(tmp_path, web, "models", "get", *words)
    assert (done.code, done.out) == (2, "")
    assert told in done.remark
    assert web.requests == []
