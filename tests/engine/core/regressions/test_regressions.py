"""Replays each file's cases in one session: the right verdict, and the same as without a session.

A line is a word or two, `: `, and for all but grammars `left ‖ middle ‖ right` (see
`tests.support.case_lines`):

- `grammar`: a line of a grammar without layout, for the file's cases; Python's where there is none.
- `case`: the oracle says what it is: brute force for a grammar, the running interpreter for Python.
- `always`, `never`, or some of `since 3.12`, `until 3.11`, `3.9 to 3.11` with commas between: the
  versions of Python in which the whole is a program. Each known version of the engine must say so, and
  each interpreter at hand.
- `completed`: in the newest version, the middle is viable and has a completion.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import regex

import quoin
from grammars.python.judge import refusal
from tests.differential.oracles import known_oracles
from tests.support.case_lines import Parts, parse_parts, read_lines
from tests.support.lexing import PlainOracle
from tests.support.small_language import small_language

FILES = sorted(Path(__file__).parent.glob("*.txt"))
Lines = list[tuple[str, str]]
PYTHON = quoin.load_language("python")
_RANGE = regex.compile(r"(?:since|(?=until)|(?=\d)) ?(3\.\d+)?(?: ?(?:until|to) (3\.\d+))?")


def facts(quotient: quoin.Quotient, middle: str) -> tuple[object, ...]:
    state = quotient.start()
    taken = state.viable_prefix(middle.encode())
    member = state.advance(middle.encode()) and state.member
    return quotient.problem, taken, member


def check(session: quoin.Session, language: quoin.Language, parts: Parts, *, is_program: bool) -> None:
    fresh = facts(language.quotient(parts.left, parts.right, spare="nothing"), parts.middle)
    assert facts(session.quotient(parts.left, parts.right), parts.middle) == fresh
    problem, taken, member = fresh
    assert member == is_program
    if is_program:
        assert (problem, taken) == (None, len(parts.middle.encode()))


def versions(written: str) -> list[str]:
    """The known versions that a line's first words name."""
    known = list(PYTHON.versions)
    if written in ("always", "never"):
        return known if written == "always" else []
    return [version for part in written.split(", ") for version in _range(known, part)]


def _range(known: list[str], written: str) -> list[str]:
    match = _RANGE.fullmatch(written)
    assert match is not None, written
    first = known.index(match[1]) if match[1] else 0
    return known[first : known.index(match[2]) + 1 if match[2] else None]


@pytest.mark.parametrize(
    ("written", "count"),
    [
        ("always", 7),
        ("never", 0),
        ("since 3.12", 3),
        ("until 3.11", 4),
        ("3.9 to 3.11", 3),
        ("since 3.8", 7),
        ("until 3.8, since 3.12", 4),
    ],
)
def test_ranges_of_versions(written: str, count: int) -> None:
    assert len(versions(written)) == count


def lines_of(file: Path) -> Lines:
    return [(kind, text) for kind, _, text in (line.partition(": ") for line in read_lines(file))]


def replay_cases(lines: Lines) -> None:
    grammar = "\n".join(text for kind, text in lines if kind == "grammar")
    running = known_oracles()[next(iter(known_oracles()))]
    language = small_language(grammar) if grammar else running.language
    oracle = PlainOracle(language) if grammar else lambda text: refusal(text) is None
    session = quoin.Session(language, spare="nothing")
    for kind, text in lines:
        if kind == "case":
            parts = parse_parts(text)
            check(session, language, parts, is_program=oracle(parts.text))


def replay_versions(lines: Lines) -> None:
    languages = {version: quoin.load_language("python", version) for version in PYTHON.versions}
    sessions = {name: quoin.Session(language, spare="nothing") for name, language in languages.items()}
    for kind, text in lines:
        if kind in ("grammar", "case", "completed"):
            continue
        parts = parse_parts(text)
        programs = versions(kind)
        for version, oracle in known_oracles().items():
            if version in PYTHON.versions:
                assert (oracle.refusal(parts.text) is None) == (version in programs), f"{version}: {text}"
        for version, session in sessions.items():
            check(session, languages[version], parts, is_program=version in programs)


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_replay(file: Path) -> None:
    lines = lines_of(file)
    assert any(kind != "grammar" for kind, _ in lines)
    replay_cases(lines)
    replay_versions(lines)
    for kind, text in lines:
        if kind == "completed":
            parts = parse_parts(text)
            state = PYTHON.quotient(parts.left, parts.right, spare="nothing").start()
            assert state.advance(parts.middle.encode())
            completion = state.completion()
            assert completion is not None
            assert state.advance(completion)
            assert state.member
