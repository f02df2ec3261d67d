"""What the model's process does beside the model and the filter, without pipes, by the size of the file.

Lines typed again at seeded places, a request a key. A request's time is the processor's in the thread that
decodes, less what passes in llama.cpp and in the core's filter: so the reading of the file, by another
thread, does not count. `request` is that of requests for one token, `token` what each further one costs
where there are many.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from typing import TYPE_CHECKING, Any

import quoin
from benchmarks.sources import programs_of
from benchmarks.timing import percentile
from quoin.engine.model.ipc.messages import CompletionRequest
from quoin.engine.model.llama.library import load_library
from quoin.engine.model.settings import ModelSettings
from quoin.engine.model.worker.service import CompletionService

if TYPE_CHECKING:
    from collections.abc import Callable

SIZES = (10_000, 100_000, 1_000_000)
MANY = 128
LEAST = 4
"""Further tokens of a request from which on their cost is taken."""

NATIVE = ("llama_decode", "llama_tokenize")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--context", type=int, default=4096, help="tokens of prompt and completion")
    parser.add_argument("--lines", type=int, default=8, help="typed in each file")
    parser.add_argument("--rounds", type=int, default=5, help="of which the median counts")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    native = Native()
    service = CompletionService(ModelSettings(context_size=arguments.context, threads=1), lambda _share: None)
    service.prepare(quoin.load_language("python"))
    print("microseconds beside the model and the filter")
    print("    bytes   keys  request: 50th   99th   token: 50th   99th   tokens")
    for size, text in zip(SIZES, programs_of(SIZES, arguments.seed), strict=True):
        typed = keys(text, arguments.lines, arguments.seed)
        one, many = (costs(service, native, typed, most, arguments.rounds) for most in (1, MANY))
        further = [
            (other[0] - first[0]) / (other[1] - first[1])
            for first, other in zip(one, many, strict=True)
            if other[1] - first[1] >= LEAST
        ]
        fixed = " ".join(
            f"{percentile([cost for cost, _ in one], per_cent) * 1e6:6.0f}" for per_cent in (50, 99)
        )
        each = " ".join(f"{percentile(further, per_cent) * 1e6:6.1f}" for per_cent in (50, 99))
        print(f"{size:9} {len(typed):6} {fixed:>21} {each:>21} {sum(count for _, count in many):8}")


class Native:
    """Counts the processor's time in llama.cpp's functions that take long; made before the model is."""

    def __init__(self) -> None:
        self.seconds = 0.0
        library = load_library()
        for name in NATIVE:
            setattr(library, name, self._timed(getattr(library, name)))

    def _timed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*arguments: Any) -> Any:  # noqa: ANN401  the bindings have no useful types
            begun = time.thread_time()
            result = function(*arguments)
            self.seconds += time.thread_time() - begun
            return result

        return timed


def keys(text: str, lines: int, seed: int) -> list[tuple[str, str]]:
    """Both sides of a cursor after each key of some lines that are typed again."""
    rng = random.Random(seed)
    begins, at = [], 0
    for line in text.splitlines(keepends=True):
        if len(line) > LEAST:
            begins.append((at, at + len(line.rstrip("\n"))))
        at += len(line)
    typed = []
    for begin, end in rng.choices(begins, k=lines):
        first = rng.randrange(begin, end)
        typed += [(text[:cursor], text[end:]) for cursor in range(first, end + 1)]
    return typed


def costs(
    service: CompletionService, native: Native, typed: list[tuple[str, str]], most: int, rounds: int
) -> list[tuple[float, int]]:
    """For each key the median time of some rounds, in seconds, and how many tokens the model wrote."""
    found = [[cost(service, native, sides, most) for sides in typed] for _ in range(rounds + 1)]
    # The first round has the files read and the prompts evaluated that the others find.
    return [
        (statistics.median(seconds for seconds, _ in one), one[0][1]) for one in zip(*found[1:], strict=True)
    ]


def cost(service: CompletionService, native: Native, sides: tuple[str, str], most: int) -> tuple[float, int]:
    request = CompletionRequest(
        "python", *sides, "document", max_tokens=most, max_seconds=60, stop="statement", stay_in_context=True
    )
    native.seconds = 0.0
    begun = time.thread_time()
    result = service.complete(request, lambda: False)
    whole = time.thread_time() - begun
    return whole - native.seconds - result.seconds.get("engine", 0.0), result.tokens


if __name__ == "__main__":
    main()
