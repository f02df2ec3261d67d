"""No command of a shell script is shown that nobody runs."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.sense.commands import is_no_command

# The left context, the completion and the right context.
NEVER = [
    "f() {\n\tlocal cur prev opts\n\t‖local prev‖\n",
    "f() {\n\tlocal cur prev\n\tcur=1\n\tlo‖cal opts cur‖\n",
    "    rm ‖'-rf'‖\n",
    "a) ‖status[$service]‖ ;;",
    "x) excludes[$‖OPTARG] ;;‖\n",
    "    ‖failures[$code]‖\n",
    "cleanup() {\n    rm -‖rf .‖\n}",
    "cleanup() {\n    rm ‖-rf /‖\n}",
    "‖file=${file}‖\n",
    'a; fi‖le="$file"‖\n',
    "a=$(b | ‖grep -v)‖\n",
    "exec > >(‖tee -a‖)",
    "COMPREPLY=($(‖compgen -W‖))",
    "set -uo ‖-o pipefail‖\n",
    'if [[ "$a" =~ ‖^ ]]; then‖\n',
    'name=‖"${file#}"‖\n',
    'test -n "$base" && test -‖z "$base"‖\n',
    '[ -n "$base" ] && ‖[ -z "$base" ]‖ && a\n',
    "while test $# -‖eq 0; do‖\n",
    'exec term ‖"$@" "$@"‖\n',
    "a=$(b | ‖awk -F:)‖\n",
    "name=${file‖%%}‖\n",
]
COMMANDS = [
    "f() {\n\tlocal cur prev\n}\ng() {\n\t‖local prev‖\n",
    "f() {\n\tlocal cur\n\t‖local prev=$cur‖\n",
    "    complete -W ‖'-a -b'‖ c\n",
    "‖status[$service]=1‖\n",
    "echo ‖a[1]‖\n",
    "a) ‖status[$service]‖=1 ;;",
    "rm ‖-rf ./build‖\n",
    'rm ‖-rf "$tmp"‖\n',
    "‖file=${file%.txt}‖\n",
    "‖file=$files‖\n",
    "export ‖file=${file}‖\n",
    "a | ‖grep -v b)‖\n",
    "a | ‖tee -a‖\n",
    "set ‖-euo pipefail‖\n",
    'if [[ "$a" =~ ‖^b ]]; then‖\n',
    'name=‖"${file##*/}"‖\n',
    "name=‖${#file}‖\n",
    'test -n "$base" && test -‖z "$url"‖\n',
    "while test $# -‖gt 0; do‖\n",
    "if test $# -‖eq 0; then‖\n",
    'exec term ‖-x "$@"‖\n',
    "a=$(b | ‖awk -F: '{ print $1 }')‖\n",
    "name=‖${#}‖\n",
    "a[1]\n‖b‖\n",
    "a[1]; ‖b‖\n",
]


@pytest.mark.parametrize("case", NEVER)
def test_what_nobody_runs(case: str) -> None:
    assert _is_none(case)


@pytest.mark.parametrize("case", COMMANDS)
def test_commands(case: str) -> None:
    assert not _is_none(case)


def _is_none(case: str) -> bool:
    left, whole, right = (part.encode() for part in case.split("‖"))
    return is_no_command(whole, left, right)
