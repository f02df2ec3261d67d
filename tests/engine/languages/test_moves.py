"""Declared moves between lexer modes: the terminals decide, and where they leave a choice, the parser."""

from __future__ import annotations

import struct
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import quoin
from quoin.engine import _core
from tests.support.small_language import written

if TYPE_CHECKING:
    from pathlib import Path

# Line ends are lexemes behind operands; `/` begins a pattern, or divides; a brace ends a block, or a hole
# in a quoted text.
GRAMMAR = r"""
start: statement*
statement: value [LINE] ";" | "if" "(" value ")" statement | "{" statement* "}"
value: operand (([LINE] DIVIDE | [LINE] "*") operand)*
operand: NAME | PATTERN | "(" value ")" | START TEXT* (HOLE value "}" TEXT*)* END
NAME: /[a-z]/
PATTERN: /\/[a-z]+\//
DIVIDE: "/"
START: "`"
END: "`"
TEXT: /[^`$]/
HOLE: "${"
LINE: /\n/
BLANKS: /[ \n]+/
%ignore BLANKS
WITHIN_LINE: / +/
%ignore WITHIN_LINE
"""

MODES: dict[str, Any] = {
    "operator": {
        "from": "main",
        "without": ["BLANKS", "PATTERN"],
        "with": ["WITHIN_LINE", "LINE", "DIVIDE"],
    },
    "continued": {"from": "main", "without": ["PATTERN"], "with": ["DIVIDE"]},
    "quoted": {"with": ["TEXT", "HOLE", "END"]},
}

MOVES: list[dict[str, Any]] = [
    {"behind": ["NAME", "PATTERN", "END"], "to": "operator"},
    {"behind": [")"], "to": ["operator", "main"]},
    {"behind": ["}"], "to": ["quoted", "main"]},
    {"behind": ["LINE"], "to": ["continued", "main"]},
    {"behind": ["START", "TEXT"], "to": "quoted"},
]


def language(folder: Path, **changed: Any) -> quoin.Language:
    manifest = {"modes": MODES, "moves": MOVES} | changed
    return quoin.load_language(written(folder, GRAMMAR, **manifest))


TEXTS = {
    "a/b/c;": True,
    "/b/;": True,
    "a/b/;": False,
    "a\n/b/c\n;": True,
    "a\n/b/;": False,
    "(a)/b/c;": True,
    "if(a)/b/;": True,
    "if(a)/b/c;": False,
    "if (a)\n b\n;": True,
    "a b;": False,
    "a\n*b;": True,
    "{a;\n}/b/;": True,
    "{a;}/b;": False,
    "{a\n}": False,
    "`a}${`b${c}/`}/d/`;": True,
    "`${a}/b/c`;": True,
    "`${a}/b/c`/b/;": False,
    "`${{a;}}`;": False,
    "`a": False,
    "a": False,
}


@pytest.mark.parametrize(("text", "is_one"), TEXTS.items(), ids=map(repr, TEXTS))
def test_every_cut_of_a_text(tmp_path: Path, text: str, is_one: bool) -> None:
    small = language(tmp_path)
    for start in range(len(text) + 1):
        for end in range(start, len(text) + 1):
            quotient = small.quotient(text[:start], text[end:])
            state = quotient.start() if quotient.problem is None else None
            fits = state is not None and state.advance(text[start:end].encode()) and state.member
            assert fits == is_one, (text[:start], text[start:end], text[end:])


SIGNS = ["a", "/", "/a/", "(", ")", "if(", "{", "}", "`", "${", "\n", ";", "*", " "]


def test_masks_and_cuts_agree(tmp_path: Path) -> None:
    small = language(tmp_path)
    tokens = [*(sign.encode() for sign in SIGNS), *(f"{a}{b}".encode() for a, b in product(SIGNS, SIGNS))]
    vocabulary = quoin.Vocabulary(tokens)
    members = 0
    for left, right in product(
        ["", "a", "`a${", "{a\n", "if(a"], ["", ";", "}`;", "\n;}", "/a/;", ")\na\n;", "\n/a\n;"]
    ):
        quotient = small.quotient(left, right)
        if quotient.problem is not None:
            continue
        for middle in ["", *map("".join, product(SIGNS, SIGNS))]:
            state = quotient.start()
            if not state.advance(middle.encode()):
                continue
            whole = small.quotient(left + middle + right, "")
            is_whole = whole.problem is None and whole.start().member
            assert state.member == is_whole, (left, middle, right)
            members += is_whole
            mask = np.unpackbits(np.frombuffer(state.mask(vocabulary), dtype=np.uint8), bitorder="little")
            for number in range(0, len(tokens), 7):
                assert mask[number] == state.accepts(tokens[number]), (left, middle, right, tokens[number])
    assert members > 100


