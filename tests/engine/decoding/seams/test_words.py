"""No word of a shell script becomes one with the word directly behind the cursor."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.seams.words import merges_words

# The left context, the completion and the right context.
MERGED = [
    "comps‖='yes no'‖$(machines)",
    "comps ‖'yes no'‖$(machines)",
    "for i in ‖$(a b)‖$(c d); do",
    'lines=`wc ‖-l < "$log"‖-l < "$hours"`',
    'lines=`wc -l < ‖"$hours" | sed -E‖"$log" | tr -d a`',
    'done < ‖"$seen"‖<(tail "$log")',
    'if ‖[ $total -gt 50 ]‖[ ! -r "$log" ]; then',
    "if [ a ] || ‖[ $total -gt 9 ]‖[ `wc -l` -gt 9 ]; then",
    '‖output‖[ "$verbose" -gt 0 ] && a',
    '    ‖echo "$out" >‖((skipped += 1))',
    "while read ‖-r count; do‖-r count hour; do",
    "set ‖-euo pipefail‖-uo pipefail",
    "declare ‖-a‖-i retries=3",
    "run_one ‖2>&1‖$file",
    'run_one ‖"$level" "$*"‖-1 "$level"',
    '[ ‖-f "$a"‖]; then',
    "a \\\n    ‖| sort -rn‖\\",
    "a\n‖b\nc‖d",
    'a "b ($(wc -c < ‖"$a" "$b"‖"$a") bytes)"',
    'a ‖"$file" 2>&1 <‖"$file" 2>&-',
    '    ‖format‖: "${a:=b}"',
    "trap ‖- EXIT ‖'rm a' EXIT",
]
APART = [
    "a ‖-b ‖$c",
    'a ‖-b‖ "$c"',
    'a "‖b‖"',
    'a "b ‖$c‖"',
    'a="$(b "‖$c‖")"',
    'a="$(stat | sort ‖-u‖)"',
    'cd "$(dirname ‖"‖$0")"',
    "a=`b ‖$c‖`",
    "cat ‖$HOME/‖bin",
    "a --‖list‖-all",
    "‖github‖.com/a",
    "‖git‖-all",
    "‖if [‖[ $a ]]; then",
    'if ‖[ $a ] || ‖[ ! -r "$log" ]; then',
    "for a in ‖b‖; do",
    "a=(‖b‖)",
    "a=${‖b‖}",
    "‖‖a",
]


@pytest.mark.parametrize("case", MERGED)
def test_words_that_become_one(case: str) -> None:
    assert _merges(case)


@pytest.mark.parametrize("case", APART)
def test_words_that_stay_apart(case: str) -> None:
    assert not _merges(case)


def _merges(case: str) -> bool:
    left, whole, right = (part.encode() for part in case.split("‖"))
    return merges_words(whole, left, right)
