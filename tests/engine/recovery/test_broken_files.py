"""Files of the library, spoilt in seeded ways away from a cut: what can be promised there."""

from __future__ import annotations

import random
import sysconfig
from dataclasses import dataclass
from pathlib import Path

import pytest

import quoin
from grammars.python.judge import parses
from grammars.python.symbols import runs
from quoin.engine.recovery import View, recover
from quoin.lsp_server.harness.breaks import Broken, break_lines
from quoin.lsp_server.harness.cuts import cut
from quoin.lsp_server.languages.python_version import running_version
from tests.support.effort import EFFORT

LARGEST = 12_000
CUTS = ("typing", "randspan", "boundary")
LANGUAGE = quoin.load_language("python", running_version())


def sources() -> list[str]:
    files = sorted(Path(sysconfig.get_paths()["stdlib"]).glob("*.py"))
    texts = [file.read_text(encoding="utf-8") for file in files if file.stat().st_size <= LARGEST]
    return [text for text in texts if parses(text)]


def broken_files(number: int, breaks: int, seed: int) -> list[Broken]:
    rng = random.Random(seed)
    texts = sources()
    found: list[Broken] = []
    while len(found) < number:
        made = cut(rng.choice(texts), rng.choice(CUTS), rng, runs)
        broken = made and break_lines(made, breaks, rng, parses)
        if broken:
            found.append(broken)
    return found


@dataclass
class Count:
    """How many files there were, in how many of them the true middle fits, and what came of completions.

    Attributes:
        files: All.
        fits: Those in which the true middle fits.
        completed: Those with a completion of the engine's own, which then is right in its region.
        unharmed: Those that such a completion leaves right once the damage is undone.
    """

    files: int = 0
    fits: int = 0
    completed: int = 0
    unharmed: int = 0


def check(broken: Broken, count: Count) -> None:
    cut = broken.cut
    left, right = cut.left.encode(), cut.right.encode()
    view = recover(quoin.Session(LANGUAGE), left, right)
    count.files += 1
    if view is None:
        return
    check_lines(left + right, view)
    check_completion(broken, view, count)
    state = view.quotient.start()
    if not state.advance(cut.middle.encode()) or not state.member:
        return
    assert parses(view.left.decode() + cut.middle + view.right.decode())
    count.fits += 1


def check_completion(broken: Broken, view: View, count: Count) -> None:
    text = view.quotient.start().completion(max_steps=100)
    if text is not None:
        assert parses((view.left + text + view.right).decode())
        count.completed += 1
        count.unharmed += parses(broken.whole.left + text.decode() + broken.whole.right)


def check_lines(text: bytes, view: View) -> None:
    """Lines that do not count as absent are as they were; others are stand-ins, or differ in one sign."""
    stand_ins = LANGUAGE.manifest.stand_ins
    texts = {b"", *(text.encode() for text in stand_ins.statements + stand_ins.headers + stand_ins.edges)}
    right = view.right.replace(b"".join(one.text for one in view.present), b"", 1)
    pairs = zip(text.split(b"\n"), (view.left + right).split(b"\n"), strict=True)
    for number, (before, after) in enumerate(pairs, 1):
        if number not in view.absent:
            assert after == before
        else:
            assert after.strip() in texts or differ_in_one_sign(before.replace(b"\0", b""), after)


def differ_in_one_sign(first: bytes, second: bytes) -> bool:
    """Whether a sign more, of three bytes at most, makes one text the other."""
    shorter, longer = sorted((first, second), key=len)
    more = len(longer) - len(shorter)
    cuts = range(len(shorter) + 1)
    return more <= len('"""') and any(longer[:at] + longer[at + more :] == shorter for at in cuts)


@pytest.mark.parametrize(("breaks", "least"), [(1, 0.92), (2, 0.8)])
def test_the_true_middle_fits_nearly_always(breaks: int, least: float) -> None:
    count = Count()
    for broken in broken_files(int(60 * EFFORT), breaks, seed=breaks):
        check(broken, count)
    assert count.fits >= least * count.files
    assert count.completed >= count.files // 2
    assert count.unharmed >= 0.8 * count.completed


def test_undoing_the_damage_gives_the_file() -> None:
    for broken in broken_files(20, 2, seed=3):
        before = (broken.whole.left + broken.whole.right).split("\n")
        after = (broken.cut.left + broken.cut.right).split("\n")
        changed = [n for n, pair in enumerate(zip(before, after, strict=True), 1) if pair[0] != pair[1]]
        assert changed == list(broken.lines)
        assert not parses(broken.cut.left + broken.cut.middle + broken.cut.right)
