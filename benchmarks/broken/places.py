"""Places in files that are whole, and the same files broken elsewhere."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from benchmarks.broken.breakages import NEAR, TOKEN, Breakage, Distance, breakage, indent_of, kinds
from quoin import Session
from quoin.engine.quotient.cursor_context import cursor_context
from quoin.engine.recovery import SPARED, View, recover
from quoin.engine.util.lines import column
from quoin.lsp_server.documents.positions import split_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from quoin.lsp_server.harness.subject import Subject

LEAST, LARGEST = 600, 40_000
"""The sizes of files, in bytes."""

TRIES = 12
MORE = 2, 3
"""The numbers of places of files that are broken at more than one."""

_TAG, _TAG_END = re.compile(r"<[/\w]"), re.compile(r"</\w")


@dataclass(frozen=True)
class Case:
    """A place in a broken file.

    Attributes:
        file: The file's name.
        kind: The kind of the breakage, or the number of breakages.
        distance: How far the (first) breakage is from the cursor.
        left: The broken file before the cursor.
        right: The broken file after it, without the true text.
    """

    file: str
    kind: str
    distance: Distance
    left: str
    right: str


@dataclass(frozen=True)
class Place:
    """A place in a whole file, the true text there, and the file broken elsewhere."""

    left: str
    truth: str
    right: str
    cases: tuple[Case, ...]


@dataclass(frozen=True)
class _Cut:
    """A half-typed line of a file: `length` characters from `at` on are missing."""

    file: str
    lines: tuple[str, ...]
    line: int
    at: int
    length: int

    def parts(self, each: Sequence[Breakage] = ()) -> tuple[str, str, str]:
        """Return the text before the cursor, the true text, and the text after it, with breakages."""
        line, new = self.line, list(self.lines)
        for one in sorted(each, key=lambda one: -one.start):
            new[one.start : one.end] = one.lines
            line += len(one.lines) - (one.end - one.start) if one.start <= line else 0
        text, end = new[line], self.at + self.length
        left, right = "".join(new[:line]) + text[: self.at], text[end:] + "".join(new[line + 1 :])
        return left, text[self.at : end], right


def planned(subject: Subject, folder: Path, number: int, seed: int) -> Iterator[Place]:
    """Yield places in files that parse, one in each of the files that the seed determines."""
    files = sorted({path for glob in subject.known.manifest.file_patterns for path in folder.rglob(glob)})
    rng = random.Random(f"{seed} {subject.known.name}")
    rng.shuffle(files)
    count = 0
    for path in files:
        if count == number:
            return
        if not path.is_file() or not LEAST <= path.stat().st_size <= LARGEST:
            continue
        text = path.read_bytes().decode(errors="ignore").replace("\r", "")
        if is_whole(subject, text) and (place := _place(subject, path.name, text, rng)) is not None:
            count += 1
            yield place


def is_whole(subject: Subject, text: str) -> bool:
    """Return whether the engine takes a file."""
    quotient = Session(subject.language).quotient(text.encode(), b"")
    return not quotient.empty and quotient.start().member


def view_of(subject: Subject, left: str, right: str, *, closing: bool) -> View | None:
    """Return the view of a file; `closing` is set for a user who is typing."""
    return recover(Session(subject.language, spare=SPARED), left.encode(), right.encode(), closing=closing)


def is_taken(view: View | None, text: str) -> bool:
    """Return whether a text fits a view."""
    state = None if view is None else view.start()
    return state is not None and state.advance(text.encode()) and state.member


def _place(subject: Subject, name: str, text: str, rng: random.Random) -> Place | None:
    lines = tuple(split_lines(text))
    for _ in range(TRIES):
        line = rng.randrange(len(lines))
        starts = [found.start() for found in TOKEN.finditer(lines[line])][1:]
        if not starts:
            continue
        at = rng.choice(starts)
        cut = _Cut(name, lines, line, at, len(lines[line][at:].rstrip()))
        if _is_likely(subject, cut) and (cases := tuple(_cases(subject, cut, rng))):
            return Place(*cut.parts(), cases)
    return None


def _is_likely(subject: Subject, cut: _Cut) -> bool:
    """Return whether people type a line half as it is cut, so that it fits, among statements and in code."""
    left, truth, right = cut.parts()
    view = view_of(subject, left, right, closing=True)
    if view is None or not is_taken(view, truth) or not _is_in_code(view, truth):
        return False
    nearest = range(max(cut.line - NEAR, 0), min(cut.line + NEAR, len(cut.lines)))
    return _is_alone(cut) and any(at != cut.line and _takes_statements(subject, cut, at) for at in nearest)


def _is_in_code(view: View, truth: str) -> bool:
    """Return whether a text begins and ends in code."""
    start = view.quotient.start()
    after = start.copy()
    return after.advance(truth.encode()) and cursor_context(start) == cursor_context(after) == "code"


def _is_alone(cut: _Cut) -> bool:
    """Return whether a line begins no block that follows it, and ends none."""
    line = cut.lines[cut.line]
    below = next((text for text in cut.lines[cut.line + 1 :] if text.strip()), "")
    is_even = all(line.count(opener) == line.count(closer) for opener, closer in ("()", "[]", "{}"))
    has_pairs = len(_TAG.findall(line)) == 2 * len(_TAG_END.findall(line))
    return is_even and has_pairs and column(below.encode()) <= column(line.encode())


def _takes_statements(subject: Subject, cut: _Cut, at: int) -> bool:
    """Return whether a statement may stand above a line, as deep as that."""
    line = cut.lines[at]
    statements = filter(None, subject.language.manifest.stand_ins.statements)
    texts = ("".join((*cut.lines[:at], indent_of(line), one, "\n", *cut.lines[at:])) for one in statements)
    return any(is_whole(subject, text) for text in texts)


def _cases(subject: Subject, cut: _Cut, rng: random.Random) -> Iterator[Case]:
    """Yield the file broken in each of the ways, at a place that is drawn, and at more places."""
    language = subject.known.name
    every = kinds(language)
    for some, name in (*(((kind,), kind) for kind in every), *((every, f"{count} places") for count in MORE)):
        count = 1 if len(some) == 1 else int(name.split()[0])
        for _ in range(TRIES):
            drawn = [(rng.choice(some), rng.choice(get_args(Distance))) for _ in range(count)]
            each = [breakage(language, one, cut.lines, cut.line, rng) for one in drawn]
            found = [one for one in each if one is not None]
            if len({one.start for one in found}) == count and _breaks(subject, cut, found):
                left, _, right = cut.parts(found)
                yield Case(cut.file, name, found[0].distance, left, right)
                break


def _breaks(subject: Subject, cut: _Cut, each: Sequence[Breakage]) -> bool:
    """Return whether each of some breakages is one by itself, and people type it there."""
    if any(one.is_added and not _takes_statements(subject, cut, one.start) for one in each):
        return False
    return not any(is_whole(subject, "".join(cut.parts([one]))) for one in each)
