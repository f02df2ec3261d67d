"""The level `compiles` of Python: what the parser takes and the compiler refuses.

One line a case, as in `tests/engine/core/cases`; then many texts, made of frames and fragments, against the
`compile` of the Python that runs the tests.
"""

from __future__ import annotations

import re
import sys
import warnings
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import quoin
from tests.support.case_lines import parse_parts, read_lines

CASES = list(read_lines(Path(__file__).with_name("compiles.txt")))
RUNNING = f"{sys.version_info.major}.{sys.version_info.minor}"
HERE = Path(__file__).parent
FRAMES = list(read_lines(HERE / "compiles_frames.txt"))
REPEATED = list(read_lines(HERE / "repeated.txt"))
FRAGMENTS = list(read_lines(HERE / "compiles_fragments.txt"))
# What depends on the names in a text, or on numbers of blocks, is not promised yet.
NOT_PROMISED = re.compile(
    "multiple assignments to name|bind different names"
    "|nonlocal|global|rebind|statically nested|attribute name repeated"
)


IN_ANNOTATION = re.compile(r"def f\(x: @|-> \(@")


@cache
def language(version: str | None = None) -> quoin.Language:
    return quoin.load_language("python", version, level="compiles")


def verdict(left: str, middle: str, right: str, version: str | None = None) -> str:
    start = language(version).quotient(left, right, spare="nothing").start()
    data = middle.encode()
    taken = start.viable_prefix(data)
    if not start.viable:
        return "empty"
    if taken < len(data):
        return f"refused at {taken}"
    assert start.advance(data)
    return "member" if start.member else "viable"


def refusal(text: str) -> str | None:
    """Why the running Python does not compile a text."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "text", "exec", dont_inherit=True)
    except SyntaxError as error:
        return str(error.msg)
    return None


@pytest.mark.parametrize("line", CASES)
def test_case(line: str) -> None:
    expected, _, case = line.partition(": ")
    parts = parse_parts(case)
    assert verdict(parts.left, parts.middle, parts.right) == expected
    if RUNNING >= "3.11":
        assert (refusal(parts.text) is None) == (expected == "member")


@pytest.mark.parametrize("line", REPEATED)
def test_repeated_names(line: str) -> None:
    expected, _, case = line.partition(": ")
    parts = parse_parts(case)
    oldest, is_new, rest = expected.partition(" ")
    versions = language().versions
    if is_new and oldest in versions:
        versions, expected = versions[versions.index(oldest) :], rest
    for version in versions:
        assert verdict(parts.left, parts.middle, parts.right, version) == expected, version
    if RUNNING in versions:
        assert (refusal(parts.text) is None) == (expected == "member")


def made(frame: str, fragment: str) -> tuple[str, str, str]:
    left, right = (part.encode().decode("unicode_escape") for part in frame.split("@"))
    margin = re.search(r"[^\n]*\Z", left)
    indent = margin[0] if margin and not margin[0].strip() else ""
    return left, fragment.encode().decode("unicode_escape").replace("\n", f"\n{indent}"), right


@pytest.mark.skipif(f"{RUNNING}" not in language().versions, reason="a Python that the grammar does not know")
@pytest.mark.parametrize("frame", FRAMES)
def test_members_are_what_compiles(frame: str) -> None:
    ours = language(RUNNING)
    compiled = 0
    for fragment in FRAGMENTS:
        left, middle, right = made(frame, fragment)
        start = ours.quotient(left, right, spare="nothing").start()
        refused = refusal(left + middle + right)
        if refused is not None and NOT_PROMISED.search(refused):
            continue
        member = start.advance(middle.encode()) and start.member
        if ":=" in middle and IN_ANNOTATION.search(frame) and "3.10" <= RUNNING < "3.14":
            # It is refused as in files that import annotations from `__future__`.
            assert not member
            continue
        assert member == (refused is None), (middle, refused)
        compiled += refused is None
    assert compiled > 0


@pytest.mark.parametrize(("frame", "fragment"), list(product(FRAMES[::5], FRAGMENTS[::3])))
def test_what_is_viable_can_be_completed(frame: str, fragment: str) -> None:
    """Every viable beginning of a fragment has an end that compiles."""
    if RUNNING not in language().versions:
        pytest.skip("a Python that the grammar does not know")
    left, middle, right = made(frame, fragment)
    state = language(RUNNING).quotient(left, right, spare="nothing").start()
    if not state.viable:
        assert refusal(left + middle + right) is not None
        return
    for at in range(len(middle) + 1):
        end = state.completion()
        assert end is not None, middle[:at]
        refused = refusal(left + middle[:at] + end.decode() + right)
        assert refused is None or NOT_PROMISED.search(refused), (middle[:at], end, refused)
        if at == len(middle) or not state.advance(middle[at].encode()):
            break
