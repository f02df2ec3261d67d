"""Expressions for licences, and packages that may not be used."""

from __future__ import annotations

import pytest

from tests.checks.licences import FOR_TOOLS, PERMISSIVE, Package, allows, problems


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("MIT", True),
        ("MIT OR GPL-3.0", True),
        ("GPL-3.0 OR MIT", True),
        ("GPL-3.0", False),
        ("MIT AND GPL-3.0", False),
        ("MIT/Apache-2.0", True),
        ("GPL-2.0 / LGPL-2.1", False),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", True),
        ("(MIT OR Apache-2.0) AND SSPL-1.0", False),
        ("MIT AND (GPL-3.0 OR Zlib)", True),
        ("Apache-2.0 WITH LLVM-exception OR GPL-3.0", True),
        ("GPL-3.0 WITH Classpath-exception-2.0", False),
        ("OSI Approved :: MIT License", True),
        ("Apache 2.0", True),
        ("MPL-2.0", False),
        ("", False),
        ("OR", False),
        ("(MIT", False),
        ("MIT Apache-2.0", False),
        ("Proprietary", False),
    ],
)
def test_an_expression(expression: str, expected: bool) -> None:
    assert allows(expression, PERMISSIVE) == expected


@pytest.mark.parametrize(
    ("package", "words"),
    [
        (Package("a", "MIT", False), []),
        (Package("a", "MPL-2.0", True), []),
        (Package("a", "MPL-2.0", False), ["a has the licence 'MPL-2.0'"]),
        (Package("a", "", True), ["a has the licence ''"]),
        (Package("a", "MIT", False, "has no checksum"), ["a has no checksum"]),
        (Package("a", "GPL-3.0", True, "has no checksum"), ["a has no checksum", "a has the licence"]),
    ],
)
def test_a_package(package: Package, words: list[str]) -> None:
    found = list(problems(package))
    assert [line[: len(word)] for line, word in zip(found, words, strict=True)] == words


def test_tools_have_more_licences() -> None:
    assert PERMISSIVE < FOR_TOOLS
