r"""Fields with `=`, whose text 3.12 and 3.13 read with its escapes unless the formatted string is raw.

Later releases of 3.13 do not, so no interpreter is asked here.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quoin
from tests.support.case_lines import parse_parts
from tests.support.effort import examples

READING = {version: quoin.load_language("python", version) for version in ("3.12", "3.13")}
NEWEST = quoin.load_language("python", "3.14")

# Whether 3.12 and 3.13 take what 3.14 takes.
CASES = [
    (False, r"""f"{r'\\x4 ‖ '= ‖ }" """),
    (False, r"""f"{r'\\x ‖ 4 ‖ '=}" """),
    (True, r"""f"{r'\\x ‖ 41 ‖ '=}" """),
    (True, r"""f"{r'\\x4 ‖ '== ‖ 1}" """),
    (True, r"""f"{r'\\x4'}{ ‖ a ‖ =}" """),
    (False, r"""f"{b'\\N' ‖  !=  ‖ a=}" """),
    (False, r"""f"{rb'\\u12' ‖  ‖ =:x}" """),
    (False, r"""f"{b'\\U00110000' ‖  ‖ =!r}" """),
    (True, r"""r ‖ f ‖ "{r'\\x4'=}" """),
    (False, r""" ‖ f ‖ "{r'\\x4'=}" """),
    (False, r"""x ‖  = 1 ‖ \nf"{r'\\x4'=}" """),
    (False, r"""f"{r'\\x4'=}"\n ‖ x ‖  = 1\n"""),
    (True, r"""f"{r'\\\\ ‖ x ‖ 4'=}" """),
    (True, r"""f"{( # \\x4\n ‖ a ‖ )=}" """),
    # Inside brackets and other formatted strings, which count in their turn.
    (False, r"""f"{f(a, [r'\\x4']) ‖  ‖ =}" """),
    (False, r"""f"{f'{r"\\x4"}' ‖ + ‖ a=}" """),
    (False, r"""f"{rf'\\x{a}' ‖ ! ‖ =a=}" """),
    (False, r"""f"{rf'{r"\\x4" ‖ = ‖ }'=}" """),
    (True, r"""f"{rf'{r"\\x4" ‖ = ‖ }'}" """),
    (False, r"""f"{f'{r"\\x4" ‖ = ‖ }'}" """),
    (True, r"""f"{a=:{r'\\ ‖ x ‖ 4'}}" """),
]


@pytest.mark.parametrize(("is_taken", "line"), CASES, ids=[ascii(line) for _, line in CASES])
def test_case(is_taken: bool, line: str) -> None:
    parts = parse_parts(line)
    expected = {"3.12": is_taken, "3.13": is_taken, "3.14": True}
    languages = {**READING, "3.14": NEWEST}
    middle = parts.middle.encode()
    assert {
        version: is_member(language.quotient(parts.left, parts.right, spare="nothing"), middle)
        for version, language in languages.items()
    } == expected


def is_member(quotient: quoin.Quotient, middle: bytes) -> bool:
    state = quotient.start()
    return state.advance(middle) and state.member


ESCAPES = (r"\x4", r"\x41", r"\u12", r"\U0000", r"\N", r"\n", r"\\", r"\\x4", r"\q", "a", "é", "4")
_ESCAPE = re.compile(r"\\(x[\da-f]{2}|u[\da-f]{4}|U00(?:0[\da-f]|10)[\da-f]{4}|.)", re.DOTALL)
# A text, and whether those versions refuse it.
Shown = tuple[str, bool]

quotes = st.sampled_from(["'", '"', "'''", '"""'])
bodies = st.lists(st.sampled_from(ESCAPES), max_size=2).map("".join)
strings = st.builds(
    lambda prefix, mark, body: (prefix + mark + body + mark, False),
    st.sampled_from(["", "r", "R", "b", "rb", "Br"]),
    quotes,
    bodies,
)


def has_malformed(text: str) -> bool:
    return any(escape in ("x", "u", "U", "N") for escape in _ESCAPE.findall(text))


def formatted(is_raw: bool, mark: str, body: str, inner: Shown, equals: str) -> Shown:
    text, is_refused = inner
    is_read = bool(equals) and not is_raw
    field = "{" + text + equals + "}"
    is_refused |= is_read and has_malformed(text)
    return ("rf" if is_raw else "f") + mark + body + field + mark, is_refused


def larger(inner: st.SearchStrategy[Shown]) -> st.SearchStrategy[Shown]:
    return st.one_of(
        st.builds(formatted, st.booleans(), quotes, bodies, inner, st.sampled_from(["", "=", " = "])),
        inner.map(lambda shown: (f"f(a, b={shown[0]})", shown[1])),
        st.tuples(inner, inner).map(lambda two: (f"[{two[0][0]}, {two[1][0]}]", two[0][1] or two[1][1])),
    )


texts = st.recursive(st.one_of(strings, st.just(("a", False))), larger, max_leaves=4)
places = st.tuples(st.floats(0, 1), st.floats(0, 1))


@examples(150)
@given(texts, st.lists(places, min_size=1, max_size=3), st.sampled_from(sorted(READING)))
def test_verdicts_in_a_session(shown: Shown, cuts: list[tuple[float, float]], version: str) -> None:
    text, is_refused = shown
    data = f"x = {text}\n".encode()
    session = quoin.Session(READING[version], spare="nothing")
    for place in cuts:
        start, end = sorted(round(part * len(data)) for part in place)
        left, middle, right = data[:start], data[start:end], data[end:]
        expected = is_member(NEWEST.quotient(left, right, spare="nothing"), middle) and not is_refused
        fresh = READING[version].quotient(left, right, spare="nothing")
        assert is_member(fresh, middle) == expected
        assert is_member(session.quotient(left, right), middle) == expected
        assert not expected or fresh.start().viable_prefix(middle) == len(middle)
