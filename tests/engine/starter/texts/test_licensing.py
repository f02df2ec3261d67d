"""The licences of single files in source packages."""

from __future__ import annotations

import pytest

from quoin.engine.starter.texts import licensing
from tests.engine.starter.texts.archives import EXPAT, FORMAT

MIT = "Permission is hereby granted, free of charge, to any person\n obtaining a copy of this software"
X11 = f"{MIT}\n .\n Except as contained in this notice, the name of A shall not be used"


def stated(*stanzas: str, header: str = FORMAT) -> licensing.Copyright:
    found = licensing.parsed("\n\n".join([header.strip(), *stanzas]) + "\n")
    assert found
    return found


def licence(stanza: str, *others: str) -> str | None:
    return stated(f"Files: *\nCopyright: 2020, A\nLicense: {stanza}", *others).licence("a.c")


@pytest.mark.parametrize(
    ("patterns", "path", "matches"),
    [
        ("*", "a/b/.c", True),
        ("src/*", "src/a/b.c", True),
        ("src/*", "srcs/b.c", False),
        ("src/*", "a/src/b.c", False),
        ("*.c", "a/b.c", True),
        ("*.c", "a/b.cs", False),
        ("a?c", "a/c", True),
        ("a?c", "ac", False),
        ("a.c", "abc", False),
        (r"a\*b", "a*b", True),
        (r"a\*b", "axb", False),
        (r"a\?", "a?", True),
        (r"a\\b", r"a\b", True),
        ("a.c b.c\n c.c", "c.c", True),
        ("a.c b.c\n c.c", "d.c", False),
        ("./a.c", "a.c", True),
        # Against the format, but meant.
        ("a.c, b.c", "a.c", True),
        ("lib", "lib/a.c", True),
        ("lib/", "lib/a.c", True),
        ("lib", "library/a.c", False),
    ],
)
def test_patterns(patterns: str, path: str, matches: bool) -> None:
    found = stated(f"Files: {patterns}\nCopyright: A\nLicense: ISC")
    assert found.licence(path) == ("ISC" if matches else None)


def test_the_last_paragraph_that_matches_counts() -> None:
    found = stated(
        "Files: *\nLicense: Apache-2.0",
        "Files: lib/*\nLicense: GPL-2+",
        "Files: lib/own/* *.h\nLicense: BSD-3-clause",
    )
    assert found.licence("a.c") == "Apache-2.0"
    assert found.licence("lib/a.c") is None
    assert found.licence("lib/own/a.c") == found.licence("lib/a.h") == "BSD-3-Clause"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Expat", "MIT"),
        ("apache-2.0", "Apache-2.0"),
        ("Apache-2", "Apache-2.0"),
        ("BSD-2-clause", "BSD-2-Clause"),
        ("Zlib", "Zlib"),
        ("CC0", "CC0-1.0"),
        ("Boost-1.0", "BSL-1.0"),
        ("Expat or GPL-2+", "MIT OR GPL-2+"),
        ("GPL-2+ or Expat", "GPL-2+ OR MIT"),
        ("Expat and (GPL-2+ or ISC)", "MIT AND (GPL-2+ OR ISC)"),
        ("Expat and GPL-2+", None),
        ("GPL-2+ with Font exception or Expat", "GPL-2+ WITH exception OR MIT"),
        ("Apache-2.0 with LLVM exception", None),
        ("GPL-2+ or Artistic-2.0, and BSD-3-clause", None),
        ("Expat, and GPL-2+", None),
        ("BSD", None),
        ("BSD-like", None),
        ("public-domain", None),
        ("Expat License", None),
        ("", None),
    ],
)
def test_names(name: str, expected: str | None) -> None:
    assert licence(name) == expected


@pytest.mark.parametrize(
    ("stanza", "others", "expected"),
    [
        (f"MIT\n {MIT}", (), "MIT"),
        ("MIT", (f"License: MIT\n {MIT}",), "MIT"),
        (f"MIT\n {X11}", (), None),
        ("MIT", (f"License: MIT\n {X11}",), None),
        ("MIT", (), None),
        ("MIT\n As you like it", (), None),
    ],
)
def test_a_name_that_is_used_for_several_licences(
    stanza: str, others: tuple[str, ...], expected: str | None
) -> None:
    assert licence(stanza, *others) == expected


@pytest.mark.parametrize(
    ("header", "known"),
    [
        (FORMAT, True),
        ("Format: http://www.debian.org/doc/packaging-manuals/copyright-format/1.0\n", True),
        (
            "Upstream-Name: a\n# a remark\nformat: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n",
            True,
        ),
        ("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/2.0/\n", False),
        ("Format-Specification: http://svn.debian.org/wsvn/dep/web/deps/dep5.mdwn?rev=59\n", False),
        ("This package was made by A.\n", False),
        ("", False),
    ],
)
def test_the_format(header: str, known: bool) -> None:
    assert bool(licensing.parsed(EXPAT.replace(FORMAT, header))) == known


def test_no_file_is_without_a_statement() -> None:
    assert stated("Files: a.c\nLicense: ISC").licence("b.c") is None
    assert stated("License: ISC\n text").licence("b.c") is None
