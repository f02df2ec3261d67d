"""What each language costs, beside the others: one row each.

    python -m benchmarks.languages GGUF --corpus python=DIR --corpus go=DIR --also python:3.8

Files come from the trees that are named, else from the examples in the language's folder, which are too small
for the times of whole files to say much. Each language has a process of its own, and all times are the
processor's.

- `grammar`: tables and lexer made from the grammar's file, and from the cache, in milliseconds.
- `vocabulary`: its tables made for the language, in milliseconds.
- `memory`: what grammar and vocabulary take, in MB.
- `cold`: a quotient in the midst of `files`, a process's first text and another one, in nanoseconds a byte.
- `key`: the same session's quotient after each character of typed lines, in milliseconds: 50th and 99th
  percentile.
- `token`: `advance` by the tokens of true middles, in microseconds: 50th percentile and mean.
- `mask`: the mask before each of them, in microseconds: 50th percentile, mean and 99th percentile.
- `again`: the same mask asked for again, in microseconds: 99th percentile.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import multiprocessing
import os
import random
import statistics
import tempfile
import time
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from unittest import mock

from benchmarks.timing import busy_seconds, percentile
from benchmarks.tokens import split
from benchmarks.vocabularies import read_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from quoin import Language, Session, Vocabulary
    from quoin.lsp_server.harness.cuts import Cut

T = TypeVar("T")

LEAST, LARGEST = 8_000, 60_000
FILES = 12
COLUMNS = ("language", "files", "grammar", "vocabulary", "memory", "cold", "key", "token", "mask", "again")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("vocabulary", type=Path, help="a GGUF file")
    parser.add_argument(
        "--corpus", action="append", default=[], metavar="LANGUAGE=DIR", help="a tree of files"
    )
    parser.add_argument(
        "--also", action="append", default=[], metavar="LANGUAGE:VERSION", help="a version besides the newest"
    )
    parser.add_argument("--cuts", type=int, default=60, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    from quoin import language_names  # noqa: PLC0415 - each language's process counts its own imports

    folders = dict(corpus.split("=", 1) for corpus in arguments.corpus)
    print("| " + " | ".join(COLUMNS) + " |\n" + "| --- " * len(COLUMNS) + "|")
    # Python first, which the others are compared with.
    named = [*language_names(), *arguments.also]
    for language in sorted(named, key=lambda language: (not language.startswith("python"), language)):
        name = language.partition(":")[0]
        cuts = planned(name, folders.get(name), arguments.cuts, arguments.seed)
        with tempfile.TemporaryDirectory() as cache, mock.patch.dict(os.environ, XDG_CACHE_HOME=cache):
            made, row = apart(measure, language, cuts, arguments.vocabulary, arguments.seed)
            again = apart(load, language)
        shown = (language, row[0], f"{made * 1e3:.0f}, {again * 1e3:.0f}", *row[1:])
        print("| " + " | ".join(shown) + " |", flush=True)


def apart(work: Callable[..., T], *arguments: object) -> T:
    """Do something in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(work, arguments)


def planned(name: str, folder: str | None, number: int, seed: int) -> tuple[list[Cut], list[Cut]]:
    """Cuts of files for tokens and masks, and for typing."""
    from quoin.engine.languages.loader import GRAMMARS  # noqa: PLC0415 - as above
    from quoin.lsp_server.harness.files import read_corpus  # noqa: PLC0415
    from quoin.lsp_server.harness.plan import plan  # noqa: PLC0415
    from quoin.lsp_server.harness.subject import Subject, known_language  # noqa: PLC0415

    tree = Path(folder) if folder else GRAMMARS / name / "examples" / "accept"
    with Subject(known_language(name, tree)) as subject:
        files = read_corpus(tree, LARGEST, subject).files
        spans, typed = (plan(subject, files, [kind], number, seed) for kind in ("randspan", "typing"))
    return [case.cut for case in spans], [case.cut for case in typed]


