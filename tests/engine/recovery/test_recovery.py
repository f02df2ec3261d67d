"""Broken files: which lines are taken as absent, and that what fits into the rest really does.

In `cases.txt` a case is a title, the numbers of the lines expected to be absent, a middle that must
fit then, and a file with the cursor in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

import quoin
from grammars.python.judge import parses
from quoin.engine.recovery import View, recover
from quoin.lsp_server.languages.python_version import running_version

CURSOR = "█"
LANGUAGE = quoin.load_language("python", running_version())


@dataclass(frozen=True)
class Case:
    title: str
    absent: str
    middle: str
    left: str
    right: str


def read_cases() -> list[Case]:
    text = (Path(__file__).parent / "cases.txt").read_text(encoding="utf-8")
    return [read_case(part) for part in text.split("=== ")[1:]]


def read_case(part: str) -> Case:
    title, absent, middle, text = part.split("\n", 3)
    for written, meant in (("\\r", "\r"), ("\\t", "\t"), ("\\0", "\0")):
        text = text.replace(written, meant)
    left, right = text.removesuffix("\n").split(CURSOR)
    middle = middle.removeprefix("middle: ").replace("\\n", "\n")
    return Case(title, absent.removeprefix("absent: "), middle, left, right)


CASES = read_cases()


def shown(view: View | None) -> str:
    if view is None:
        return "no view"
    assert (view.guarantee == "file") == (not view.absent and not view.present)
    return " ".join(map(str, view.absent)) or "none"


def check(case: Case, session: quoin.Session) -> None:
    left, right = case.left.encode(), case.right.encode()
    view = recover(session, left, right)
    assert shown(view) == case.absent
    if view is None:
        return
    pairs = zip((left + right).split(b"\n"), (view.left + view.right).split(b"\n"), strict=True)
    changed = [number for number, (before, after) in enumerate(pairs, 1) if before != after]
    assert changed == list(view.absent)
    state = view.quotient.start()
    assert state.advance(case.middle.encode())
    assert state.member
    assert parses(view.left.decode() + case.middle + view.right.decode())


@pytest.mark.parametrize("case", CASES, ids=[case.title for case in CASES])
def test_case(case: Case) -> None:
    check(case, quoin.Session(LANGUAGE))


def test_what_a_session_has_read_before_changes_nothing() -> None:
    session = quoin.Session(LANGUAGE)
    for case in [*CASES, *reversed(CASES)]:
        check(case, session)


def test_a_caller_who_gives_up_gets_no_view() -> None:
    for case in CASES:
        view = recover(quoin.Session(LANGUAGE), case.left.encode(), case.right.encode(), lambda: True)
        assert view is None or view.guarantee == "file"


def test_a_language_without_stand_ins_has_no_regions(tmp_path: Path) -> None:
    manifest = '{"name": "n", "grammar": "n.lark", "start": "s", "layout": "none", "lsp_ids": [],'
    manifest += '"file_patterns": [], "display_names": {}}'
    (tmp_path / "language.json").write_text(manifest, encoding="utf-8")
    (tmp_path / "n.lark").write_text('s: ("a" "\\n")+\n', encoding="utf-8")
    session = quoin.Session(quoin.load_language(tmp_path))
    assert shown(recover(session, b"a\n", b"\na\n")) == "none"
    assert shown(recover(session, b"b\n", b"\na\n")) == "no view"
