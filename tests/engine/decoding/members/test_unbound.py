"""Which names a text reads and does not bind, and which an import that is being written can bind.

Each case has a language, a text, and the names; in the second list, `…` stands for those of which it is only
known that they stand in the file.
"""

from __future__ import annotations

import pytest

import quoin
from quoin.engine.decoding.members.declared import DeclaredMembers
from quoin.engine.decoding.members.unbound import unbound_names
from quoin.engine.languages.loader import manifest_of
from tests.engine.decoding.decoded import found_between
from tests.engine.decoding.fakes import END
from tests.engine.decoding.test_steering import Stepwise

READ = [
    ("f(a); g.b(); new C1X(); a.d(); a.E();", "C1X a f g"),
    ("function f() {}\nf(); h();", "h"),
    ("const f = 1;\nlet { g, h: i } = j();\nf(); g(); i(); k();", "j k"),
    ("const [f, g] = h();\nf(); g();", "h"),
    ("const f = (a, b = 1) => a(b());", ""),
    ("function f({ a, b }: Props, c: Other) { a(); b(); c(); }", "Other Props"),
    ("a.map(b => b());\nasync function g<Key extends Value>(k: Key) {}", "Value a"),
    ("class A {\n  private f(a: number): string {\n  }\n  g() {\n    f(); h();\n  }\n}", "h"),
    ("import { f, g as h } from './f';\nimport i, * as j from './i';\nf(); h(); i(); j.k();", ""),
    ("import {\n  Some,\n  type Other,\n} from './f';\nlet a: Some | Other | Third;", "Third"),
    ("import './f';\nexport type { Some } from './g';\nf();", "Some f"),
    ("type A<TValue> = Map<TValue, Some[]>; interface B extends Third {}", "Some Third"),
    ("// f()\n/* g() */ const a = 'h()' + \"i()\" + `j()`;\nk();", "k"),
    ("if (a) { return; }\nfor (const b of c()) { Promise.all(b); console.log(1); }", "c"),
    ("x = { name: Some, f() { }, other: g() };", "Some g"),
    ("a = b ? Some : Other; c as Third;", "Other Third"),
]
IMPORTED = [
    ("import { █ } from './a';\n\nf(); g.h(); const i = j;\n", "f g …"),
    ("import { f } from './f';\nimport { █\n\nf(); g();\n", "g …"),
    ("import { f, █ } from './a';\n\nf(); g();\n", "g …"),
    ("import {\n  f,\n  █\n  h,\n} from './a';\n\nf(); g(); h();\n", "g …"),
    ("import type { █ } from './a';\n\nlet a: Some;\n", "Some …"),
    ("import { █ } from './a';\n\nconst f = 1;\nf();\n", None),
    ("import { f } from './a';\nconst a = { █ };\ng();\n", None),
]
# What the model prefers at each step, and the text that is written.
WRITTEN = [
    ("import { █ } from './a';\ng();\n", [["f", "g"], [END]], "g"),
    ("import { █\ng(); h();\n", [["f", "h"], [" }"], [" from './h';"], [END]], "h } from './h';"),
    ("import █\ng(); h();\n", [["{ "], ["f", "h"], [" } from './h';"], [END]], "{ h } from './h';"),
    ("import { g } from './g';\nimport { █ } from './a';\ng(); h();\n", [["g", "h"], [END]], "h"),
    ("import { █ } from './a';\ng();\nlet a = b;\n", [["b", "g"], [END]], "b"),
    ("import {\n  f,\n  █\n} from './a';\ng(f());\n", [["h", "g"], [","], [END]], "g,"),
    ("import { █ } from './a';\nconst g = 1;\ng();\n", [["f", "g"], [END]], "f"),
]


@pytest.mark.parametrize(("text", "expected"), READ)
def test_names_that_are_read_and_not_bound(text: str, expected: str) -> None:
    types = manifest_of("typescript").types
    assert types is not None
    assert types.imports is not None
    assert " ".join(sorted(unbound_names(text, types.imports).read)) == expected


@pytest.mark.parametrize(("text", "expected"), IMPORTED)
def test_names_that_an_import_can_bind(text: str, expected: str | None) -> None:
    members, left = _members("typescript", text)
    last = [found for found in members.access.finditer(left) if found.end() == len(left)]
    known = members.of(*(part.decode() for part in last[-1].groups())) if last else None
    names = None if known is None else sorted(known.names - known.common)
    assert (None if names is None else " ".join((*names, "…"))) == expected


@pytest.mark.parametrize("language", ["javascript", "typescript", "tsx"])
@pytest.mark.parametrize(("text", "steps", "expected"), WRITTEN)
def test_what_is_imported(language: str, text: str, steps: list[list[str]], expected: str) -> None:
    members, _ = _members(language, text)
    left, right = text.split("█")
    state = quoin.load_language(language).quotient(left, right).start()
    model = Stepwise(steps, 5.0)
    found = found_between(model, state, left, right, stop="line", max_tokens=20, members=members)
    assert found.candidates[0].text == expected


def _members(language: str, text: str) -> tuple[DeclaredMembers, bytes]:
    left, right = (part.encode() for part in text.split("█"))
    types = manifest_of(language).types
    assert types is not None
    return DeclaredMembers(types, left, right), left