def measure(
    name: str, cuts: tuple[list[Cut], list[Cut]], vocabulary: Path, seed: int
) -> tuple[float, list[str]]:
    """Seconds to make the language, and its other cells, in a process that has done nothing else."""
    spans, typed = cuts
    tokens = read_tokens(vocabulary)
    steps = [resident()]
    made = load(name)

    import quoin  # noqa: PLC0415 - each language's process counts its own imports

    language = quoin.load_language(*name.split(":"))
    steps.append(resident())
    table = quoin.Vocabulary(tokens)
    prepared = busy_seconds(partial(table.prepare, language))
    steps.append(resident())
    large = [cut for cut in spans if len(whole(cut)) >= LEAST] or spans
    files = random.Random(seed).sample(large, min(FILES, len(large)))
    first, another = cold(language, files)
    keys = typing(quoin.Session(language), typed)
    advances, masks, again = along(language, table, spans, {token for token in tokens if token})
    grown = [(after - before) / 1e6 for before, after in pairwise(steps)]
    return made, [
        f"{len(files)} of {statistics.median(len(whole(cut)) for cut in files):,.0f} bytes",
        f"{prepared * 1e3:.0f}",
        f"{grown[0]:.0f} + {grown[1]:.0f}",
        f"{first * 1e9:.0f}, {another * 1e9:.0f}",
        f"{percentile(keys, 50) * 1e3:.3f}, {percentile(keys, 99) * 1e3:.2f}",
        f"{percentile(advances, 50) * 1e6:.1f}, {statistics.mean(advances) * 1e6:.1f}",
        ", ".join(
            f"{value * 1e6:.0f}"
            for value in (percentile(masks, 50), statistics.mean(masks), percentile(masks, 99))
        ),
        f"{percentile(again, 99) * 1e6:.0f}",
    ]


def resident() -> int:
    """Bytes of memory that the process holds, without what the allocator could give back."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def load(name: str) -> float:
    """Seconds to load a language, from the cache if it is there."""
    from quoin.engine import _core  # noqa: F401, PLC0415 - and this is not

    begun = time.process_time()
    import quoin  # noqa: PLC0415 - as above

    quoin.load_language(*name.split(":")).prepare()
    return time.process_time() - begun


def whole(cut: Cut) -> bytes:
    """The cut's file."""
    return (cut.left + cut.middle + cut.right).encode()


def cold(language: Language, cuts: Sequence[Cut]) -> tuple[float, float]:
    """Seconds a byte of a quotient in the midst of a file: a process's first text, and another one."""
    halves = [(text[: len(text) // 2], text[len(text) // 2 :]) for text in map(whole, cuts)]
    size = sum(len(left) + len(right) for left, right in halves)
    first = another = 0.0
    for left, right in halves:
        language.forget()
        first += busy_seconds(lambda: language.quotient(left, right).start())  # noqa: B023 - called at once
    for left, right in halves:
        another += busy_seconds(lambda: language.quotient(left, right).start())  # noqa: B023
    return first / size, another / size


def typing(session: Session, cuts: Sequence[Cut]) -> list[float]:
    """Seconds of the session's quotient after each character of the cuts' middles."""
    times = []
    for cut in cuts:
        session.quotient(cut.left, cut.right).start()
        for end in range(1, len(cut.middle) + 1):
            left = cut.left + cut.middle[:end]
            times.append(busy_seconds(lambda: session.quotient(left, cut.right).start()))  # noqa: B023
    return times


def along(
    language: Language, vocabulary: Vocabulary, cuts: Sequence[Cut], known: set[bytes]
) -> tuple[list[float], list[float], list[float]]:
    """Seconds of `advance` by each token of the true middles, the mask before it, and that mask again."""
    advances, masks, again = [], [], []
    for cut in cuts:
        state = language.quotient(cut.left, cut.right).start()
        for token in split(cut.middle.encode(), known):
            masks.append(busy_seconds(partial(state.mask, vocabulary)))
            again.append(busy_seconds(partial(state.mask, vocabulary)))
            advances.append(busy_seconds(partial(state.advance, token)))
    return advances, masks, again


if __name__ == "__main__":
    main()
