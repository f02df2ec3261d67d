"""The pictures beside `README.md`, measured and drawn by one command: `python -m benchmarks.plots GGUF`.

Three pictures go to `benchmarks/plots/`: the quotient against the size of the file, cold and after one
typed character; the cost of a token against the size of the file; masks beside those of the peers. What
was measured is kept in `figures.json` there; with `--draw` the pictures are drawn from it again.

Needs the extra `bench`.
"""

from __future__ import annotations

import argparse
import ast
import json
import statistics
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import quoin
from benchmarks.peers import PEERS, Quoin, Sample, compare
from benchmarks.sources import programs_of
from benchmarks.timing import best, percentile, seconds
from benchmarks.tokens import split
from benchmarks.vocabularies import read_tokens

FOLDER = Path(__file__).parent / "plots"
SIZES = (3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
MIDDLE = 400
ROUNDS = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vocabulary", type=Path, nargs="?", help="a GGUF file")
    parser.add_argument("--texts", type=int, default=40, help="for the peers")
    parser.add_argument("--draw", action="store_true", help="draw what was measured before")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    figures = FOLDER / "figures.json"
    if not arguments.draw:
        if arguments.vocabulary is None:
            parser.error("a vocabulary is needed")
        measured = measure(arguments.vocabulary, arguments.texts, arguments.seed)
        figures.write_text(json.dumps(measured, indent=1) + "\n")
    draw(json.loads(figures.read_text()))


def measure(file: Path, texts: int, seed: int) -> dict[str, Any]:
    """All figures, in microseconds."""
    pieces = read_tokens(file)
    language = quoin.load_language("python")
    language.prepare()
    programs = programs_of(SIZES, seed)
    return {
        "vocabulary": file.stem.removeprefix("ggml-vocab-"),
        "contexts": [contexts(language, program) for program in programs],
        "tokens": [tokens(language, program, pieces) for program in programs],
        "peers": {name: peers(name, pieces, texts, seed) for name in PEERS},
    }


def halves(program: str) -> tuple[str, str]:
    """The text up to a line's end in its midst, and the rest."""
    at = program.find("\n", len(program) // 2)
    return program[:at], program[at:]


def contexts(language: quoin.Language, program: str) -> dict[str, float]:
    """The quotient cold and after one typed character, and CPython's parser on the whole."""
    left, right = halves(program)
    session = quoin.Session(language)
    session.quotient(left, right)
    typed = iter(range(1, ROUNDS + 1))
    return {
        "bytes": len(program.encode()),
        "cold": best(lambda: language.quotient(left, right).start(), ROUNDS) * 1e6,
        "warm": best(lambda: session.quotient(left + " " * next(typed), right).start(), ROUNDS) * 1e6,
        "parse": best(lambda: ast.parse(program), ROUNDS) * 1e6,
    }


def tokens(language: quoin.Language, program: str, pieces: list[bytes]) -> dict[str, float]:
    """A token taken, along a middle that the text has."""
    left, right = halves(program)
    state = language.quotient(left, right[MIDDLE:]).start()
    known = {piece for piece in pieces if piece}
    path = list(split(right[:MIDDLE].encode(), known))
    times = [seconds(partial(state.advance, token)) * 1e6 for token in path]
    return {
        "bytes": len(program.encode()),
        "median": percentile(times, 50),
        "mean": statistics.mean(times),
        "99th": percentile(times, 99),
    }


def peers(language: str, pieces: list[bytes], texts: int, seed: int) -> dict[str, list[float]]:
    """Median, mean and 99th percentile of masks, by peer."""
    known = [one for one in PEERS[language] if one is Quoin or find_spec(one.name)]
    found = compare(language, known, pieces, Sample(texts, seed))
    return {
        name: [
            value * 1e6
            for value in (percentile(one.masks, 50), statistics.mean(one.masks), percentile(one.masks, 99))
        ]
        for name, one in found.items()
    }


def draw(figures: dict[str, Any]) -> None:
    """Draw the three pictures."""
    import matplotlib as mpl  # noqa: PLC0415 - an extra

    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": "quoin", "font.size": 9, "axes.grid": True, "grid.alpha": 0.3})
    lines = {"cold": "quotient, cold", "warm": "after one typed character", "parse": "ast.parse"}
    draw_lines("quotient", figures["contexts"], lines, "ms", 1e-3)
    draw_lines("token", figures["tokens"], {"median": "median", "mean": "mean", "99th": "99th"}, "µs", 1)
    draw_peers(figures)


def draw_lines(
    name: str, rows: list[dict[str, float]], lines: dict[str, str], unit: str, scale: float
) -> None:
    """A line for each of `lines`, against the size of the file."""
    from matplotlib import pyplot as plt  # noqa: PLC0415 - an extra

    figure, axes = plt.subplots(figsize=(5.2, 3.2), layout="constrained")
    for key, label in lines.items():
        axes.plot([row["bytes"] / 1e3 for row in rows], [row[key] * scale for row in rows], "o-", label=label)
    axes.set(xscale="log", yscale="log", xlabel="file, kB", ylabel=unit)
    axes.legend()
    save(figure, name)


def draw_peers(figures: dict[str, Any]) -> None:
    """Bars from the median to the 99th percentile of a mask, a panel for each language."""
    from matplotlib import pyplot as plt  # noqa: PLC0415 - an extra

    groups = figures["peers"]
    figure, panels = plt.subplots(
        1, len(groups), figsize=(2.8 * len(groups), 2.8), layout="constrained", sharey=True
    )
    for axes, (language, peers) in zip(panels, groups.items(), strict=True):
        for place, (median, mean, highest) in enumerate(peers.values()):
            axes.vlines(place, median, highest, color=f"C{place}", linewidth=6, alpha=0.35)
            axes.plot(place, median, "o", color=f"C{place}")
            axes.plot(place, mean, "_", color="black", markersize=12)
        axes.set_xticks(range(len(peers)), list(peers))
        axes.set(yscale="log", title=f"{language}, {figures['vocabulary']}", xlim=(-0.6, len(peers) - 0.4))
    panels[0].set_ylabel("µs a mask")
    save(figure, "peers")


def save(figure: Any, name: str) -> None:  # noqa: ANN401 - the library is an extra
    """Write a picture that is the same for the same figures."""
    figure.savefig(FOLDER / f"{name}.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
