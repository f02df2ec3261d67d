"""Choosing a model in VS Code, with a list of models whose addresses are on this machine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.engine.supply import stand_in
from tests.engine.supply.stand_in import CONTENT, FILE_NAME, MEGABYTES, PATH, TITLE
from tests.engine.supply.web import Web, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .window import Window

pytestmark = pytest.mark.usefixtures("file")

WITHOUT = "Without a Digest 1B"


@pytest.fixture
def web() -> Iterator[Web]:
    with serving(Web(CONTENT)) as started:
        yield started


@pytest.fixture
def settings(web: Web, tmp_path: Path) -> dict[str, object]:
    """A server that knows the models of `web`, and finds none on this machine."""
    return {"server.path": str(stand_in.program(tmp_path, web))}


def test_a_model_is_downloaded_after_a_click(window: Window, web: Web, tmp_path: Path) -> None:
    window.command("quoin: Choose a Model…")
    window.wait(f"document.querySelector('.quick-input-list')?.innerText.includes({json.dumps(TITLE)})")
    rows = " ".join(window.menu("Choose a model"))
    for part in (
        "The starter model",
        f"{MEGABYTES} MB · Apache-2.0 · about ",
        "no digest is known",
        "A file on this machine…",
    ):
        assert part in rows
    window.shoot(tmp_path / "picker.png")
    window.pick("Choose a model", TITLE)
    shown = window.dialog()
    for part in (
        f"Download {TITLE}?",
        web.address(PATH),
        f"Size: {MEGABYTES} MB",
        "Licence: Apache-2.0 (https://example.org/",
    ):
        assert part in shown
    window.shoot(tmp_path / "confirmation.png")
    assert web.requests == []
    window.press_button("Download")
    path = tmp_path / "data" / "quoin" / "models" / FILE_NAME
    window.wait_for_setting("model.path", str(path))
    window.message(f"{TITLE} is downloaded and used from now on.")
    assert path.read_bytes() == CONTENT
    window.type("o")
    assert window.ghost_text()
    window.command("quoin: Choose a Model…")
    shown = f"downloaded · {MEGABYTES} MB"
    window.wait(f"document.querySelector('.quick-input-list')?.innerText.includes({json.dumps(shown)})")
    window.pick("Choose a model", "The starter model")
    window.wait_for_setting("model.path", None)


def test_without_a_click_nothing_is_downloaded(window: Window, web: Web, tmp_path: Path) -> None:
    for title in (TITLE, WITHOUT):
        window.command("quoin: Choose a Model…")
        window.pick("Choose a model", title)
        assert title in window.dialog()
        window.press("Escape")
        window.wait("document.querySelector('.monaco-dialog-box') === null")
    assert web.requests == []
    assert not (tmp_path / "data" / "quoin" / "models").exists()


def test_a_download_that_fails_is_told(window: Window, web: Web) -> None:
    web.statuses[:] = [404]
    window.command("quoin: Choose a Model…")
    window.pick("Choose a model", TITLE)
    window.dialog()
    window.press_button("Download")
    window.message("The model was not downloaded: 127.0.0.1 answers with status 404")
    assert "Choose Model…" in window.buttons()


def test_a_model_without_a_digest_is_checked_by_the_users(window: Window, web: Web) -> None:
    window.command("quoin: Choose a Model…")
    window.pick("Choose a model", WITHOUT)
    assert "https://example.org/small" in window.dialog()
    window.press_button("Enter the Digest…")
    window.wait("document.querySelector('.quick-input-widget input')?.matches(':focus')")
    window.do("insert", text="0" * 64)
    window.press("Enter")
    assert f"Download {WITHOUT}?" in window.dialog()
    window.press_button("Download")
    window.message("has the digest")
    assert len(web.requests) == 1
