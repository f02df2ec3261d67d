"""Which line ends end statements in JavaScript: every end of a statement before every beginning of one."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING

import pytest

import quoin
from tests.differential.oracles.judging import oracle_or_skip

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle

ENDS = """
a
1
'a'
`a`
/a/g
a.b
a[0]
f()
(a)
[a]
a = {}
a = function () {}
new A
this
a = class {}
a = b
a ? b : c
!a
++a
a++
-a--
a => b
a => {}
a = () => {}
a => b++
let b
let b = 1
let b = c++
var b = () => {}
const { b } = c
debugger
if (a) b
if (a) b++
if (a) {}
while (a) b => {}
do a; while (b)
for (;;) a
a: b
{}
;
function f() {}
class A {}
try {} catch {}
switch (a) {}
throw a
export { a }
import 'a'
export default a
export default {}
a?.b
a?.()
import.meta
a.of
a.return
async
of
x = { get a() {} }
`${a}`
a ||= b
""".strip().split("\n")

BEGINNINGS = """
a
1
'a'
`a`
/a/g
(a)
[a]
{}
+a
-a
++a
--a
!a
* a
/ a
= a
=> a
.a
?.a
? a : b
: a
, a
&& a
in a
instanceof a
function f() {}
async function f() {}
class A {}
let a
var a
const a = 1
if (a) b
for (;;) a
while (a) b
do a; while (b)
else a
catch {}
;
while (a)
import a from 'a'
import('a')
import.meta
export { a }
from 'a'
async () => a
new A
async
of
static
@a class A {}
#a in b
...a
)
}
]
++
--
debugger
throw a
a: b
""".strip().split("\n")

BETWEEN = ["\n", " ", ";", " /* a */ ", " // a\n", " /* a\n */ ", "\n\n", ";\n"]

# What TypeScript's parser reads in a way of its own: ECMAScript refuses the first two, and takes the third.
MODIFIED = {"function", "async function", "class", "let", "var", "const", "import a", "export"}


def is_odd(end: str, beginning: str) -> bool:
    """Whether TypeScript's parser is known to differ: see docs/limitations.md."""
    declares = any(beginning.startswith(f"{word} ") for word in MODIFIED)
    odd = {("(a)", "{}"), ("a = function () {}", "= a")}
    return beginning == "=> a" or (end == "async" and declares) or (end, beginning) in odd


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return oracle_or_skip("javascript")


@pytest.mark.parametrize("between", BETWEEN, ids=repr)
def test_ends_and_beginnings(oracle: Oracle, between: str) -> None:
    language, rng = quoin.load_language("javascript"), random.Random(between)
    verdicts, differ = set(), []
    for end, beginning in product(ENDS, BEGINNINGS):
        text = f"{end}{between}{beginning}\n"
        if is_odd(end, beginning):
            continue
        first, last = sorted(rng.choices(range(len(text) + 1), k=2))
        state = language.quotient(text[:first], text[last:], spare="nothing").start()
        fits = state.advance(text[first:last].encode()) and state.member
        is_one = oracle.refusal(text) is None
        verdicts.add(is_one)
        if fits != is_one:
            differ.append((text[:first], text[first:last], text[last:], is_one))
    assert differ == []
    assert verdicts == {False, True}
