"""Seeded damage to lines of a file outside a cut, as in files that somebody is editing.

Each kind changes one line and keeps the number of lines, so that restoring the original lines undoes it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from quoin.lsp_server.documents.positions import content_length, split_lines

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from quoin.lsp_server.harness.cuts import Cut

_TRIES = 40


@dataclass(frozen=True)
class Broken:
    """A cut of a file with damage.

    Attributes:
        cut: The damaged contexts and the unchanged middle.
        whole: The cut without the damage.
        kinds: The kind of damage to each line of `lines`.
        lines: The numbers of the damaged lines, from 1, in the concatenation of the contexts.
    """

    cut: Cut
    whole: Cut
    kinds: tuple[str, ...]
    lines: tuple[int, ...]


def break_lines(cut: Cut, number: int, rng: random.Random, parses: Callable[[str], bool]) -> Broken | None:
    """Damage `number` lines of the contexts other than the cursor's line.

    Returns:
        None if the contexts have too few lines with content, or if in every one of a fixed number of tries
        the file parses with one of the damaged lines alone.
    """
    lines = split_lines(cut.left + cut.right)
    cursor = len(split_lines(cut.left)) - 1
    places = [k for k, line in enumerate(lines) if k != cursor and line.strip()]
    if len(places) < number:
        return None
    for _ in range(_TRIES):
        chosen = sorted(rng.sample(places, number))
        kinds = tuple(rng.choice(KINDS) for _ in chosen)
        spoilt = {k: _spoil(lines[k], kind, rng) for k, kind in zip(chosen, kinds, strict=True)}
        # Each damaged line alone must be an error, because two might cancel out.
        alone = (_put(cut, lines, {k: text}) for k, text in spoilt.items())
        if not any(parses(one.left + one.middle + one.right) for one in alone):
            return Broken(_put(cut, lines, spoilt), cut, kinds, tuple(k + 1 for k in chosen))
    return None


def _put(cut: Cut, lines: Sequence[str], changed: dict[int, str]) -> Cut:
    """Return the cut with some of its lines changed."""
    cursor = len(split_lines(cut.left)) - 1
    texts = [changed.get(k, line) for k, line in enumerate(lines)]
    start = sum(map(len, lines[:cursor]))
    cursor_line = len(cut.left) - start
    left = "".join(texts[:cursor]) + texts[cursor][:cursor_line]
    right = texts[cursor][cursor_line:] + "".join(texts[cursor + 1 :])
    return replace(cut, left=left, right=right)


def _spoil(line: str, kind: str, rng: random.Random) -> str:
    length = content_length(line)
    return _KINDS[kind](line[:length], rng) + line[length:]


def _unfinished(text: str, rng: random.Random) -> str:
    start = len(text) - len(text.lstrip())
    return text[: rng.randint(min(start + 1, len(text)), len(text))]


def _opened(text: str, rng: random.Random) -> str:
    at = rng.randint(len(text) - len(text.lstrip()), len(text))
    return text[:at] + rng.choice("([{") + text[at:]


def _unclosed(text: str, rng: random.Random) -> str:
    closers = [match.start() for match in re.finditer(r"[)\]}]", text)]
    at = rng.choice(closers) if closers else len(text)
    return text[:at] + text[at + 1 :]


def _closed(text: str, rng: random.Random) -> str:
    return text + rng.choice(")]}")


def _quoted(text: str, rng: random.Random) -> str:
    at = rng.randint(len(text) - len(text.lstrip()), len(text))
    return text[:at] + rng.choice(("'''", '"""', "'", '"')) + text[at:]


def _marked(_: str, rng: random.Random) -> str:
    return rng.choice(("<<<<<<< HEAD", "=======", ">>>>>>> branch"))


def _half_header(text: str, rng: random.Random) -> str:
    indent = text[: len(text) - len(text.lstrip())]
    return indent + rng.choice(("def area", "def area(self, x", "class", "if x ==", "for x in", "try", "@"))


def _indented(text: str, rng: random.Random) -> str:
    return " " * rng.choice((1, 2, 3, 5)) + text


def _without_colon(text: str, _: random.Random) -> str:
    return text.rstrip().removesuffix(":")


def _with_nul(text: str, rng: random.Random) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + "\0" + text[at:]


_KINDS: dict[str, Callable[[str, random.Random], str]] = {
    "unfinished": _unfinished,
    "opened": _opened,
    "unclosed": _unclosed,
    "closed": _closed,
    "quoted": _quoted,
    "marked": _marked,
    "half-header": _half_header,
    "indented": _indented,
    "without-colon": _without_colon,
    "nul": _with_nul,
}
KINDS = tuple(_KINDS)
