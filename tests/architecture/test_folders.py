"""Folders stay small, files have a size, and packages take the place of prefixes."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("engine", "lsp_server", "quoin")
MAX_FILES, MIN_LINES, MAX_LINES = 14, 15, 600
MAX_OF_A_PREFIX = 2
# The files in and below it are called as the methods of the protocol are.
METHODS = ROOT / "lsp_server" / "features"


def modules() -> dict[Path, list[Path]]:
    """The modules of each package, `__init__` and `__main__` left out."""
    found: dict[Path, list[Path]] = defaultdict(list)
    for folder in FOLDERS:
        for file in (ROOT / folder).rglob("*.py"):
            if not file.stem.startswith("__") and not {"core", "target"} & set(file.parts):
                found[file.parent].append(file)
    return found


MODULES = modules()


@pytest.mark.parametrize(
    "folder", sorted(MODULES), ids=[str(path.relative_to(ROOT)) for path in sorted(MODULES)]
)
def test_a_folder_is_small(folder: Path) -> None:
    files = MODULES[folder]
    assert len(files) <= MAX_FILES
    prefixes = Counter(file.stem.split("_")[0] for file in files if "_" in file.stem)
    assert METHODS in (folder, folder.parent) or max(prefixes.values(), default=0) <= MAX_OF_A_PREFIX
    lines = {file.name: len(file.read_text(encoding="utf-8").splitlines()) for file in files}
    assert {name: count for name, count in lines.items() if not MIN_LINES <= count <= MAX_LINES} == {}


@pytest.mark.parametrize(
    "folder", sorted(MODULES), ids=[str(path.relative_to(ROOT)) for path in sorted(MODULES)]
)
def test_a_package_says_what_it_is(folder: Path) -> None:
    """A namespace package would take whatever folder of its name comes first."""
    assert (folder / "__init__.py").read_text(encoding="utf-8").startswith(('"""', 'r"""'))
