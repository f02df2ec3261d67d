"""Groups each text's tokens, as Python's own tokenizer has them: see "Programs" in `grammars/README.md`."""

from __future__ import annotations

import io
import json
import platform
import sys
import tokenize

Span = tuple[int, int]


def runs(source: str) -> list[list[list[Span]]] | None:
    """The tokens of each block, by their first and last offsets; None for a text without tokens."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source, newline="").readline))
    except (tokenize.TokenError, SyntaxError):
        return None
    starts = _line_starts(source)
    grouped = indentation_runs([token.type for token in tokens])
    return [[[_span(tokens[number], starts) for number in part] for part in run] for run in grouped]


def indentation_runs(types: list[int]) -> list[list[range]]:
    """Group the tokens of each block: those before, between and after the blocks inside it.

    `x INDENT y INDENT z DEDENT w DEDENT v` gives the runs `[z]`, `[y] [w]` and `[x] [v]`. The tokens
    that begin and end a block belong to no run; runs without tokens are left out.
    """
    done: list[list[range]] = []
    open_runs: list[list[range]] = [[]]
    start = 0
    for number, kind in enumerate(types):
        if kind not in (tokenize.INDENT, tokenize.DEDENT):
            continue
        _add(open_runs[-1], start, number)
        start = number + 1
        if kind == tokenize.INDENT:
            open_runs.append([])
        else:
            done.append(open_runs.pop())
    _add(open_runs[-1], start, len(types))
    return [run for run in done + open_runs if run]


def _add(run: list[range], start: int, end: int) -> None:
    if start < end:
        run.append(range(start, end))


def _line_starts(source: str) -> list[int]:
    """Offsets of the lines as the tokenizer counts them: at line feeds alone, the first line being 1."""
    starts = [0, 0]
    at = source.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = source.find("\n", at + 1)
    starts.append(len(source))
    return starts


def _span(token: tokenize.TokenInfo, starts: list[int]) -> Span:
    start, end = (starts[min(line, len(starts) - 1)] + column for line, column in (token.start, token.end))
    limit = starts[-1]
    return min(start, limit), min(end, limit)


def main() -> None:
    """Answer until the input ends."""
    print(
        json.dumps(f"tokenize of {platform.python_implementation()} {platform.python_version()}"), flush=True
    )
    for line in sys.stdin.buffer:
        print(json.dumps(runs(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
