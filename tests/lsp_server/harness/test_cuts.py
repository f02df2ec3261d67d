"""Cuts of each kind: where they may lie, and that a seed repeats them."""

from __future__ import annotations

import io
import random
import tokenize
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grammars.python import symbols
from grammars.python.symbols import indentation_runs
from quoin.lsp_server.documents.positions import content_length, split_lines
from quoin.lsp_server.harness.cuts import KINDS, Cut, cut
from quoin.lsp_server.harness.files import Source
from quoin.lsp_server.harness.plan import plan
from quoin.lsp_server.harness.subject import Subject, known_language

SOURCES = [Path(module.__file__ or "").read_text(encoding="utf-8") for module in (random, tokenize, symbols)]
SOURCES += ["x", "a = 1\n", "if a:\r\n    b\r\n", "é = '😀'\n# end", "\x0cx = 1\n\n\n"]


def made(source: str, kind: str, seed: int) -> Cut:
    found = cut(source, kind, random.Random(seed), symbols.runs)
    assert found is not None
    assert (found.kind, found.left + found.middle + found.right) == (kind, source)
    return found


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_repeats_its_cut_and_another_gives_another(source: str, kind: str) -> None:
    made_twice = [[made(source, kind, seed) for seed in range(30)] for _ in range(2)]
    assert made_twice[0] == made_twice[1]
    if len(source) > 100:
        assert len(set(made_twice[0])) > 20


@given(st.sampled_from(SOURCES), st.integers(0, 10**6))
def test_randspan(source: str, seed: int) -> None:
    found = made(source, "randspan", seed)
    assert len(found.left) <= 0.9 * len(source)
    wanted = min(100, int(0.2 * len(source)))
    assert len(found.middle) == min(wanted, len(source) - len(found.left))


@given(st.sampled_from(SOURCES), st.integers(0, 10**6))
def test_typing(source: str, seed: int) -> None:
    found = made(source, "typing", seed)
    line = split_lines(found.left)[-1] + split_lines(found.middle + found.right)[0]
    assert found.middle
    assert split_lines(found.left)[-1] + found.middle == line[: content_length(line)]


def spans(source: str) -> list[tuple[int, int]]:
    starts = [0]
    for line in source.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    tokens = tokenize.generate_tokens(io.StringIO(source, newline="").readline)
    return [
        (starts[token.start[0] - 1] + token.start[1], starts[token.end[0] - 1] + token.end[1])
        for token in tokens
        if token.type not in (tokenize.INDENT, tokenize.DEDENT)
    ]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(SOURCES), st.integers(0, 10**6))
def test_boundary_cuts_lie_in_symbols(source: str, seed: int) -> None:
    symbols = spans(source)
    both = made(source, "boundary", seed)
    for at in (len(both.left), len(both.left + both.middle)):
        assert any(start <= at <= end for start, end in symbols)
    first = made(source, "boundary-first", seed)
    edges = (len(first.left), len(first.left + first.middle))
    assert any(start in edges for start, _ in symbols)


def test_runs_of_indentation() -> None:
    name, indent, dedent = tokenize.NAME, tokenize.INDENT, tokenize.DEDENT
    types = [name, indent, name, indent, name, dedent, name, dedent, name, indent, name, dedent]
    assert indentation_runs(types) == [
        [range(4, 5)],
        [range(2, 3), range(6, 7)],
        [range(10, 11)],
        [range(1), range(8, 9)],
    ]


@pytest.mark.parametrize(
    ("source", "kind"),
    [("", "randspan"), ("", "typing"), ("\n\n", "typing"), ("(", "boundary"), ("'''", "boundary-first")],
)
def test_files_without_a_place(source: str, kind: str) -> None:
    assert cut(source, kind, random.Random(0), symbols.runs) is None


def test_an_unknown_kind() -> None:
    with pytest.raises(KeyError):
        cut("x", "middle", random.Random(0))


PYTHON = Subject(known_language("python", Path()))
FILES = [Source(f"{number}.py", source) for number, source in enumerate(SOURCES)]


@pytest.mark.parametrize("number", [1, 8, 20])
def test_a_plan_has_the_number_asked_for_and_goes_round_the_files(number: int) -> None:
    cases = plan(PYTHON, FILES, ["typing", "randspan"], number, 5)
    assert [case.cut.kind for case in cases] == ["typing"] * number + ["randspan"] * number
    assert cases == plan(PYTHON, FILES, ["typing", "randspan"], number, 5)
    assert len({case.file for case in cases[:number]}) == min(number, len(FILES))


def test_the_cuts_of_a_file_do_not_depend_on_the_others() -> None:
    alone = plan(PYTHON, FILES[:1], ["randspan"], 3, 5)
    among = [
        case for case in plan(PYTHON, FILES, ["randspan"], 3 * len(FILES), 5) if case.file == FILES[0].name
    ]
    assert alone == among


def test_a_plan_gives_up_where_there_is_no_place() -> None:
    assert plan(PYTHON, [Source("empty.py", "")], ["typing"], 5, 0) == []
