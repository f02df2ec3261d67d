"""Which files of a package to learn from, by their contents: programs that a person wrote."""

from __future__ import annotations

import ast
import re
import warnings
from typing import TYPE_CHECKING

from quoin.engine.starter.texts.lists import permits

if TYPE_CHECKING:
    from collections.abc import Iterable

SMALLEST, LARGEST = 300, 100_000
"""Bytes of a file, minimal and maximal: a smaller one hardly contains code, a larger one is often a table."""

LONGEST_LINE = {"html": 400, "yaml": 400}
"""The maximal number of characters in a line, by language."""
_LONGEST_LINE = 200

DIGITS = {"css": 0.12, "sqlite": 0.12, "glsl": 0.12}
"""The maximal share of digits among the characters, by language; a text with more counts as a table."""
_DIGITS = 0.08

BLANKS = 0.1
"""The minimal share of blanks among the characters; a text with fewer is minified."""

FOREIGN = 0.1
"""The maximal share of characters beyond ASCII; a text with more consists of translations."""

LITERALS = 0.5
"""The maximal share of lines that consist of literals; a text with more is a table."""

COMMENTS = 0.85
"""The maximal share of lines that are comments; a text with more is prose."""

_HEAD = 1000
"""The number of characters in which a file says that it is generated."""
_LICENCE_HEAD = 2500
"""The number of characters in which a file names its licence."""

_GENERATED = re.compile(
    r"""(?ix) do\s+not\s+(edit|modify|change\ this\ file) | auto[- ]?generated
    | automatically\ (generated|created) | (code|file|file\ (was|is)|has\ been)\ generated
    | generated\ (by|from|with|using) | @generated | this\ is\ a\ generated"""
)
_GENERATED_SIGNS = ("edit", "modify", "change", "generated", "created")
"""Words in small letters of which each head that `_GENERATED` finds has one; to look for them is faster."""

_COMPILED = re.compile(
    r"""//[#@]\ ?sourceMappingURL= | __esModule\b | \b_interop(Require|Namespace) | \b__importDefault\b
    | \b__awaiter\b | \b__webpack_ | \bregeneratorRuntime\b | \b_createClass\b | \b_classCallCheck\b
    | \bvar\ __(create|defProp|commonJS|export)\b | /\*\s*[@#]__PURE__ | ^export\ \{\};$ | \b_extends\(\{\}
    | \b_jsxs?\( | \b_objectSpread\b | \btslib\b""",
    re.VERBOSE | re.MULTILINE,
)
"""What compilers to JavaScript write, and people do not."""
_COMPILED_SIGNS = (
    *("sourceMappingURL=", "__esModule", "_interop", "__importDefault", "__awaiter", "__webpack_"),
    *("regeneratorRuntime", "_createClass", "_classCallCheck", "var __", "__PURE__", "export {};"),
    *("_extends({}", "_jsx", "_objectSpread", "tslib"),
)
"""Signs of which each text that `_COMPILED` finds has one."""

_ENCODED = re.compile(r"[A-Za-z0-9+/]{120,}|(?:^[^\w\n]*[A-Za-z0-9+/]{56,}={0,2}[^\w\n]*\n){3}", re.MULTILINE)
"""A long line, or several shorter ones, of data in base64 or hexadecimal digits."""
_RUN = re.compile(r"[A-Za-z0-9+/]{56}")
_RUN_LENGTH = 56
"""The number of characters of the shortest run that `_ENCODED` finds."""

_RULE = 4
"""The maximal number of different characters in a line that separates parts of a file."""

_OTHER_LICENCE = re.compile(
    r"""(?ix) GNU\s+(?:\W*\s)?(Lesser|Library|Affero|General)\b | \b[AL]?GPL(v?\d|-\d|\b)
    | Mozilla\s+Public | \bMPL[- ]?\d | Eclipse\s+Public | Common\s+Development\s+and\s+Distribution
    | Creative\s+Commons | \bCC[- ]BY | proprietary | Business\s+Source | Elastic\s+License
    | Server\s+Side\s+Public | Commons\s+Clause"""
)
"""What the head of a file under another licence than its package's says."""
_OTHER_LICENCE_SIGNS = (
    *("gnu", "gpl", "mozilla", "mpl", "eclipse", "common", "creative", "cc", "proprietary", "business"),
    *("elastic", "server"),
)
"""Words in small letters of which each head that `_OTHER_LICENCE` finds has one."""
_IDENTIFIER = re.compile(r"SPDX-License-Identifier:\s*([^\n]*?)\s*(?:\*/|-->|#}|$)", re.MULTILINE)

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")

