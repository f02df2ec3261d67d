"""Where the engine and what decides disagree, as lines of cases, on as little text as may be."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import regex

from quoin.lsp_server.grammar_test.case_lines import Parts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import quoin
    from quoin.lsp_server.grammar_test.examined import Examined

MAX_SECONDS = 5.0
"""The longest time for making one difference smaller, in seconds."""
_FEW = 50
"""The number of pieces up to which runs of every length are tried at every place."""

TAKEN = "taken"
REFUSED = "program refused"
NO_COMPLETION = "no completion"
WRONG_COMPLETION = "a completion that is no member"


@dataclass(frozen=True)
class Difference:
    """How they disagree.

    Attributes:
        what: A short name, such as `TAKEN`.
        parts: The contexts and the middle.
        remark: The message of what decides; empty where it takes the text.
        file: The file that the text is from.
        small: Whether text has been left out as far as it can be.
    """

    what: str
    parts: Parts
    remark: str = ""
    file: str = ""
    small: bool = False

    def __str__(self) -> str:
        return f"{self.what}: {self.parts} | {self.remark}"

    @property
    def kind(self) -> str:
        """The same text for differences that have the same cause, as far as the message tells."""
        return f"{self.what}: {message_kind(self.remark)}"


def message_kind(message: str) -> str:
    """Return a message without what it quotes from the text."""
    return str(regex.sub(r"'[^']*'|\"[^\"]*\"|\d+|U\+\w+", "…", message))


def is_member(language: quoin.Language, parts: Parts) -> bool:
    """Return what the engine says of a middle, from scratch."""
    state = language.quotient(parts.left, parts.right, spare="nothing").start()
    return state.advance(parts.middle.encode("utf-8", "surrogatepass")) and state.member


def disagreement(language: quoin.Language, examined: Examined, parts: Parts) -> Difference | None:
    """Compare the verdicts on one middle; None if they agree."""
    reason = examined.refusal(parts.text)
    if is_member(language, parts) == (reason is None):
        return None
    return Difference(REFUSED if reason is None else TAKEN, parts, reason or "")


def smaller(language: quoin.Language, examined: Examined, difference: Difference) -> Difference:
    """Return a difference of the same kind on less text: lines, then pieces, then signs are left out.

    Where the whole text as a middle shows it too, the contexts are empty. One that does not show from
    scratch stays as it is.
    """
    return _Shrinking(language, examined, difference).run()


def dead_end(language: quoin.Language, parts: Parts) -> Difference | None:
    """Return the difference where a middle is viable, and yet no completion is found or a wrong one."""
    state = language.quotient(parts.left, parts.right, spare="nothing").start()
    if not state.advance(parts.middle.encode("utf-8", "surrogatepass")):
        return None
    completion = state.completion()
    if completion is None:
        return Difference(NO_COMPLETION, parts)
    if state.advance(completion) and state.member:
        return None
    return Difference(WRONG_COMPLETION, parts)


class _Shrinking:
    def __init__(self, language: quoin.Language, examined: Examined, difference: Difference) -> None:
        self.language = language
        self.examined = examined
        self.now = difference
        self.deadline = time.monotonic() + MAX_SECONDS

    def run(self) -> Difference:
        if not self.take(self.now.parts):
            remark = f"{self.now.remark} (not from scratch)"
            return replace(self.now, remark=remark, small=True)
        if self.now.what in (REFUSED, TAKEN):
            self.take(Parts("", self.now.parts.text, ""))
        before = None
        while before != self.now and time.monotonic() < self.deadline:
            before = self.now
            for split in (_lines, self.examined.split, list):
                for name in ("left", "right", "middle"):
                    self.leave_out(name, split)
            for name in ("left", "right", "middle"):
                self.leave_out_pairs(name)
            self.keep_one_run()
            for name in ("left", "right", "middle"):
                self.rename(name)
        return replace(self.now, small=True)

    def take(self, parts: Parts) -> bool:
        """Go on with other parts if they show a difference of the same kind."""
        if self.now.what in (NO_COMPLETION, WRONG_COMPLETION):
            found = dead_end(self.language, parts)
        else:
            found = disagreement(self.language, self.examined, parts)
        if found is None or found.kind != self.now.kind:
            return False
        self.now = replace(found, file=self.now.file)
        return True

    def keep_one_run(self) -> None:
        """Keep the shortest run of the middle's pieces that shows the difference by itself."""
        pieces = self.examined.split(self.now.parts.middle)
        for length in range(1, min(len(pieces), _FEW)):
            for at in range(len(pieces) - length + 1):
                if time.monotonic() > self.deadline:
                    return
                if self.take(replace(self.now.parts, middle="".join(pieces[at : at + length]))):
                    return

    def leave_out_pairs(self, name: str) -> None:
        """Leave out two pieces at once, such as brackets around others, if there are few."""
        pieces = self.examined.split(getattr(self.now.parts, name))
        second = 1
        while second < len(pieces) <= _FEW // 2:
            for first in range(second):
                if time.monotonic() > self.deadline:
                    return
                fewer = [piece for at, piece in enumerate(pieces) if at not in (first, second)]
                if self.take(replace(self.now.parts, **{name: "".join(fewer)})):
                    pieces, second = fewer, 0
                    break
            second += 1

    def rename(self, name: str) -> None:
        """Give every word the same name, where it can bear it."""
        pieces = self.examined.split(getattr(self.now.parts, name))
        for at in _words(pieces):
            renamed = [*pieces[:at], "x", *pieces[at + 1 :]]
            if (
                pieces[at] != "x"
                and time.monotonic() < self.deadline
                and self.take(replace(self.now.parts, **{name: "".join(renamed)}))
            ):
                pieces = renamed

    def leave_out(self, name: str, split: Callable[[str], Sequence[str]]) -> None:
        """Leave out runs of pieces of one part, longer runs first (after Zeller's delta debugging, 2002)."""
        pieces = list(split(getattr(self.now.parts, name)))
        length = len(pieces)
        while length:
            at = 0
            while at < len(pieces) and time.monotonic() < self.deadline:
                fewer = pieces[:at] + pieces[at + length :]
                if self.take(replace(self.now.parts, **{name: "".join(fewer)})):
                    pieces = fewer
                else:
                    at += 1 if len(pieces) <= _FEW else max(1, length // 2)
            length = min(length - 1, len(pieces)) if len(pieces) <= _FEW else length // 2


def _lines(text: str) -> list[str]:
    return list(regex.findall(r"[^\n]*\n|[^\n]+", text))


def _words(pieces: Sequence[str]) -> list[int]:
    """Return where a name, a keyword or a whole number stands."""
    return [at for at, piece in enumerate(pieces) if regex.fullmatch(r"\w+", piece)]
