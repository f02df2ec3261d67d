"""What the cursor is in: `left ‖ right`, for the newest version of Python and an old one."""

from __future__ import annotations

import pytest

from quoin import load_language
from quoin.engine.quotient.cursor_context import cursor_context

CASES = """
x =  ‖ \\n                     | code
x = 1 # a ‖ b\\n               | comment
# ‖ \\n                        | comment
 ‖ # a\\n                      | code
# a\\n ‖ \\n                   | code
# 'a ‖ "\\n                    | comment
x = 'a ‖ '\\n                  | string
x = ' ‖ '\\n                   | string
x = " ‖ "\\n                   | string
x = 'a ‖ \\n                   | string
x = 'a#b ‖ '\\n                | string
x = 'a' ‖ \\n                  | code
x =  ‖ 'a'\\n                  | code
x = rb ‖ 'a'\\n                | code
x = rb' ‖ '\\n                 | string
x = '''a ‖ '''\\n              | string
x = '''a\\n# b ‖ '''\\n        | string
x = \\"\\"\\"a 'b' ‖ \\"\\"\\"\\n | string
x = f'a ‖ '\\n                 | string
x = f'{a ‖ }'\\n               | code
x = f'{a}  ‖ '\\n              | string
x = f'{a:> ‖ }'\\n             | string
x = f'{a["b ‖ "]}'\\n          | string
x = [ # a ‖ \\n]\\n            | comment
x = [ ‖ ]\\n                   | code
"""
ROWS = [
    (text, place.strip()) for text, place in (row.rsplit("|", 1) for row in CASES.strip("\n").splitlines())
]


@pytest.mark.parametrize("version", [None, "3.8"])
@pytest.mark.parametrize(("text", "place"), ROWS)
def test_place(text: str, place: str, version: str | None) -> None:
    left, right = text.rstrip(" ").replace("\\n", "\n").replace('\\"', '"').split(" ‖ ")
    assert cursor_context(load_language("python", version).quotient(left, right).start()) == place


# What stands in a string and is code: `language | left ‖ right | place`.
IN_STRINGS = r"""
bash       | echo "$V ‖ "\n        | code
bash       | echo "a $ ‖ "\n       | code
bash       | echo "${V ‖ }"\n      | code
bash       | echo "$(cmd  ‖ )"\n   | code
bash       | echo "$V  ‖ "\n       | string
bash       | echo "$1 ‖ "\n        | string
bash       | echo "$V: ‖ "\n       | string
bash       | echo "a ‖ "\n         | string
bash       | echo "a\$V ‖ "\n      | string
bash       | echo '$V ‖ '\n        | string
javascript | f(`a${b ‖ }`)\n       | code
javascript | f(`a${b} ‖ `)\n       | string
javascript | f(`a$b ‖ `)\n         | string
csharp     | var a = $"{b ‖ }";\n  | code
csharp     | var a = $"{b} ‖ ";\n  | string
python     | f"{a ‖ }"\n           | code
python     | f"{a} ‖ "\n           | string
python     | f"{a:x ‖ }"\n         | string
"""


@pytest.mark.parametrize("row", IN_STRINGS.strip().splitlines())
def test_code_in_strings(row: str) -> None:
    name, text, place = (cell.strip() for cell in row.split(" | "))
    left, right = text.replace("\\n", "\n").split(" ‖ ")
    assert cursor_context(load_language(name).quotient(left, right).start()) == place
