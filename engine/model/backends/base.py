"""This module defines what the worker needs of a model, whether it runs in this process or on a server."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from quoin.engine.decoding.members.declared import CustomProperties, DeclaredMembers
from quoin.engine.decoding.members.known import KnownMembers
from quoin.engine.decoding.request import Task
from quoin.engine.decoding.types.clashes import Clashes

if TYPE_CHECKING:
    from quoin.engine.decoding.members.interface import Members
    from quoin.engine.decoding.result import Found
    from quoin.engine.decoding.timing import Deadline, Stopwatch
    from quoin.engine.language import Language
    from quoin.engine.model.backends.reading import PendingView
    from quoin.engine.model.ipc.messages import CompletionRequest, ModelInfo
    from quoin.engine.quotient.vocabulary import Vocabulary
    from quoin.engine.recovery import View

NEAR = 1 << 16
"""Length in bytes of the text next to the cursor that is split into lines first, before the whole text."""

_BETWEEN_CELLS = b"\n\n"


class Backend(Protocol):
    """A model that completes under a filter."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The tokens of the model; empty if they are not known here."""

    def prepare(self, language: Language) -> None:
        """Prepare the masks for a language; other threads may use the model at the same time.

        Raises:
            EngineError: The engine failed.
        """

    def find(
        self,
        request: CompletionRequest,
        sides: tuple[bytes, bytes],
        reading: PendingView,
        watch: Deadline,
        clock: Stopwatch,
    ) -> Found | None:
        """Complete at a cursor within the budgets of the request; return None if no text fits there.

        Args:
            request: What to complete.
            sides: The texts before and after the cursor.
            reading: The pending analysis of the file.
            watch: Ends the work early.
            clock: Measures the time of `prompt` and `model`.

        Raises:
            Cancelled: The caller gave up.
            ModelError: The model failed.
            Unwanted, EngineError: The analysis of the file raised it.
        """

    def finish(self, watch: Deadline) -> None:
        """Go on where the last request was ended before its prompt was evaluated, for the next one.

        The user types on in the same place, so that the next prompt begins as the last one. It takes no
        longer than the last request might have.

        Raises:
            ModelError: The model failed.
        """

    def describe(self, seconds: float) -> ModelInfo:
        """Return the facts about the model; `seconds` is the time that loading it took."""


def seen(sides: tuple[bytes, bytes], request: CompletionRequest) -> tuple[bytes, bytes]:
    """Return the parts of both sides that a model may see, with the cells around them."""
    left, right = sides
    if request.cells_before:
        left = b"".join(one.encode().rstrip() + _BETWEEN_CELLS for one in request.cells_before) + left
    if request.cells_after:
        right = _BETWEEN_CELLS.join([right.rstrip(), *(one.encode() for one in request.cells_after)])
    if request.left_lines is not None:
        left = _last_lines(left, request.left_lines)
    if request.right_lines is not None:
        right = _first_lines(right, request.right_lines)
    return left, right


def _last_lines(text: bytes, count: int) -> bytes:
    """Return the last lines of a text; after a line end the last line is empty."""
    for near in (text[-NEAR:], text):
        lines = near.splitlines(keepends=True)
        lines += [b""] if text.endswith((b"\n", b"\r")) else []
        # The cut may leave only a part of the first line, which must not be among the lines returned.
        if len(lines) > count:
            break
    return b"".join(lines[-count:])


def _first_lines(text: bytes, count: int) -> bytes:
    """Return the first lines of a text."""
    for near in (text[:NEAR], text):
        lines = near.splitlines(keepends=True)
        if len(lines) > count:
            break
    return b"".join(lines[:count])


def task_of(
    request: CompletionRequest,
    sides: tuple[bytes, bytes],
    prompt: list[int],
    given_back: bytes,
    max_tokens: int,
) -> Task:
    """Return the decoding task for a request.

    Args:
        request: What to complete.
        sides: The texts before and after the cursor.
        prompt: The tokens of the prompt; empty if they are not known here.
        given_back: The bytes at the end of the left context that the prompt omits.
        max_tokens: The budget of each candidate, in tokens.
    """
    return Task(
        prompt=prompt,
        given_back=given_back,
        left=sides[0],
        stop=request.stop,
        max_tokens=max_tokens,
        max_lines=request.max_lines,
        candidates=request.candidates,
        explain=request.explain,
        sampling=request.sampling,
        beams=request.beams,
        closing=request.closing,
        unasked=request.unasked,
        # Without a guarantee all of the text is shown, however unsure the model is.
        least=request.least_confidence if request.unasked and request.guarantee != "off" else 0.0,
        # A name that is missing must be bound, and not be read as if something else bound it.
        prefers_names=request.names == "prefer" and not request.pay,
        pays=request.pay,
        # Without a guarantee only the model decides, so the stop rule does not see the right context.
        right=b"" if request.guarantee == "off" else sides[1],
    )


def is_by_columns(view: View | None) -> bool:
    """Return whether columns determine the blocks of what a completion has to fit."""
    return view is not None and view.quotient.language.manifest.is_by_columns


def members_of(request: CompletionRequest, sides: tuple[bytes, bytes], view: View | None) -> Members | None:
    """Return the members that are known at a cursor; None where names do not matter, or nothing is known."""
    if view is None or request.names == "off":
        return None
    manifest = view.quotient.language.manifest
    names, types = manifest.names, manifest.types
    if names.members is not None:
        return KnownMembers(names, names.members, *sides, request.other_files)
    if types is None or not (types.signs or types.variables):
        return None
    kind = CustomProperties if types.variables else DeclaredMembers
    return kind(types, *sides, request.other_files)


def clashes_of(sides: tuple[bytes, bytes], view: View | None) -> Clashes | None:
    """Return the clashes of types at a cursor's line; None if the language says nothing of types."""
    return None if view is None else _clashes_in(view.quotient.language, *sides)


@lru_cache(1)
def _clashes_in(language: Language, left: bytes, right: bytes) -> Clashes | None:
    """Return the same; the decoder and what selects from its texts need it for the same cursor."""
    types = language.manifest.types
    return None if types is None or types.kinds is None else Clashes(types, types.kinds, left, right)
