"""Set-up of a vocabulary, and the memory of grammar, vocabulary and one open file.

Each vocabulary has processes of its own, which hold the tokens before anything is measured: the first of them
makes what the vocabulary needs, the others take it from the cache. Times are the processor's. Memory is
what is resident then and after each step: the grammar with the engine's modules, the vocabulary with its
tables, a file of about 30 kB with its quotient, and masks along a hundred bytes in its midst. What the
allocator holds and nobody uses is given back before.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import quoin
from benchmarks.sources import programs_of
from benchmarks.vocabularies import empty_cache, read_tokens

STARTER = Path(quoin.engine.__file__).parent / "starter" / "starter.gguf"
FILE_BYTES = 30_000
MIDDLE_BYTES = 100

CHILD = """
import ctypes, json, os, sys, time

def resident():
    ctypes.CDLL(None).malloc_trim(0)
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

text, tokens = json.loads(sys.stdin.read())
tokens = [token.encode("latin-1") for token in tokens]
steps = [resident()]
import quoin
language = quoin.load_language("python")
language.prepare()
steps.append(resident())
quoin.Vocabulary
begun = time.process_time()
vocabulary = quoin.Vocabulary(tokens)
vocabulary.prepare(language)
taken = time.process_time() - begun
steps.append(resident())
session = quoin.Session(language)
state = session.quotient(text[0], text[2]).start()
steps.append(resident())
for byte in text[1].encode():
    state.mask(vocabulary)
    assert state.advance(bytes([byte]))
steps.append(resident())
print(json.dumps([taken, steps]))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vocabularies", nargs="*", type=Path, default=[STARTER], help="GGUF files")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    program = programs_of((FILE_BYTES,), arguments.seed)[0]
    at = len(program) // 2
    text = (program[:at], program[at : at + MIDDLE_BYTES], program[at + MIDDLE_BYTES :])
    print("                       tokens  set-up ms  again   grammar  vocabulary  file  masks   all (MB)")
    for file in arguments.vocabularies:
        with empty_cache():
            show(file, text, arguments.rounds)


def show(file: Path, text: tuple[str, str, str], rounds: int) -> None:
    """The first time, the least of the others, and the last memory of several processes."""
    tokens = read_tokens(file)
    given = json.dumps([text, [token.decode("latin-1") for token in tokens]])
    taken: list[float] = []
    steps = [0]
    for _ in range(1 + rounds):
        run = subprocess.run(
            [sys.executable, "-c", CHILD], input=given, capture_output=True, text=True, check=True
        )
        seconds, steps = json.loads(run.stdout)
        taken.append(seconds)
    grown = [(after - before) / 1e6 for before, after in pairwise(steps)]
    shown = "{:9.1f} {:11.1f} {:5.1f} {:6.1f}".format(*grown)
    name = file.stem.removeprefix("ggml-vocab-")
    first, again = taken[0] * 1e3, min(taken[1:]) * 1e3
    print(f"{name:20s} {len(tokens):8d} {first:10.1f} {again:6.1f} {shown} {sum(grown):10.1f}")


if __name__ == "__main__":
    main()
