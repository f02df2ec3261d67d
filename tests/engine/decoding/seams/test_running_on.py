"""No text runs into the code behind the cursor in its line, or says it again."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.seams.running_on import runs_on

# The left context, the completion and the right context.
RUNS_ON = [
    # What follows, again.
    'f(‖"$1" | grep -q ‖"$1" | grep -q a)',
    "return f($key, $value, ‖$options,‖$options);",
    "impl<T: A ‖+ ?Sized‖+ ?Sized> A for &T {",
    "'engine' => ‖$result->engine ?? null,‖$result->engine ?? null,",
    "return ‖$attribute->‖$attribute;",
    "    protected ‖$events = ‖$events;",
    # Texts without a blank between them.
    'printf ‖"%s: $1"‖"Invalid \'%s\'" "$2"',
    'lines=`wc ‖-l‖-l < "$log"`',
    # Calls and statements.
    "Check‖(!was_run)‖(was_run,",
    "a.‖collect()‖(|c| c)",
    "let a = b.split‖(c).collect();‖d.collect();",
    'printf "%s" ‖"$a";‖"$a"; done',
    # Lines before the rest of one.
    "name: ‖'Sapphire',\n  type: ‖Oasis,",
    "if ‖(a) {\n    return 1;\n}\n\nif ‖(b) {",
    "name: ‖'Avalanche',\n  chain: ‖'Avalanche',",
    # What nothing stands behind.
    "width: ‖100‖(6.25rem * 2);",
    "f(array $a, ‖array‖$b = [])",
    "th‖row new \\RuntimeException‖::forAttribute(a)",
    "throw ‖new A‖::b(c)",
    "A.TryParse(a, ‖out var‖.AsSpan(), out b)",
    "    : ‖undefined‖(data ?? raw)",
    "if: m‖atrix.mode != 'release'‖ == 'release'",
    "if self.to‖tal is not None ‖is None:",
    "uses: actions/‖cache@v6‖-artifact@v7",
    ".a‖:where([data-type='auto'])‖placeholder {",
    # Signs without what belongs beside them.
    "if (a ‖!= null && b‖== null) {",
    "const A: u32 ‖= 1u32‖= 0u32;",
    "TAG‖=${TAG}‖=latest",
    "    ‖//\n    ‖ 0;",
    # The rest of a word.
    "padding: var(‖--toggle-size‖-size);",
    'if [[ "$‖ALL_CANDIDATES‖{DEFINITION}" ]]; then',
]
APART = [
    "f(‖a, ‖b)",
    "f(‖a‖)",
    'f("‖a‖")',
    'f("a‖"‖)',
    'a "$(b ‖"$1"‖)"',
    "a ‖b‖",
    "a ‖b ‖",
    "‖foo‖\n",
    "x = ‖self.a + ‖self.b",
    "self.‖width = ‖width",
    "f(‖10, ‖10)",
    "a = ‖new_name‖[0]",
    "‖if [‖[ $a ]]; then",
    'if ‖[ $a ] || ‖[ ! -r "$log" ]; then',
    "x = (‖int)‖(a)",
    "y = ‖(a)‖-b",
    "a='‖b;‖c'",
    "for (let i = 0; ‖i < n;‖ i++) {",
    "a { ‖b; ‖}",
    "    ‖a();\n    ‖b();",
    "f(‖() => {\n  a();\n}‖);",
    "a = ‖[\n  1,\n]‖  # b",
    "‖\n‖a",
    "f(‖x1‖(a))",
    "if (a ‖!= null && b ‖== null) {",
    "if (a ‖&& b !‖= null) {",
    "if (‖(a == b)‖ == c) {",
    "x = ‖a == b‖ => c",
    "a ‖= b ‖= c",
    "f(‖'a,‖)')",
    "uses: actions/‖cache‖@v7",
    "a ? ‖b:c(d)‖ e",
    "'‖a 100‖(b)'",
    "rm ‖a_‖$i",
    "new ‖detail‖::ErrorMatches(a)",
    "f(‖out var a‖.b)",
    "padding: var(‖--toggle‖-size);",
    "a = b‖->c‖->c",
    "a `${‖b‖}`",
    'a = "‖$b‖{$c}"',
    'a = "‖b\nc‖" + "d"',
]


@pytest.mark.parametrize("case", RUNS_ON)
def test_texts_that_run_on(case: str) -> None:
    assert _runs_on(case)


@pytest.mark.parametrize("case", APART)
def test_texts_that_do_not(case: str) -> None:
    assert not _runs_on(case)


def _runs_on(case: str) -> bool:
    left, whole, right = (part.encode() for part in case.split("‖"))
    return runs_on(whole, left, right)