def test_kept_plans_lie_behind_their_rests(tmp_path: Path) -> None:
    """A kept row says which plan goes on behind a lexeme; one into its own plan would have no end."""
    grammar = language(tmp_path).core
    vocabulary = _core.Vocabulary([f"{a}{b}".encode() for a, b in product(SIGNS, SIGNS)])
    kept = vocabulary.prepare(grammar)
    plan, node, start, behind = struct.unpack("<4I", kept[-16:])
    assert node > 0
    assert behind > plan
    assert vocabulary.restore(grammar, kept)
    for row in (
        (plan, node, start, plan),
        (plan, 1 << 20, start, behind),
        (behind + 1000, node, start, behind),
        (plan, node, start, behind + 1000),
        (plan, node, (1 << 16) - 1, behind),
    ):
        assert not vocabulary.restore(grammar, kept[:-16] + struct.pack("<4I", *row)), row


# What is changed in the manifest, and a part of the reason.
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"moves": {}}, "'moves' must be a list of objects"),
    ({"moves": [{"behind": ["NAME"], "into": "main"}]}, "moves: unknown key 'into'; known are behind, to"),
    ({"moves": [{"behind": "NAME", "to": "main"}]}, "'behind' must be a list of texts"),
    ({"moves": [{"behind": ["NAME"]}]}, "the key 'to' is missing"),
    ({"moves": [{"behind": ["NOTHING"], "to": "main"}]}, "moves: there is no terminal NOTHING"),
    ({"moves": [{"behind": ["NAME"], "to": ["main", "other"]}]}, "moves: there is no mode other"),
    ({"moves": [*MOVES, {"behind": ["NAME"], "to": "main"}]}, "moves: NAME is there twice"),
    ({"moves": [{"behind": ["NAME"], "to": "operator"}]}, "moves: none leads to the mode continued"),
    ({"moves": [{"behind": ["NAME"], "to": []}]}, "moves: one leads to no mode"),
]


@pytest.mark.parametrize(("changed", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_refused_moves(tmp_path: Path, changed: dict[str, Any], reason: str) -> None:
    with pytest.raises(quoin.LanguageError) as caught:
        language(tmp_path, **changed).prepare()
    assert reason in caught.value.reason


def test_patterns_stand_for_names(tmp_path: Path) -> None:
    named = {
        "modes": MODES | {"operator": MODES["operator"] | {"with": ["WITHIN_*", "LINE", "DIV*"]}},
        "moves": [{"behind": ["NAM*", "PATTERN", "*ND"], "to": "operator"}, *MOVES[1:]],
    }
    plain, spread = language(tmp_path), language(tmp_path, **named)
    assert (spread.modes, spread.moves) == (plain.modes, plain.moves)


def test_a_pattern_of_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(quoin.LanguageError, match=r"there is no terminal NAMED_\*"):
        language(tmp_path, moves=[{"behind": ["NAMED_*"], "to": "operator"}, *MOVES])


def test_a_star_stands_for_what_no_other_move_lists(tmp_path: Path) -> None:
    rest = ["IF", "LPAR", "LBRACE", "SEMICOLON", "STAR", "DIVIDE", "HOLE", "BLANKS", "WITHIN_LINE"]
    listed = language(tmp_path, moves=[*MOVES, {"behind": rest, "to": "main"}])
    starred = language(tmp_path, moves=[*MOVES, {"behind": ["*"], "to": "main"}])
    assert [(sorted(behind), to) for behind, to, _ in starred.moves] == [
        (sorted(behind), to) for behind, to, _ in listed.moves
    ]
