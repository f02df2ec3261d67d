"""What is written by hand beside an imported grammar, in the folder's `overrides.lark`.

It is in Lark's format. A rule or a terminal of it replaces the imported one of the same name, or adds what
the package finds in its scanner. A terminal that matches one text stands for that text in all imported
rules. With `%ignore` of its own, that of the package does not count.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quoin.engine.errors import LanguageError
from quoin.engine.grammar_import.patterns import one_text

if TYPE_CHECKING:
    from pathlib import Path

OVERRIDES_NAME = "overrides.lark"

_DEFINITION = re.compile(r"^[!?]*([a-zA-Z_]\w*)(?:\{[^}]*\})?(?:\.-?\d+)?[ \t]*:(.*)", re.MULTILINE)
_ONE_EXPRESSION = re.compile(r'[ \t]*(?:/((?:\\.|[^/\\])+)/|"((?:\\.|[^"\\])+)")[ \t]*(?://.*)?')
_COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*"|/(?!/)(?:\\.|[^/\\\n])+/)|//[^\n]*')


@dataclass(frozen=True)
class Overrides:
    """What is written by hand.

    Attributes:
        text: The file's text.
        defined: The names of the rules and terminals that it defines.
        used: All names in it.
        terminal_of: The names of terminals that match one text, by that text.
        has_ignored: Whether it says what stands between lexemes.
    """

    text: str = ""
    defined: frozenset[str] = frozenset()
    used: frozenset[str] = frozenset()
    terminal_of: dict[str, str] = field(default_factory=dict)
    has_ignored: bool = False


def read_overrides(folder: Path) -> Overrides:
    """Read a folder's overrides; there may be none.

    Raises:
        LanguageError: The file cannot be read.
    """
    file = folder / OVERRIDES_NAME
    if not file.exists():
        return Overrides()
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise LanguageError(f"cannot be read: {error.strerror}", file) from error
    except UnicodeDecodeError as error:
        raise LanguageError("is not UTF-8", file) from error
    return parse_overrides(text)


def parse_overrides(text: str) -> Overrides:
    """Return what a text in Lark's format defines."""
    code = _COMMENT.sub(lambda match: match[1] or "", text)
    terminal_of = {}
    for match in _DEFINITION.finditer(code):
        expression = _ONE_EXPRESSION.fullmatch(match[2])
        if match[1].isupper() and expression:
            only = expression[2] or one_text(expression[1] or "")
            if only:
                terminal_of[only] = match[1]
    without_texts = _COMMENT.sub(" ", code)
    return Overrides(
        text=text,
        defined=frozenset(match[1] for match in _DEFINITION.finditer(code)),
        used=frozenset(re.findall(r"[a-zA-Z_]\w*", without_texts)),
        terminal_of=terminal_of,
        has_ignored=bool(re.search(r"^%ignore", code, re.MULTILINE)),
    )
