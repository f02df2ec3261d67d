"""Says of each text whether its brackets pair and its strings and comments end: `python judge.py LANGUAGE`.

See "Programs" in `grammars/README.md`. The text is read once, from its beginning to its end.
"""

from __future__ import annotations

import json
import re
import sys
from typing import NamedTuple

_PAIRS = {")": "(", "]": "[", "}": "{"}


class Manner(NamedTuple):
    """How a language's comments and strings are written.

    Attributes:
        line: What begins a comment up to the line's end.
        block: What begins and what ends one.
        long: The quotes, of three signs, of strings of several lines.
        lines: The quotes of strings of several lines.
        line_only: The quotes of strings that end in their line.
        words: What counts as a whole whatever it holds.
    """

    line: str
    block: tuple[str, str] | None = None
    long: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    line_only: tuple[str, ...] = ()
    words: str = r"[A-Za-z0-9_$\x80-\U0010ffff]+"


MANNERS = {
    "c_like": Manner(
        "//", ("/*", "*/"), long=('"""',), lines=("`",), line_only=('"', "'"),
        words=r"[0-9](?:'?[0-9A-Za-z_])*|[A-Za-z_$\x80-\U0010ffff][A-Za-z0-9_$\x80-\U0010ffff]*",
    ),
    "ruby_like": Manner("#", long=('"""',), lines=('"',), line_only=("'", "`")),
    "haskell_like": Manner(
        "--", ("{-", "-}"), long=('"""',), line_only=('"',),
        words=r"'(?:\\(?:\^?[^\n]|[A-Za-z0-9]+|u\{[0-9A-Fa-f]+\})|[^'\\\n])'"
        r"|[A-Za-z0-9_\x80-\U0010ffff][A-Za-z0-9_'\x80-\U0010ffff]*|'",
    ),
    "lisp": Manner(
        ";", ("#|", "|#"), lines=('"',),
        words=r"\\[^\n]|[A-Za-z0-9_\x80-\U0010ffff]+",
    ),
}  # fmt: skip


class UnfinishedError(Exception):
    """A string or a comment does not end."""


def refusal(text: str, manner: Manner) -> str | None:
    """Why a text is refused; None if it is taken."""
    open_brackets: list[str] = []
    word = re.compile(manner.words)
    at = 0
    while at < len(text):
        try:
            end = passed(text, at, manner)
        except UnfinishedError as error:
            return f"{error} at {at} does not end"
        found = word.match(text, at) if end == at else None
        if end > at or found:
            at = found.end() if found else end
            continue
        sign = text[at]
        if sign in _PAIRS.values():
            open_brackets.append(sign)
        elif sign in _PAIRS and (not open_brackets or open_brackets.pop() != _PAIRS[sign]):
            return f"{sign} at {at} closes nothing"
        at += 1
    return f"{open_brackets[-1]} is not closed" if open_brackets else None


def passed(text: str, at: int, manner: Manner) -> int:
    """The end of the comment or string that begins there; `at` if none does."""
    if manner.block and text.startswith(manner.block[0], at):
        return _end_of_block(text, at, manner.block)
    if text.startswith(manner.line, at):
        return re.compile(r"[^\r\n]*").match(text, at).end()  # type: ignore[union-attr]
    for quote in (*manner.long, *manner.lines, *manner.line_only):
        if text.startswith(quote, at):
            return _end_of_string(text, at, quote, in_line=quote in manner.line_only)
    return at


def _end_of_block(text: str, at: int, block: tuple[str, str]) -> int:
    end = text.find(block[1], at + len(block[0]))
    if end < 0:
        raise UnfinishedError(f"comment {block[0]}")
    return end + len(block[1])


def _end_of_string(text: str, at: int, quote: str, *, in_line: bool) -> int:
    end = at + len(quote)
    while end < len(text):
        if text.startswith(quote, end):
            end += len(quote)
            # What three quotes begin may end with up to two more.
            more = text[end : end + 2] if len(quote) > 1 else ""
            return end + len(more) - len(more.lstrip(quote[0]))
        if text[end] == "\n" and in_line:
            break
        end += 2 if text[end] == "\\" else 1
    raise UnfinishedError(f"string {quote}")


def main() -> None:
    """Answer until the input ends."""
    manner = MANNERS[sys.argv[1]]
    print(json.dumps("brackets, strings and comments"), flush=True)
    for line in sys.stdin.buffer:
        print(json.dumps(refusal(json.loads(line), manner)), flush=True)


if __name__ == "__main__":
    main()
