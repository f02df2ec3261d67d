"""The names of a completion that an import binds: `left ‖ middle ‖ right`, and the names."""

from __future__ import annotations

import pytest

import quoin
from quoin.engine.decoding.result import Candidate
from quoin.engine.model.worker.names import with_names_left, with_typed_name
from quoin.engine.recovery import View
from tests.support.case_lines import parse_parts

CASES = [
    (r"x = json ‖ .loads(a) ‖ \n", ("json",)),
    (r"x = json. ‖ loads(a) ‖ \n", ("json",)),
    (r"x = os.pa ‖ th.sep ‖ \n", ("os",)),
    (r"x = Path ‖ (a) ‖ \n", ("Path",)),
    (r"f'{json. ‖ x}' ‖ \n", ("json",)),
    (r"@json. ‖ x ‖ \ndef f(): pass\n", ("json",)),
    # A name that goes on is another one, and one that stands elsewhere may be bound there.
    (r"x = json ‖ s.loads(a) ‖ \n", ()),
    (r"import json\nx = json ‖ .loads(a) ‖ \n", ()),
    (r"x = json. ‖ loads(a) ‖ \n\ndef json(): pass\n", ()),
    (r"x.json. ‖ loads(a) ‖ \n", ()),
    (r"from a import *\nx = json. ‖ loads(a) ‖ \n", ()),
    # These are no names that are read.
    (r"import json. ‖ decoder ‖ \n", ()),
    (r"from json. ‖ decoder import x ‖ \n", ()),
    (r"def json ‖ (a): pass ‖ \n", ()),
    (r"class Path ‖ (a): pass ‖ \n", ()),
    (r"json ‖  = 1 ‖ \n", ()),
    (r"# json. ‖ x ‖ \n", ()),
    (r"'json. ‖ x' ‖ \n", ()),
]


@pytest.mark.parametrize(("case", "wanted"), CASES)
def test_typed_name(case: str, wanted: tuple[str, ...]) -> None:
    parts = parse_parts(case)
    left, right = parts.left.encode(), parts.right.encode()
    importable = ["json", "os", "Path"]
    language = quoin.load_language("python", level="compiles")
    quotient = language.quotient(left, right, spare="words", names=(), importable=importable)
    candidate = Candidate(parts.middle, 0.0, 1, "end")
    found = with_typed_name(candidate, View(quotient, left, right, (), "file"), importable)
    assert found.unknown == wanted


@pytest.mark.parametrize(
    ("left", "text", "names"),
    [
        ("x = ", "json.load(csv)", ("json", "csv")),
        # What was cut off reads nothing, and neither does an attribute or a part of a name.
        ("x = ", "a", ()),
        ("x = ", "a.json + csvs", ()),
        # The beginning of a name may stand before the cursor.
        ("x = js", "on.load(a)", ("json",)),
    ],
)
def test_names_of_what_was_cut_off(left: str, text: str, names: tuple[str, ...]) -> None:
    candidate = Candidate(text, 0.0, 1, "end", unknown=("json", "csv"))
    assert with_names_left(candidate, left.encode()).unknown == names
