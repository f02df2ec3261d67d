"""What each language costs, beside the others: one row each.

    python -m benchmarks.languages GGUF --corpus python=DIR --corpus go=DIR --also python:3.8

Files come from the trees that are named, else from the examples in the language's folder, which are too small
for the times of whole files to say much. Each language has a process of its own, and all times are the
processor's. A vocabulary is prepared in three processes, and texts are read, typed and followed three times
with nothing remembered of the time before. The least counts: a percentile is one of places, not one of what
else the machine did meanwhile.

- `grammar`: tables and lexer made from the grammar's file, and from the cache, in milliseconds.
- `vocabulary`: its tables made for the language, in milliseconds.
- `memory`: what grammar and vocabulary take, in MB.
- `cold`: a quotient in the midst of `files`, a process's first text and another one, in nanoseconds a byte.
- `key`: the same session's quotient after each character of typed lines, in milliseconds: 50th and 99th
  percentile.
- `token`: `advance` by the tokens of true middles, in microseconds: 50th percentile and mean.
- `mask`: the mask before each of them, in microseconds: 50th percentile, mean and 99th percentile.
- `again`: the same mask asked for again, in microseconds: 99th percentile.
- `pace`: a read from memory whose place the one before tells, before and after all that, in nanoseconds: rows
  compare only where it is about equal.
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
from typing import TYPE_CHECKING, ParamSpec, TypeVar
from unittest import mock

from benchmarks.timing import Pace, busy_seconds, percentile
from benchmarks.tokens import split
from benchmarks.vocabularies import read_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from quoin import Language
    from quoin.lsp_server.harness.cuts import Cut

P = ParamSpec("P")
T = TypeVar("T")

LEAST, LARGEST = 8_000, 60_000
FILES = 12
ROUNDS = 3
COLUMNS = (
    "language",
    "files",
    "grammar",
    "vocabulary",
    "memory",
    "cold",
    "key",
    "token",
    "mask",
    "again",
    "pace",
)


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
    tokens, pace = read_tokens(arguments.vocabulary), Pace()
    for language in sorted(named, key=lambda language: (not language.startswith("python"), language)):
        name = language.partition(":")[0]
        cuts = planned(name, folders.get(name), arguments.cuts, arguments.seed)
        before = pace.measure()
        with tempfile.TemporaryDirectory() as cache, mock.patch.dict(os.environ, XDG_CACHE_HOME=cache):
            made, row = apart(measure, language, cuts, arguments.vocabulary, arguments.seed)
            again = apart(load, language)
            prepared = min(apart(preparing, language, tokens) for _ in range(ROUNDS))
        paces = f"{before:.0f}, {pace.measure():.0f}"
        made_again = f"{made * 1e3:.0f}, {again * 1e3:.0f}"
        shown = (language, row[0], made_again, f"{prepared * 1e3:.0f}", *row[1:], paces)
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
    table.prepare(language)
    steps.append(resident())
    large = [cut for cut in spans if len(whole(cut)) >= LEAST] or spans
    files = random.Random(seed).sample(large, min(FILES, len(large)))
    first, another = (sum(times) / sum(len(whole(cut)) for cut in files) for times in cold(language, files))
    (keys,) = typing(language, typed)
    advances, masks, again = along(language, tokens, spans)
    grown = [(after - before) / 1e6 for before, after in pairwise(steps)]
    return made, [
        f"{len(files)} of {statistics.median(len(whole(cut)) for cut in files):,.0f} bytes",
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


def preparing(name: str, tokens: Sequence[bytes]) -> float:
    """Seconds to make a vocabulary's tables for a language that is loaded."""
    import quoin  # noqa: PLC0415 - as above

    language = quoin.load_language(*name.split(":"))
    language.prepare()
    table = quoin.Vocabulary(tokens)
    with tempfile.TemporaryDirectory() as cache, mock.patch.dict(os.environ, XDG_CACHE_HOME=cache):
        return busy_seconds(partial(table.prepare, language))


def whole(cut: Cut) -> bytes:
    """The cut's file."""
    return (cut.left + cut.middle + cut.right).encode()


def least_of_rounds(measured: Callable[P, tuple[list[float], ...]]) -> Callable[P, tuple[list[float], ...]]:
    """Do it some times, and take the least of each time: what the work costs on an undisturbed core."""

    def rounds(*arguments: P.args, **named: P.kwargs) -> tuple[list[float], ...]:
        all_rounds = [measured(*arguments, **named) for _ in range(ROUNDS)]
        return tuple(
            [min(times) for times in zip(*part, strict=True)] for part in zip(*all_rounds, strict=True)
        )

    return rounds


@least_of_rounds
def cold(language: Language, cuts: Sequence[Cut]) -> tuple[list[float], ...]:
    """Seconds of a quotient in the midst of each file: as a process's first text, and as another one."""
    halves = [(text[: len(text) // 2], text[len(text) // 2 :]) for text in map(whole, cuts)]
    first, another = [], []
    for left, right in halves:
        language.forget()
        first.append(busy_seconds(lambda: language.quotient(left, right).start()))  # noqa: B023 - called at once
    for left, right in halves:
        another.append(busy_seconds(lambda: language.quotient(left, right).start()))  # noqa: B023
    return first, another


@least_of_rounds
def typing(language: Language, cuts: Sequence[Cut]) -> tuple[list[float], ...]:
    """Seconds of a session's quotient after each character of the cuts' middles."""
    from quoin import Session  # noqa: PLC0415 - as above

    language.forget()
    session = Session(language)
    times = []
    for cut in cuts:
        session.quotient(cut.left, cut.right).start()
        for end in range(1, len(cut.middle) + 1):
            left = cut.left + cut.middle[:end]
            times.append(busy_seconds(lambda: session.quotient(left, cut.right).start()))  # noqa: B023
    return (times,)


@least_of_rounds
def along(language: Language, tokens: Sequence[bytes], cuts: Sequence[Cut]) -> tuple[list[float], ...]:
    """Seconds of `advance` by each token of the true middles, the mask before it, and that mask again."""
    from quoin import Vocabulary  # noqa: PLC0415 - as above

    language.forget()
    vocabulary = Vocabulary(tokens)
    vocabulary.prepare(language)
    known = {token for token in tokens if token}
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