_LITERAL = (
    r"""(?:[brufBRUF]{0,2}"(?:[^"\\]|\\.)*"|[bruf]?'(?:[^'\\]|\\.)*'"""
    r"""|[-+]?\.?\d[\w.+-]*|true|false|null|nil|None|True|False)"""
)
_LITERALS = re.compile(rf"[\s\[\](){{}},;:]*{_LITERAL}(?:[\s\[\](){{}},;:=>]+{_LITERAL})*[\s\[\](){{}},;]*")

_DATA = frozenset({"css", "html", "json", "sqlite", "toml", "yaml"})
"""The languages in which people write lists of literals."""

_COMMENT = re.compile(r"\s*(?:#(?!include|define|if|else|end|\[|!\[)|//|/\*|\*|--\s|;;|<!--)")

_SHORT_NAME = re.compile(r"\b[a-zA-Z_$]\b")
_NAME = re.compile(r"\b[a-zA-Z_$][\w$]*")
SHORT_NAMES = 0.35
"""The maximal share of names of one letter in JavaScript; a text with more was shortened by a program."""


def text_of(content: bytes) -> str | None:
    """Return the text of a file with plain line ends; None if it is not UTF-8 text."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return None if _CONTROL.search(text) else text


def fits(size: int) -> bool:
    """Return whether a file of `size` bytes is neither too small nor too large."""
    return SMALLEST <= size <= LARGEST


def refusal(language: str, text: str) -> str | None:
    """Return the reason for not learning from a text; None if a person wrote it as a program."""
    if _has_sign(text[:_HEAD].lower(), _GENERATED_SIGNS) and _GENERATED.search(text[:_HEAD]):
        return "generated"
    if _has_other_licence(text[:_LICENCE_HEAD]):
        return "another licence"
    lines = text.split("\n")
    if max(map(len, lines)) > LONGEST_LINE.get(language, _LONGEST_LINE):
        return "long line"
    return _table(language, text, lines) or _made(language, text, lines) or _invalid(language, text)


def _has_sign(text: str, signs: Iterable[str]) -> bool:
    return any(sign in text for sign in signs)


def _has_other_licence(head: str) -> bool:
    found = _IDENTIFIER.search(head)
    if not found:
        return _has_sign(head.lower(), _OTHER_LICENCE_SIGNS) and bool(_OTHER_LICENCE.search(head))
    try:
        return not permits(found[1])
    except ValueError:
        return True


def _table(language: str, text: str, lines: list[str]) -> str | None:
    if sum(map(text.count, "0123456789")) > DIGITS.get(language, _DIGITS) * len(text):
        return "digits"
    if not text.isascii() and sum(map(str.isascii, text)) < (1 - FOREIGN) * len(text):
        return "beyond ASCII"
    written = [line for line in lines if line.strip()]
    if language not in _DATA and sum(1 for line in written if _LITERALS.fullmatch(line)) > LITERALS * len(
        written
    ):
        return "literals"
    if sum(1 for line in written if _COMMENT.match(line)) > COMMENTS * len(written):
        return "comments"
    return None


def _made(language: str, text: str, lines: list[str]) -> str | None:
    if sum(map(text.count, " \n\t")) < BLANKS * len(text):
        return "minified"
    if language in {"javascript", "typescript", "css"} and _is_compiled(text):
        return "compiled"
    if language == "javascript":
        names = len(_NAME.findall(text))
        if len(_SHORT_NAME.findall(text)) > SHORT_NAMES * names:
            return "minified"
    return "encoded" if _is_encoded(text, lines) else None


def _is_compiled(text: str) -> bool:
    return _has_sign(text, _COMPILED_SIGNS) and bool(_COMPILED.search(text))


def _is_encoded(text: str, lines: list[str]) -> bool:
    if not any(len(line) >= _RUN_LENGTH and _RUN.search(line) for line in lines):
        return False
    # A line of equal signs or slashes is a rule.
    return any(len(set(found[0])) > _RULE for found in _ENCODED.finditer(text))


def _invalid(language: str, text: str) -> str | None:
    if language != "python":
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes in old code
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "invalid"
    return None
