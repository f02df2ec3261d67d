"""The packages in the lists, one file per registry: their names, versions and licences.

Only packages under a permissive licence are read, and none that measurements are made with.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parents[1] / "packages"

REGISTRIES = ("pypi", "npm", "crates", "go", "maven", "debian")

LICENCES = frozenset(
    {
        "0BSD",
        "Apache-2.0",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "BSL-1.0",
        "BlueOak-1.0.0",
        "CC0-1.0",
        "ISC",
        "MIT",
        "MIT-0",
        "PSF-2.0",
        "Python-2.0",
        "Unlicense",
        "Zlib",
    }
)
"""The allowed licences, by their SPDX identifiers."""

HELD_OUT = {
    "pypi": (
        "ansible-lint attrs bottle cattrs cookiecutter datasette dramatiq falcon lark litestar locust "
        "markdown-it-py mitmproxy nicegui peewee pelican pygls rich sqlite-utils "
        "streamlink textual typer zulip"
    ),
    "npm": "@vue/* commander express hono preact rollup vue zod",
    "crates": "anyhow bat clap clap_builder hyper ripgrep",
    "go": "github.com/gin-gonic/gin github.com/spf13/cobra",
    "maven": "com.google.code.gson:* com.squareup.okio:*",
    "debian": (
        "ansible-lint cookiecutter golang-github-gin-gonic-gin golang-github-spf13-cobra "
        "libgoogle-gson-java locust markdown-it-py mitmproxy node-commander node-express node-preact "
        "node-rollup okio peewee pelican python-attrs python-bottle python-cattrs python-falcon python-lark "
        "rich rust-anyhow rust-bat rust-clap rust-clap-[0-9]* rust-hyper rust-ripgrep sqlite-utils "
        "streamlink textual typer vue.js"
    ),
}
"""Patterns of the packages that measurements are made with, by registry."""

_LINE = re.compile(r"(\S+)==(\S+)\s+#\s*(.+?)\s*")
_TOKEN = re.compile(r"\(|\)|[^\s()]+")


@dataclass(frozen=True)
class Package:
    """A package in a list.

    Attributes:
        registry: one of `REGISTRIES`.
        name: the name as the registry writes it.
        version: the version as the registry writes it.
        licence: the licence as an SPDX expression.
    """

    registry: str
    name: str
    version: str
    licence: str

    @property
    def label(self) -> str:
        """The name with the registry before it, which is unique."""
        return f"{self.registry}/{self.name}"

    @property
    def refusal(self) -> str | None:
        """The reason for not learning from the package; None if there is none."""
        if any(fnmatchcase(self.name.lower(), pattern) for pattern in HELD_OUT[self.registry].split()):
            return "held out"
        return None if permits(self.licence) else f"licence {self.licence}"


def listed(folder: Path = FOLDER) -> list[Package]:
    """Read the lists in `folder`; a missing list is empty. Of a package in several versions, the last counts.

    Raises:
        ValueError: a line is neither a comment nor `name==version  # licence`.
    """
    packages = (package for registry in REGISTRIES for package in _read(folder / f"{registry}.txt", registry))
    return list({package.label: package for package in packages}.values())


def _read(file: Path, registry: str) -> Iterator[Package]:
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line)
        if not found:
            raise ValueError(f"{file.name}: `{line}` is not `name==version  # licence`")
        yield Package(registry, *found.groups())


def skipped(folder: Path = FOLDER) -> dict[str, tuple[str, ...]]:
    """Return what is not to be read of archives, since it is under other licences than its package.

    The list `skip.txt` has one path per line, `REGISTRY/ARCHIVE<TAB>PATH`; a slash ends a folder's.
    """
    file = folder / "skip.txt"
    found: dict[str, tuple[str, ...]] = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        archive, tab, path = line.partition("\t")
        if tab and not line.startswith("#"):
            found[archive] = (*found.get(archive, ()), path)
    return found


def permits(expression: str) -> bool:
    """Return whether an SPDX expression offers a choice of allowed licences alone.

    An exception (`WITH`) makes another licence, which is not in the table.

    Raises:
        ValueError: this is not an expression.
    """
    tokens = _TOKEN.findall(expression)
    allowed = _either(tokens)
    if tokens:
        raise ValueError(f"`{expression}` is not an SPDX expression")
    return allowed


def _either(tokens: list[str]) -> bool:
    allowed = _both(tokens)
    while tokens[:1] == ["OR"]:
        del tokens[0]
        allowed |= _both(tokens)
    return allowed


def _both(tokens: list[str]) -> bool:
    allowed = _one(tokens)
    while tokens[:1] == ["AND"]:
        del tokens[0]
        allowed &= _one(tokens)
    return allowed


def _one(tokens: list[str]) -> bool:
    if not tokens or tokens[0] in {"AND", "OR", "WITH", ")"}:
        raise ValueError("a licence is missing in an SPDX expression")
    licence = tokens.pop(0)
    if licence == "(":
        allowed = _either(tokens)
        if tokens[:1] != [")"]:
            raise ValueError("an SPDX expression has an open bracket")
        del tokens[0]
        return allowed
    if tokens[:1] == ["WITH"]:
        del tokens[:2]
        return False
    return licence in LICENCES
