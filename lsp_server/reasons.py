"""Reasons: each request that gets no completion has exactly one, in words for a person.

A reason is a clause that continues "no suggestion, because …". Where a setting can change the outcome, its
name is appended for editors, as in `(setting maxLatencyMs)`, so that they can offer to change it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quoin.engine.model import CompletionResult
    from quoin.engine.model.ipc.messages import Why
    from quoin.engine.quotient.cursor_context import Place


class Kind(Enum):
    """All kinds of reasons, each with its words; names in braces are filled in."""

    COMMENT = "the cursor is in a comment"
    STRING = "the cursor is in a string"
    TIME = "the time was over after {ms} ms, before anything that fits was found"
    UNSURE = "the model is not sure enough"
    DISMISSED = "you have dismissed what would be shown here"
    WORD = "the cursor stands directly before a word"
    STARTER = "the starter model does not know {language}; choose a model for it"
    BROKEN = "the file is broken at line {line}"
    APART = "what stands before the cursor and what stands after it do not go together"
    BOUND = "no name is missing that the rest of the cursor's scope reads"
    NOTHING = "the model wants nothing here"
    UNKEPT = "only text that would not be worth keeping was found"
    UNFIT = "nothing that fits was found within the limits"
    OFF = "completions are switched off"
    LANGUAGE_OFF = "completions are switched off for {language}"
    MANUAL = "completions come only when you ask for one"
    NO_GRAMMAR = "quoin has no grammar for {language}"
    PREPARING = "the model is still being prepared"
    NO_MODEL = "the model cannot be used: {problem}"
    LATE = "the completion list waits no longer than {ms} ms"
    SILENT = "the model's process did not answer"
    HALVED = "the text holds half of a character, without its other half"
    UNREADABLE = "the server does not have the text at the cursor as the editor does"


_SETTINGS = {
    Kind.COMMENT: "suppressIn",
    Kind.STRING: "suppressIn",
    Kind.TIME: "maxLatencyMs",
    Kind.UNSURE: "minConfidence",
    Kind.LATE: "completionList.maxLatencyMs",
    Kind.STARTER: "model.path",
    Kind.UNFIT: "maxTokens",
    Kind.OFF: "enable",
    Kind.LANGUAGE_OFF: "languages",
    Kind.MANUAL: "trigger",
}


@dataclass(frozen=True)
class Reason:
    """The reason why there is no completion: its kind, and its words."""

    kind: Kind
    because: str

    @property
    def setting(self) -> str | None:
        """The name of the setting that can change the outcome, if there is one."""
        return _SETTINGS.get(self.kind)

    @property
    def told(self) -> str:
        """The words for an editor's user, with the setting's name if there is one."""
        return self.because if self.setting is None else f"{self.because} (setting {self.setting})"


def reason(kind: Kind, **told: object) -> Reason:
    """Make a reason, filling the names in braces of the kind's words."""
    return Reason(kind, kind.value.format(**told))


_GENERAL = {
    Kind.TIME: "the time was over",
    Kind.LATE: "the completion list did not wait",
    Kind.BROKEN: "the file is broken elsewhere",
    Kind.NO_MODEL: "the model cannot be used",
    Kind.LANGUAGE_OFF: "completions are switched off for the language",
    Kind.NO_GRAMMAR: "quoin has no grammar for the language",
    Kind.STARTER: "the starter model does not know the language",
}


def words_of(name: str) -> str:
    """Return the words for all reasons of the kind with a name; the name if there is no such kind."""
    kind = Kind.__members__.get(name.upper())
    return name if kind is None else _GENERAL.get(kind, kind.value)


_UNCOUNTED = {Kind.OFF, Kind.LANGUAGE_OFF, Kind.MANUAL, Kind.NO_GRAMMAR, Kind.STARTER}


def is_held_back(why: Reason) -> bool:
    """Return whether a completion was looked for, or could have been, and was not shown for a reason."""
    return why.kind not in _UNCOUNTED


def in_place(place: Place) -> Reason | None:
    """Return the reason for a cursor in a comment or a string; None for a cursor in code."""
    kind = {"comment": Kind.COMMENT, "string": Kind.STRING}.get(place)
    return None if kind is None else reason(kind)


_KINDS: dict[Why, Kind] = {
    "comment": Kind.COMMENT,
    "string": Kind.STRING,
    "broken": Kind.BROKEN,
    "apart": Kind.APART,
    "bound": Kind.BOUND,
    "time": Kind.TIME,
    "unsure": Kind.UNSURE,
    "word": Kind.WORD,
    "nothing": Kind.NOTHING,
    "unkept": Kind.UNKEPT,
    "unfit": Kind.UNFIT,
}


def of_result(result: CompletionResult, max_seconds: float) -> Reason | None:
    """Return the reason why the model's process has found nothing; None if it has found something.

    `max_seconds` is the time limit that the process had.
    """
    if result.why is None:
        return None
    return reason(_KINDS[result.why], ms=round(max_seconds * 1000), line=result.broken_line)
