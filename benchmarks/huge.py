"""Huge contexts of one kind, on each side of the cursor: time and memory for each byte.

Each context is read in a process of its own, which has read a small text of the language before. The memory
is what the process's peak grows by. A context that has not been read after `--seconds` is given up; it
shows a bar.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import time
from typing import TYPE_CHECKING

import quoin

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

LANGUAGES = ("python", "go", "java", "lua", "sqlite", "json", "jsonc")

# Name, what stands before the cursor if the right context is measured, the piece that repeats, what ends it,
# and the languages in which the kind makes sense; none stands for all.
KINDS: tuple[tuple[str, bytes, bytes, bytes, tuple[str, ...]], ...] = (
    ("blanks", b"", b" ", b"", ()),
    ("tabs", b"", b"\t", b"", ()),
    ("line ends", b"", b"\n", b"", ()),
    ("CR LF", b"", b"\r\n", b"", ()),
    ("single quotes", b"", b"'", b"", ()),
    ("double quotes", b"", b'"', b"", ()),
    ("digits", b"", b"1", b"", ()),
    ("letters", b"", b"a", b"", ()),
    ("dots", b"", b".", b"", ()),
    ("backslashes", b"", b"\\", b"", ()),
    ("hashes", b"", b"#", b"", ()),
    ("slashes", b"", b"/", b"", ()),
    ("dashes", b"", b"-", b"", ()),
    ("nulls", b"", b"\0", b"", ()),
    ("closing brackets", b"", b"]", b"", ()),
    ("closing parentheses", b"", b")", b"", ()),
    ("closing braces", b"", b"}", b"", ()),
    ("opening brackets", b"", b"[", b"", ()),
    ("not ", b"", b"not ", b"x\n", ("python", "lua", "sqlite")),
    ("minus signs", b"x = ", b"- ", b"x\n", ("python", "lua", "go", "java")),
    ("x = 1 lines", b"", b"x = 1\n", b"", ("python", "lua")),
    ("lines in a bracket", b"x = [\n", b"1,\n", b"]\n", ("python", "json", "jsonc")),
    ("lines in parentheses", b"f(\n", b"a,\n", b"b)\n", ("python", "go")),
    ("a sum", b"x = 1", b" + a", b"\n", ("python", "lua", "go", "java")),
    ("a long string", b'x = "', b"a ", b'"\n', ("python", "lua", "go", "java", "json", "jsonc")),
    ("comment lines", b"", b"# a b c\n", b"", ("python",)),
)


def texts(kind: int, side: str, size: int) -> tuple[bytes, bytes]:
    """Return the contexts on both sides."""
    _, before, piece, end, _ = KINDS[kind]
    many = piece * (size // len(piece))
    return (before + many, b"") if side == "left" else (before, many + end)


def read(connection: Connection, language: str, kind: int, side: str, size: int) -> None:
    """Read a context and send seconds, bytes, and what came of it."""
    loaded = quoin.load_language(language)
    loaded.quotient("", "").start()
    sides = texts(kind, side, size)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()
    quotient = loaded.quotient(*sides)
    quotient.start()
    seconds = time.process_time() - started
    room = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    problem = quotient.problem
    connection.send((seconds, room, "" if problem is None else f"{problem.side}: {problem.message}"))


def measured(language: str, kind: int, side: str, size: int, most: float) -> tuple[float, int, str] | None:
    """Read a context in a process of its own; none if it takes too long or too much."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(
        target=read, args=(theirs, language, kind, side, size)
    )
    process.start()
    theirs.close()
    found = None
    try:
        if ours.poll(most):
            found = ours.recv()
    except EOFError:
        pass
    process.kill()
    process.join()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=1_000_000, help="bytes of a context")
    parser.add_argument("--seconds", type=float, default=20.0, help="the most for one context")
    parser.add_argument("--language", nargs="*", default=LANGUAGES)
    parser.add_argument("--kind", nargs="*")
    parser.add_argument("--side", nargs="*", default=("left", "right"))
    arguments = parser.parse_args()
    print(f"{'kind':22}{'language':10}{'side':7}{'ns/byte':>9}{'bytes/byte':>12}")
    for kind, (name, *_, languages) in enumerate(KINDS):
        if arguments.kind and name not in arguments.kind:
            continue
        for language in arguments.language:
            if languages and language not in languages:
                continue
            for side in arguments.side:
                found = measured(language, kind, side, arguments.size, arguments.seconds)
                row = "        |           |"
                if found is not None:
                    seconds, room, problem = found
                    row = f"{seconds / arguments.size * 1e9:9.1f}{room / arguments.size:12.1f}  {problem}"
                print(f"{name:22}{language:10}{side:7}{row}", flush=True)


if __name__ == "__main__":
    main()
