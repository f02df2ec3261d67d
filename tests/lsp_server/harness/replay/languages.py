"""What the tests of typing replayed share."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from quoin.lsp_server.harness.replay.keyboard import Keyboard, Typed
from quoin.lsp_server.harness.replay.syntax import Syntax
from quoin.lsp_server.harness.subject import known_language


@cache
def syntax_of(language: str) -> Syntax:
    return Syntax(known_language(language, Path()).manifest)


@cache
def keyboard_of(language: str) -> Keyboard:
    return Keyboard(syntax_of(language), prefixes=language == "python")


def marked(typed: Typed) -> str:
    """The text with its cursor, and the end of what the editor wrote by itself."""
    end = f"{typed.closing}┊" if typed.closers else ""
    return f"{typed.before}█{end}{typed.after[typed.closers :]}"
