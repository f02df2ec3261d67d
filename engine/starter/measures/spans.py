"""How well a model fills held-out lines of code by itself: `python -m quoin.engine.starter.measures.spans`.

The model is asked as the editor asks it (the prompt, token healing, the likeliest token at each step),
but nothing is filtered and no rule ends the text, only the model itself. Lines of code are those with
more on them than comments and strings. Two spans are measured: all of a line after its indentation, and
the rest of a line after any of its characters.

Single-line infilling as a measure: Fried et al., "InCoder" (2023), and Bavarian et al., "Efficient
Training of Language Models to Fill in the Middle" (2022).
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import io
import logging
import random
import tokenize
import warnings
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from quoin.engine.model import CompletionRequest, ModelClient, ModelSettings
from quoin.engine.starter.samples import Cut
from quoin.engine.starter.texts.reading import LIBRARY_HELD_OUT, library, read_library

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

KINDS = ("line", "rest of a line")
MAX_TOKENS = 64
MAX_SECONDS = 30.0

_log = logging.getLogger("starter")

_NO_CODE = frozenset(
    {
        tokenize.COMMENT,
        tokenize.STRING,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENDMARKER,
    }
)


@dataclass(frozen=True)
class Found:
    """The result for one span.

    Attributes:
        exact: whether the model's text equals the true text.
        similarity: the similarity to the true text, from 0 to 1.
        fits: whether the file parses with the model's text.
    """

    exact: bool
    similarity: float
    fits: bool


def code_lines(text: str) -> list[int]:
    """Return the numbers, from 0, of a program's lines that contain more than comments and strings."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return sorted({token.start[0] - 1 for token in tokens if token.type not in _NO_CODE})


def spans(texts: Sequence[str], kind: str, number: int, seed: int) -> list[Cut]:
    """Cut `number` spans out of texts, where all lines of code are equally likely."""
    source = random.Random(f"{seed} {kind}")  # noqa: S311 - repeatable, not secret
    lines = [(text, line) for text in texts for line in code_lines(text)]
    return [_span(*source.choice(lines), kind, source) for _ in range(number)]


def _span(text: str, number: int, kind: str, source: random.Random) -> Cut:
    lines = text.split("\n")
    line = lines[number]
    start = sum(map(len, lines[:number])) + number
    end = start + len(line.rstrip())
    start += len(line) - len(line.lstrip())
    if kind != "line":
        start = source.randrange(start, end)
    return Cut(text[:start], text[start:end], text[end:])


def compare(cut: Cut, text: str) -> Found:
    """Compare a text with the true middle of a cut; blanks at its end do not count."""
    text = text.rstrip()
    return Found(text == cut.middle, similarity(text, cut.middle), _parses(cut.left + text + cut.right))


def similarity(first: str, second: str) -> float:
    """Return 1 minus the ratio of the edit distance (Levenshtein 1966) to the longer text's length."""
    row = list(range(len(second) + 1))
    for number, character in enumerate(first, 1):
        above, row[0] = row[0], number
        for at, other in enumerate(second, 1):
            above, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, above + (character != other))
    return 1 - row[-1] / max(len(first), len(second), 1)


def _parses(text: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # invalid escapes are not errors
        try:
            ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    return True


async def measure(model: ModelSettings, cuts: Mapping[str, Sequence[Cut]]) -> dict[str, list[Found]]:
    """Let a model fill the cuts of each kind, and return the results by kind.

    Raises:
        ModelError: the model cannot be used.
    """
    client = ModelClient()
    try:
        await client.start(model)
        return {
            kind: [compare(cut, await _filled(client, cut)) for cut in some] for kind, some in cuts.items()
        }
    finally:
        await client.close()


async def _filled(client: ModelClient, cut: Cut) -> str:
    request = CompletionRequest(
        "python",
        *(cut.left, cut.right),
        document="",
        max_tokens=MAX_TOKENS,
        max_seconds=MAX_SECONDS,
        stop="end",
        guarantee="off",
    )
    result = await client.complete(request)
    return result.candidates[0].text if result.candidates else ""


def write(texts: Mapping[str, str], folder: Path) -> None:
    """Write texts into a folder at their paths."""
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def main() -> None:
    """Measure a model, and log the figures as a table."""
    options = _options()
    held_out = {
        text.path: text.text for text in read_library(library()).texts if text.path in LIBRARY_HELD_OUT
    }
    if options.write:
        write(held_out, options.write)
    texts = tuple(held_out.values())
    cuts = {kind: spans(texts, kind, options.number, options.seed) for kind in KINDS}
    settings = ModelSettings(options.model) if options.model else ModelSettings()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    _log.info("| span | exact | edit similarity | the file parses |\n| --- | --- | --- | --- |")
    for kind, found in asyncio.run(measure(settings, cuts)).items():
        shares = [fmean(getattr(one, part) for one in found) for part in ("exact", "similarity", "fits")]
        _log.info("| %s | %.1f %% | %.1f %% | %.1f %% |", kind, *(100 * share for share in shares))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m quoin.engine.starter.measures.spans", description=__doc__
    )
    parser.add_argument("--model", type=Path, help="a GGUF file (default: the one that ships)")
    parser.add_argument("--number", type=int, default=300, help="spans of each kind (default: 300)")
    parser.add_argument("--seed", type=int, default=1, help="of held-out files and spans (default: 1)")
    parser.add_argument("--write", type=Path, metavar="DIR", help="a folder to write the held-out files to")
    return parser.parse_args()


if __name__ == "__main__":
    main()
