"""What the worker needs of a model, wherever it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from quoin.engine.decoding.request import Task

if TYPE_CHECKING:
    from quoin.engine.decoding.result import Found
    from quoin.engine.decoding.timing import Deadline, Stopwatch
    from quoin.engine.language import Language
    from quoin.engine.model.backends.reading import PendingView
    from quoin.engine.model.ipc.messages import CompletionRequest, ModelInfo
    from quoin.engine.quotient.vocabulary import Vocabulary

NEAR = 1 << 16
"""Bytes next to the cursor in which its lines are looked for first."""


class Backend(Protocol):
    """A model that completes under a filter."""

    @property
    def vocabulary(self) -> Vocabulary:
        """Its tokens, as far as they are known here."""

    def prepare(self, language: Language) -> None:
        """Make ready for the masks in a language; other threads may use the model meanwhile.

        Raises:
            EngineError: the engine failed.
        """

    def find(
        self,
        request: CompletionRequest,
        sides: tuple[bytes, bytes],
        reading: PendingView,
        watch: Deadline,
        clock: Stopwatch,
    ) -> Found | None:
        """Complete at a cursor, as well as the budgets allow; None where nothing can stand there.

        Args:
            request: what to complete.
            sides: the texts before and behind the cursor.
            reading: of the file, which has begun.
            watch: ends the work early.
            clock: takes the time of `prompt` and `model`.

        Raises:
            Cancelled: as the watch says.
            ModelError: the model failed.
            Unwanted, EngineError: as the reading does.
        """

    def describe(self, seconds: float) -> ModelInfo:
        """The facts about the model, which took so long to load."""


def seen(sides: tuple[bytes, bytes], request: CompletionRequest) -> tuple[bytes, bytes]:
    """What a model may see of both sides."""
    left, right = sides
    if request.left_lines is not None:
        left = _last_lines(left, request.left_lines)
    if request.right_lines is not None:
        right = _first_lines(right, request.right_lines)
    return left, right


def _last_lines(text: bytes, count: int) -> bytes:
    """The last lines of a text; behind a line end the last one is empty."""
    for near in (text[-NEAR:], text):
        lines = near.splitlines(keepends=True)
        lines += [b""] if text.endswith((b"\n", b"\r")) else []
        # What the cut has made of a line is none.
        if len(lines) > count:
            break
    return b"".join(lines[-count:])


def _first_lines(text: bytes, count: int) -> bytes:
    """The first lines of a text."""
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
    """What decoding has to do for a request.

    Args:
        request: what to complete.
        sides: the texts before and after the cursor.
        prompt: tokens to go on from, as far as they are known here.
        given_back: bytes at the end of the text before the cursor that the prompt leaves out.
        max_tokens: budget of each candidate.
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
        # Without a guarantee it is the model alone that is asked for.
        right=b"" if request.guarantee == "off" else sides[1],
    )
