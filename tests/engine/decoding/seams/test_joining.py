"""No item of a list, and no key, is joined with the text in the line below."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.seams.joining import joins_items

# The left context, the completion and the right context.
JOINED = [
    "log(\n    ‖Kind::Command‖\n    &line.to_string(),\n    &b,\n);",
    "log(\n    a,\n    ‖b‖\n    &c,\n);",
    "COLOURS = {\n    'slate': '#708090',\n    ‖'grey'‖\n    'green': '#008000',\n}",
    "COLOURS = {\n    'slate': ‖'#708090'‖\n    'green': '#008000',\n}",
    "COLOURS = {\n    'sl‖ate': '#708090'‖\n    'green': '#008000',\n}",
    "COLOURS = [\n    'slate',\n    ‖'grey'‖\n    'green',\n]",
    "COLOURS = [\n    'slate',\n    'gr‖ey'‖\n    'green',\n]",
    "s! {\n    pub struct A {\n        pub a: u8,\n        ‖pub b: u8‖\n        pub c: u8,\n    }\n}",
    'm!(\n    ("a", "b"),\n    ‖("a")‖\n    ("b", "c"),\n)',
    '#![cfg(all(\n    a = "b",\n    ‖c = "d"‖\n    e = "f",\n))]',
    "f($a,\n    $b['c'] ?? $d,\n    $‖b['e'] ??‖\n    $b['f'] ?? 10\n);",
    "Assert.‖Equal(expected,‖\n    expected,\n    b);",
    "export type A ‖= EnsAvatarErrorType‖\n  EnsAvatarErrorType\n",
    "export type A ‖= EnsAvatarErrorType & {\n  b: c\n}‖\n  EnsAvatarErrorType & {\n    b: c\n  }\n",
    'char *colours[] = {\n  "slate",\r\n  ‖"grey"‖\r\n  "green",\r\n};',
]
APART = [
    "Assert.‖Equal(expected,‖\n    found,\n    b);",
    "Assert.‖Equal(expected,‖ b,\n    expected,\n    b);",
    "    a ‖= EnsAvatarErrorType‖\n    EnsAvatarErrorType\n",
    "if a ‖== EnsAvatarErrorType‖\n    EnsAvatarErrorType\n",
    "log(\n    ‖a‖\n    & b,\n);",
    "log(\n    ‖a‖\n        &b,\n);",
    "log(\n    ‖a,‖\n    &b,\n);",
    "COLOURS = {\n    'slate': '#708090',\n    ‖'grey': '#808080',‖\n    'green': '#008000',\n}",
    "COLOURS = [\n    'slate',\n    ‖'grey',‖\n    'green',\n]",
    "COLOURS = [\n    'slate',\n    ‖'grey'‖,\n    'green',\n]",
    "COLOURS = [\n    'slate',\n    ‖'grey'‖\n]",
    "f(\n    a,\n    ‖'one text that '‖\n    'goes on', b)",
    "f(\n    'a',\n    ‖'one text that'‖\n    ' goes on', b)",
    "f(\n    'a',\n    ‖'one text that\\n'‖\n    'goes on', b)",
    "f(\n    ‖'one text that'‖\n    '-goes on', b)",
    "f(\n    g(‖'a'‖)\n    'b', b)",
    "s! {\n    pub struct A {\n        pub a: u8,\n        ‖pub b: u8‖\n    }\n}",
    "f(\n    a,\n    ‖b‖\n    for b in c,\n)",
    "f(\n    a,\n    ‖b // c‖\n    d,\n)",
    "f(\n    a,\n    ‖b‖\n        .c(),\n    d,\n)",
    "enum A {\n    B,\n    ‖[C(1)]‖\n    D,\n}",
    'f(\n    a,\n    ‖b"c"‖\n    B"d",\n)',
    "yield a, b,\n‖yield c‖\nyield d,\n",
    "f($a,\n    $b['c'] ?? $d,\n    $‖b['e'] ??‖\n        $b['f'] ?? 10\n);",
    "f($a ?? $b\n    ?? $d,\n    $‖b['e'] ??‖ 10,\n    $e);",
    'a = b ? ‖"c "‖\n  "d" : e;',
]


@pytest.mark.parametrize("case", JOINED)
def test_texts_that_are_joined(case: str) -> None:
    assert _joins(case)


@pytest.mark.parametrize("case", APART)
def test_texts_that_are_not(case: str) -> None:
    assert not _joins(case)


def _joins(case: str) -> bool:
    left, whole, right = (part.encode() for part in case.split("‖"))
    return joins_items(whole, left, right)
