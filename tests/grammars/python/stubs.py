"""Lists the members of Python's modules, as typeshed's stubs have them, for `grammars/python/members.json`.

`python -m tests.grammars.python.stubs` writes the file anew. The members of all versions and systems stand
together, since the file only says what certainly is no member.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TABLE = Path(__file__).resolve().parents[3] / "grammars" / "python" / "members.json"

_NAMES = """
    abc argparse array ast asyncio atexit base64 binascii bisect bz2 calendar cmath codecs collections
    collections.abc concurrent.futures configparser contextlib contextvars copy csv ctypes dataclasses
    datetime decimal difflib dis email enum faulthandler filecmp fileinput fnmatch fractions functools gc
    getopt getpass gettext glob gzip hashlib heapq hmac html http http.client http.server importlib
    importlib.metadata importlib.resources importlib.util inspect io ipaddress itertools json keyword
    linecache locale logging lzma math mimetypes multiprocessing numbers operator os os.path pathlib pickle
    pkgutil platform pprint queue random re reprlib sched secrets select shelve shlex shutil signal smtplib
    socketserver sqlite3 stat statistics string struct subprocess sys sysconfig tarfile tempfile textwrap
    threading time timeit token tokenize tomllib trace traceback types typing unicodedata unittest
    unittest.mock urllib.error urllib.parse urllib.request uuid venv warnings wave weakref webbrowser
    xml.etree.ElementTree zipfile zlib zoneinfo
"""
MODULES = tuple(_NAMES.split())


def members(stubs: Path, module: str) -> set[str]:
    """Return the public members of a module, and its own modules, by the stubs in a folder."""
    if module == "os.path":
        module = "posixpath"
    place = stubs.joinpath(*module.split("."))
    file = place / "__init__.pyi" if place.is_dir() else place.with_suffix(".pyi")
    found = set(_named(stubs, module, ast.parse(file.read_text(encoding="utf-8")).body))
    if place.is_dir():
        found |= {inner.stem for inner in place.iterdir() if inner.suffix == ".pyi" or inner.is_dir()}
    return {name for name in found if not name.startswith("_")}


def _named(stubs: Path, module: str, body: Iterable[ast.stmt]) -> Iterator[str]:
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield statement.name
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield statement.target.id
        elif isinstance(statement, (ast.Assign, ast.AugAssign)):
            yield from _assigned(statement)
        elif isinstance(statement, ast.If):
            yield from _named(stubs, module, [*statement.body, *statement.orelse])
        elif isinstance(statement, ast.Import):
            yield from (one.asname for one in statement.names if one.asname == one.name)
        elif isinstance(statement, ast.ImportFrom):
            yield from _imported(stubs, module, statement)


def _assigned(statement: ast.Assign | ast.AugAssign) -> Iterator[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    names = [target.id for target in targets if isinstance(target, ast.Name)]
    yield from names
    # What a module says that it exports may be imported from elsewhere.
    if "__all__" in names and isinstance(statement.value, (ast.List, ast.Tuple)):
        yield from (str(item.value) for item in statement.value.elts if isinstance(item, ast.Constant))


def _imported(stubs: Path, module: str, statement: ast.ImportFrom) -> Iterator[str]:
    for one in statement.names:
        if one.name == "*":
            package = module.split(".")[: len(module.split(".")) - statement.level + 1]
            if not stubs.joinpath(*module.split(".")).is_dir() and statement.level:
                package = module.split(".")[: -statement.level]
            base = package if statement.level else []
            yield from members(stubs, ".".join([*base, *filter(None, [statement.module])]))
        elif one.asname == one.name:
            yield one.name


def table(stubs: Path) -> dict[str, list[str]]:
    """Return the members of each module, sorted."""
    return {module: sorted(members(stubs, module)) for module in MODULES}


def main() -> None:
    """Write the table, with one module a paragraph."""
    import mypy  # noqa: PLC0415 - it brings the stubs

    found = table(Path(mypy.__file__).parent / "typeshed" / "stdlib")
    lines = (f"  {json.dumps(module)}: {json.dumps(' '.join(names))}" for module, names in found.items())
    TABLE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
