"""Which version of Python the files around a file name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from quoin.lsp_server.languages.languages import versions_of
from quoin.lsp_server.languages.python_version import KEPT_SECONDS, NamedVersions, named_version
from quoin.lsp_server.settings.settings import PYTHON_VERSIONS

if TYPE_CHECKING:
    from pathlib import Path

KNOWN = ("3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "3.14")


def check(folder: Path, files: dict[str, str], expected: str | None) -> None:
    """Write files below a folder that ends the search, and ask in `src/inner`."""
    (folder / ".git").mkdir()
    (folder / "src" / "inner").mkdir(parents=True)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert named_version(folder / "src" / "inner", KNOWN) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3.11.4\n", "3.11"),
        ("3.12", "3.12"),
        ("\n# a comment\n3.9.18\n3.12.1\n", "3.9"),
        ("pypy3.10-7.3.12\n", "3.10"),
        ("cpython-3.13\n", "3.13"),
        ("3.13t\n", "3.13"),
        ("3.99\n", "3.14"),
        ("3.2.1\n", "3.8"),
        ("2.7.18\n", None),
        ("my-environment\n", None),
        ("3\n", None),
        ("", None),
    ],
)
def test_version_files(tmp_path: Path, text: str, expected: str | None) -> None:
    check(tmp_path, {".python-version": text}, expected)


@pytest.mark.parametrize(
    ("requires", "expected"),
    [
        (">=3.9", "3.9"),
        (">= 3.10, <4", "3.10"),
        (">=3.8,!=3.8.*,!=3.9.*", "3.10"),
        ("!=3.8.*", "3.9"),
        ("~=3.11", "3.11"),
        ("~=3.10.2", "3.10"),
        ("==3.12.*", "3.12"),
        ("==3.12.3", "3.12"),
        (">3.8", "3.8"),
        (">3.8.99", "3.9"),
        ("<3.11", "3.8"),
        (">=3.9.1,<3.10", "3.9"),
        (">=3", "3.8"),
        (">=2.7", "3.8"),
        (">=3.20", None),
        ("<3", None),
        ("about 3.9", None),
        (">=3.9 or so", None),
        ("", None),
    ],
)
def test_requirements(tmp_path: Path, requires: str, expected: str | None) -> None:
    check(tmp_path, {"pyproject.toml": f'[project]\nrequires-python = "{requires}"\n'}, expected)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, None),
        ({".venv/pyvenv.cfg": "home = /usr\nversion = 3.10.13\n"}, "3.10"),
        ({"venv/pyvenv.cfg": "version_info = 3.12.1.final.0\n"}, "3.12"),
        ({"env/pyvenv.cfg": "home = /usr/lib/python3.9\n"}, None),
        ({"setup.cfg": "[options]\npython_requires = >=3.9\n"}, "3.9"),
        ({"setup.cfg": "[metadata]\npython_requires = >=3.9\n"}, None),
        ({"setup.cfg": "no section\n"}, None),
        ({"Pipfile": "[packages]\nx = '*'\n\n[requires]\npython_version = '3.11'\n"}, "3.11"),
        ({"Pipfile": '[requires]\npython_full_version = "3.10.4"\n'}, "3.10"),
        ({"pyproject.toml": "[project]  # about it\nname = 'x'\n'requires-python' = '>=3.9'\n"}, "3.9"),
        ({"pyproject.toml": "[tool.other]\nrequires-python = '>=3.9'\n"}, None),
        ({"pyproject.toml": "[project]\nname = 'x'\n[tool.x]\nrequires-python = '>=3.9'\n"}, None),
        ({"pyproject.toml": "requires-python = '>=3.9'\n"}, None),
        # The nearest folder counts, and in one folder the order of the sources.
        ({".python-version": "3.9", "src/.python-version": "3.11"}, "3.11"),
        ({".python-version": "3.9", "src/pyproject.toml": "[project]\nrequires-python='>=3.12'\n"}, "3.12"),
        ({".python-version": "3.9", "src/inner/.python-version": "none\n"}, "3.9"),
        ({".python-version": "3.9", ".venv/pyvenv.cfg": "version = 3.12.1\n"}, "3.9"),
        ({".venv/pyvenv.cfg": "version = 3.12", "setup.cfg": "[options]\npython_requires = >=3.9\n"}, "3.12"),
        ({"src/.git/HEAD": "", ".python-version": "3.9"}, None),
        ({".python-version": "3.9" + "\n" * (1 << 20)}, None),
    ],
)
def test_sources(tmp_path: Path, files: dict[str, str], expected: str | None) -> None:
    check(tmp_path, files, expected)


def test_the_settings_know_the_languages_versions() -> None:
    assert versions_of("python") == PYTHON_VERSIONS == KNOWN


def test_answers_for_documents_are_kept_for_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    folder = tmp_path / "é b"
    (folder / ".git").mkdir(parents=True)
    named = NamedVersions()
    uri = (folder / "a.py").as_uri()
    assert named.of("python", uri) is None
    (folder / ".python-version").write_text("3.9\n")
    assert named.of("python", uri) is None
    now += KEPT_SECONDS
    assert named.of("python", uri) == "3.9"
    assert named.of("other", uri) is None
    assert named.of("python", "untitled:one") is None


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"Cargo.toml": '[package]\nname = "a"\nedition = "2021"\n'}, "2021"),
        ({"src/Cargo.toml": "[package]\nedition = '2018'\n", "Cargo.toml": 'edition = "2024"\n'}, "2018"),
        ({"src/Cargo.toml": "edition.workspace = true\n", "Cargo.toml": 'edition = "2021"\n'}, "2021"),
        ({"Cargo.toml": 'edition="2015"\n'}, "2018"),
        ({"Cargo.toml": 'edition = "2027"\n'}, "2024"),
        ({"Cargo.toml": '# edition = "2021"\n'}, None),
        ({".python-version": "3.9\n"}, None),
    ],
)
def test_editions_of_rust(tmp_path: Path, files: dict[str, str], expected: str | None) -> None:
    editions = versions_of("rust")
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / ".git").mkdir()
    assert named_version(tmp_path / "src", editions, "rust") == expected
    assert NamedVersions().of("rust", (tmp_path / "src" / "a.rs").as_uri()) == expected


def test_files_are_looked_at_in_pauses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    (tmp_path / ".git").mkdir()
    named = NamedVersions()
    uri = (tmp_path / "a.py").as_uri()
    assert named.of("python", uri) is None
    (tmp_path / ".python-version").write_text("3.9\n")
    for seconds, version in ((KEPT_SECONDS / 4, None), (KEPT_SECONDS / 4, "3.9")):
        now += seconds
        named.refresh()
        assert named.of("python", uri) == version
    # Nobody has asked since the last pause.
    named.refresh()
    (tmp_path / ".python-version").write_text("3.10\n")
    now += KEPT_SECONDS / 2
    named.refresh()
    assert named.of("python", uri) == "3.9"


def test_what_cannot_be_read_names_nothing(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".python-version").mkdir()
    (tmp_path / "pyproject.toml").write_bytes(b"[project]\nrequires-python = '\xff'\n")
    assert named_version(tmp_path, KNOWN) is None
    assert named_version(tmp_path / "missing", KNOWN) is None
