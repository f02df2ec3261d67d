"""Which packages are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from quoin.engine.starter.texts import lists
from quoin.engine.starter.texts.lists import Package

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [
        ("MIT", True),
        ("GPL-3.0-only", False),
        ("MPL-2.0", False),
        ("LicenseRef-unknown", False),
        ("mit", False),
        ("MIT OR Apache-2.0", True),
        ("MIT AND Apache-2.0", True),
        ("MIT OR GPL-2.0-only", True),
        ("GPL-2.0-only OR MIT", True),
        ("MIT AND GPL-2.0-only", False),
        ("GPL-2.0-only AND MIT", False),
        ("LGPL-2.1-only OR MPL-2.0", False),
        ("MIT AND (GPL-2.0-only OR ISC)", True),
        ("(MIT OR GPL-2.0-only) AND MPL-2.0", False),
        ("MIT OR GPL-2.0-only AND MPL-2.0", True),
        ("GPL-2.0-only AND MPL-2.0 OR MIT", True),
        ("Apache-2.0 WITH LLVM-exception", False),
        ("Apache-2.0 WITH LLVM-exception OR MIT", True),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", False),
    ],
)
def test_licences(expression: str, allowed: bool) -> None:
    assert lists.permits(expression) == allowed


@pytest.mark.parametrize(
    "expression", ["", "MIT Apache-2.0", "MIT OR", "OR MIT", "(MIT", "MIT)", "MIT AND OR ISC"]
)
def test_no_expression(expression: str) -> None:
    with pytest.raises(ValueError, match="SPDX"):
        lists.permits(expression)


@pytest.mark.parametrize(
    ("registry", "name", "reason"),
    [
        ("pypi", "flask", None),
        ("pypi", "rich", "held out"),
        ("pypi", "Rich", "held out"),
        ("npm", "rich", None),
        ("npm", "@vue/shared", "held out"),
        ("npm", "@vueuse/core", None),
        ("crates", "clap", "held out"),
        ("crates", "clap_derive", None),
        ("go", "github.com/spf13/cobra", "held out"),
        ("go", "github.com/spf13/viper", None),
        ("maven", "com.google.code.gson:gson", "held out"),
        ("maven", "com.google.guava:guava", None),
        ("debian", "python-attrs", "held out"),
        ("debian", "rust-clap-3", "held out"),
        ("debian", "mono", None),
    ],
)
def test_held_out(registry: str, name: str, reason: str | None) -> None:
    assert Package(registry, name, "1.0", "MIT").refusal == reason


def test_another_licence() -> None:
    assert Package("pypi", "a", "1.0", "GPL-3.0-only").refusal == "licence GPL-3.0-only"


def test_reading_lists(tmp_path: Path) -> None:
    (tmp_path / "pypi.txt").write_text("# why\n\na==1.0  # MIT\nb-c==2.0rc1  # MIT OR Apache-2.0\n")
    (tmp_path / "npm.txt").write_text("@s/a==1.0.0  # ISC\n@s/a==2.0.0  # ISC\n")
    (tmp_path / "go.txt").write_text("example.org/a/v2==v2.0.0+incompatible  # BSD-3-Clause\n")
    assert lists.listed(tmp_path) == [
        Package("pypi", "a", "1.0", "MIT"),
        Package("pypi", "b-c", "2.0rc1", "MIT OR Apache-2.0"),
        Package("npm", "@s/a", "2.0.0", "ISC"),
        Package("go", "example.org/a/v2", "v2.0.0+incompatible", "BSD-3-Clause"),
    ]
    assert lists.listed(tmp_path)[2].label == "npm/@s/a"


@pytest.mark.parametrize("line", ["a", "a==1.0", "a==1.0  #", "a=1.0  # MIT", "a b==1.0  # MIT"])
def test_a_line_of_another_form(tmp_path: Path, line: str) -> None:
    (tmp_path / "pypi.txt").write_text(f"{line}\n")
    with pytest.raises(ValueError, match=r"pypi\.txt"):
        lists.listed(tmp_path)


def test_what_is_skipped(tmp_path: Path) -> None:
    assert lists.skipped(tmp_path) == {}
    (tmp_path / "skip.txt").write_text(
        "# why\tthis\ngo/a@v1.zip\ta/b.go\ngo/a@v1.zip\tc/\ncrates/b.crate\td.c\n"
    )
    assert lists.skipped(tmp_path) == {"go/a@v1.zip": ("a/b.go", "c/"), "crates/b.crate": ("d.c",)}


def test_the_lists() -> None:
    packages = lists.listed()
    assert {package.refusal for package in packages} <= {None}
