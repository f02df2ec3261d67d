"""`python -m tests.checks.licences`: dependencies have licences that allow their use, and checksums.

Three lists are looked at: the packages of Python that are installed, those of Rust in `Cargo.lock`, and those
of npm in the lock files. A package that ships, or is part of what ships, may have a permissive licence alone;
a tool may also have one that holds for changes of the tool itself. Known weaknesses are not looked for: that
needs a list of them from the network.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "engine" / "core" / "Cargo.toml"
NPM_LOCKS = (ROOT / "editors/vscode/package-lock.json", ROOT / "tests/checks/lua/package-lock.json")
CRATES = "registry+https://github.com/rust-lang/crates.io-index"

if TYPE_CHECKING:
    from collections.abc import Iterator

PERMISSIVE = frozenset(
    (
        *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0", "CNRI-Python"),
        *("ISC", "MIT", "PSF-2.0", "Unicode-3.0", "Unicode-DFS-2016", "Unlicense", "Zlib"),
    )
)
FOR_TOOLS = PERMISSIVE | {"MPL-2.0"}
NAMES = {
    "Apache 2.0": "Apache-2.0",
    "BSD 2-Clause License": "BSD-2-Clause",
    "ISC License": "ISC",
    "MIT style": "MIT",
    "OSI Approved :: Apache Software License": "Apache-2.0",
    "OSI Approved :: BSD License": "BSD-3-Clause",
    "OSI Approved :: ISC License (ISCL)": "ISC",
    "OSI Approved :: MIT License": "MIT",
    "OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
"""Other names of licences, as some packages write them, by what they are called here."""

_TOKEN = re.compile(r"\(|\)|/|[^\s()/]+")


@dataclass(frozen=True)
class Package:
    """A dependency.

    Attributes:
        name: Its name, and what it is a package of.
        licence: The expression for its licence (SPDX, annex D); empty if none is stated.
        is_tool: Whether it is no part of what ships.
        problem: What is wrong with its entry in a lock file; empty if nothing is.
    """

    name: str
    licence: str
    is_tool: bool
    problem: str = ""


def allows(expression: str, allowed: frozenset[str]) -> bool:
    """Whether an expression allows use under allowed licences alone; an exception adds rights."""
    tokens = _TOKEN.findall(NAMES.get(expression, expression))
    place = 0

    def next_is(*words: str) -> bool:
        nonlocal place
        found = place < len(tokens) and tokens[place] in words
        place += found
        return found

    def either() -> bool:
        found = both()
        while next_is("OR", "/"):
            found = both() or found
        return found

    def both() -> bool:
        found = one()
        while next_is("AND"):
            found = one() and found
        return found

    def one() -> bool:
        nonlocal place
        if next_is("("):
            found = either()
            return next_is(")") and found
        if place == len(tokens):
            return False
        place += 1
        found = tokens[place - 1] in allowed
        if next_is("WITH"):
            place += 1
        return found

    return either() and place == len(tokens)


def python_packages() -> Iterator[Package]:
    """The installed packages that quoin needs, and those that its tests need."""
    for extra, is_tool in (("", False), ("dev", True)):
        for name in sorted(_needed("quoin", extra)):
            metadata = importlib.metadata.metadata(name)
            classifiers = metadata.get_all("Classifier") or []
            stated = [
                one.removeprefix("License :: ") for one in classifiers if one.startswith("License :: OSI")
            ]
            texts = (metadata["License-Expression"], *stated, metadata["License"])
            licence = next((text for text in texts if text), "").partition("\n")[0]
            yield Package(f"{name} (Python)", licence, is_tool)


def _needed(name: str, extra: str) -> set[str]:
    found: set[str] = set()
    work = [(name, extra)]
    while work:
        name, extra = work.pop()
        for text in importlib.metadata.requires(name) or []:
            wanted = re.match(r"[\w.-]+", text)
            marker = text.partition(";")[2]
            of_extra = re.search(r"extra == ['\"]([\w-]+)['\"]", marker)
            other = wanted[0] if wanted else ""
            if (
                (of_extra[1] if of_extra else "") in ("", extra)
                and other not in found
                and _is_installed(other)
            ):
                found.add(other)
                work.append((other, ""))
    return found


def _is_installed(name: str) -> bool:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def rust_packages() -> Iterator[Package]:
    """The crates of the lock file; each one has a checksum there, and is of the public registry."""
    command = ("cargo", "metadata", "--format-version", "1", "--locked", "--manifest-path", str(CORE))
    known = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    locked = (CORE.parent / "Cargo.lock").read_text(encoding="utf-8")
    entries = (entry.partition("\n\n")[0] for entry in locked.split("[[package]]\n")[1:])
    summed = {
        match[1]
        for entry in entries
        if "checksum = " in entry and (match := re.match(r'name = "(.*)"', entry))
    }
    for one in known["packages"]:
        is_own, name = one["source"] is None, one["name"]
        is_sound = is_own or (one["source"] == CRATES and name in summed)
        yield Package(f"{name} (Rust)", one["license"] or "", False, "" if is_sound else "has no checksum")


def npm_packages() -> Iterator[Package]:
    """The packages of the lock files of npm, all tools: the extension ships as one file of its own."""
    for lock in NPM_LOCKS:
        for path, one in json.loads(lock.read_text(encoding="utf-8"))["packages"].items():
            if path:
                problem = "" if one.get("integrity") else "has no checksum"
                yield Package(
                    f"{path.removeprefix('node_modules/')} (npm)", one.get("license", ""), True, problem
                )


def problems(package: Package) -> Iterator[str]:
    """What is wrong with a package."""
    if package.problem:
        yield f"{package.name} {package.problem}"
    if not allows(package.licence, FOR_TOOLS if package.is_tool else PERMISSIVE):
        yield f"{package.name} has the licence {package.licence[:80]!r}, which is not allowed"


def main() -> None:
    """Look at all packages; the exit status is 1 if one may not be used."""
    packages = [*python_packages(), *rust_packages(), *npm_packages()]
    found = [line for package in packages for line in problems(package)]
    print("\n".join([*found, f"{len(packages)} packages, {len(found)} problems"]), flush=True)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
