"""The cases of JSONTestSuite: the verdict on each, wherever it is cut, and the oracle's beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

import quoin
from quoin.lsp_server.harness.judges.oracle import GAVE_UP
from tests.differential.oracles import oracle_of
from tests.support.case_lines import parse_text, read_lines

ORACLE = oracle_of(None, "json")
LINES = [line.partition(":")[::2] for line in read_lines(Path(__file__).with_name("suite.txt"))]
CASES = {name: parse_text(text.removeprefix(" ")) for name, text in LINES} | {
    "i_structure_500_nested_arrays+": "[" * 500 + "]" * 500,
    "n_structure_100000_opening_arrays": "[" * 100_000,
    "n_structure_open_array_object": '[{"":' * 50_000,
}
# What is no UTF-8 is no text of the language, in which a reader of bytes may have its own mind.
BYTES = {
    "i_string_UTF-16LE_with_BOM": b'\xff\xfe[\x00"\x00\xe9\x00"\x00]\x00',
    "i_string_UTF-8_invalid_sequence": b'["\xe6\x97\xa5\xd1\x88\xfa"]',
    "i_string_UTF8_surrogate_U+D800": b'["\xed\xa0\x80"]',
    "i_string_invalid_utf-8": b'["\xff"]',
    "i_string_iso_latin_1": b'["\xe9"]',
    "i_string_lone_utf8_continuation_byte": b'["\x81"]',
    "i_string_not_in_unicode_range": b'["\xf4\xbf\xbf\xbf"]',
    "i_string_overlong_sequence_2_bytes": b'["\xc0\xaf"]',
    "i_string_overlong_sequence_6_bytes": b'["\xfc\x83\xbf\xbf\xbf\xbf"]',
    "i_string_overlong_sequence_6_bytes_null": b'["\xfc\x80\x80\x80\x80\x80"]',
    "i_string_truncated-utf-8": b'["\xe0\xff"]',
    "i_string_utf16BE_no_BOM": b'\x00[\x00"\x00\xe9\x00"\x00]',
    "i_string_utf16LE_no_BOM": b'[\x00"\x00\xe9\x00"\x00]\x00',
    "n_array_a_invalid_utf8": b"[a\xe5]",
    "n_array_invalid_utf8": b"[\xff]",
    "n_number_invalid-utf-8-in-bigger-int": b"[123\xe5]",
    "n_number_invalid-utf-8-in-exponent": b"[1e1\xe5]",
    "n_number_invalid-utf-8-in-int": b"[0\xe5]\n",
    "n_number_real_with_invalid_utf8_after_e": b"[1e\xe5]",
    "n_object_lone_continuation_byte_in_key_and_trailing_comma": b'{"\xb9":"0",}',
    "n_string_invalid-utf-8-in-escape": b'["\\u\xe5"]',
    "n_string_invalid_utf8_after_escape": b'["\\\xe5"]',
    "n_structure_incomplete_UTF8_BOM": b"\xef\xbb{}",
    "n_structure_lone-invalid-utf-8": b"\xe5",
}
SHORT = 120


def is_text(name: str) -> bool:
    """What a case's name says of it."""
    return name.startswith("y_") or (name.startswith("i_") and name.endswith("+"))


def is_member(left: str | bytes, middle: bytes, right: str | bytes) -> bool:
    state = quoin.load_language("json").quotient(left, right, spare="nothing").start()
    return state.advance(middle) and state.member


def test_all_cases_are_there() -> None:
    kinds = [name[0] for name in (*CASES, *BYTES)]
    assert [kinds.count(kind) for kind in "yni"] == [95, 188, 35]


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    text = CASES[name]
    data = text.encode()
    for at in {0, len(data)} | (set(range(len(data))) if len(data) < SHORT else set()):
        assert is_member(data[:at], b"", data[at:]) == is_text(name), at
        assert is_member(data[:at], data[at : at + 7], data[at + 7 :]) == is_text(name), at
    reason = ORACLE.refusal(text)
    assert (reason is None) == is_text(name) or (reason or "").startswith(GAVE_UP)


@pytest.mark.parametrize("name", BYTES)
def test_case_that_is_no_text(name: str) -> None:
    data = BYTES[name]
    assert not is_member(b"", data, b"")
    assert not is_member(data, b"", b"")
    assert not is_member(b"", b"", data)
