"""A completion that reads a name of the library brings the import along when it is accepted, and undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from .window import Window

SHOWN_LINES = "[...document.querySelectorAll('.monaco-editor .view-line')].map((line) => line.textContent)"
LOADS = '"""Settings."""\n\n\ndef load(path):\n    with open(path) as file:\n        return j\n'


def test_import(window: Window, file: Path, tmp_path: Path) -> None:
    other = file.with_name("settings.py")
    other.write_text(LOADS, encoding="utf-8")
    window.open(other, 6, 17)
    window.status("ready")
    window.type("s")
    assert window.ghost_text().startswith("on.load")
    window.status("It adds `import json`")
    window.shoot(tmp_path / "import.png")
    window.press("Tab")
    window.wait(f"{SHOWN_LINES}.some((line) => line.replaceAll('\\u00a0', ' ').includes('import json'))")
    window.shoot(tmp_path / "imported.png")
    text = window.saved(other, lambda text: "import json" in text)
    assert text.startswith('"""Settings."""\n\nimport json\n\n\ndef load(path):\n')
    assert "return json.load" in text
    window.press("Control+Z")
    assert window.saved(other, lambda text: "import json" not in text) == LOADS.replace(
        "return j", "return js"
    )
