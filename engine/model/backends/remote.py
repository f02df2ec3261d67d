"""A remote model writes drafts on a server, and this process filters them.

It is off unless the user names an address. The server sees the text around the cursor, and nothing else is
sent anywhere.
"""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import TYPE_CHECKING

from quoin.engine.decoding.strategies.drafting import decode_by_drafts
from quoin.engine.decoding.timing import Deadline, TimeIsUp
from quoin.engine.errors import ModelError
from quoin.engine.model.backends.base import seen, task_of
from quoin.engine.model.backends.remote_http import RefusedError, Server
from quoin.engine.model.backends.remote_protocols import Completions, Infill, Way, markers_of
from quoin.engine.model.ipc.messages import CompletionRequest, ModelInfo
from quoin.engine.model.prompt.builder import LEFT_SHARE
from quoin.engine.quotient.vocabulary import Vocabulary
from quoin.engine.util.quotes import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.decoding.result import Found
    from quoin.engine.decoding.strategies.drafting import Draft
    from quoin.engine.decoding.timing import Stopwatch
    from quoin.engine.language import Language
    from quoin.engine.model.backends.reading import PendingView
    from quoin.engine.model.settings import ModelSettings

ARCHITECTURE = "remote"
"""The architecture that is reported for a remote model, since the server does not name it."""

BYTES_PER_TOKEN = 3
"""A cautious estimate of the bytes of source text per token; only the server knows the number of tokens."""

START_SECONDS = 10.0
"""The longest time in seconds in which a server must answer the first requests about its kind and model."""

_MISSING = (404, 405, 501)


class RemoteModel:
    """A model at the user's address.

    Args:
        settings: The settings, which name the address.

    Attributes:
        vocabulary: The empty vocabulary, since no tokens are known here.

    Raises:
        ModelError: No usable server answers at the address.
    """

    def __init__(self, settings: ModelSettings) -> None:
        self.vocabulary = Vocabulary([])
        self._server = Server(settings.remote_url or "")
        self._room = settings.context_size * BYTES_PER_TOKEN
        watch = Deadline(time.monotonic() + START_SECONDS, lambda: False)
        try:
            self._way, self._name = _find_way(self._server, watch)
        except TimeIsUp:
            raise ModelError(f"the server at {self._server.url} does not answer") from None

    def prepare(self, _language: Language) -> None:
        """Do nothing, since a remote model needs no masks."""

    def find(
        self,
        request: CompletionRequest,
        sides: tuple[bytes, bytes],
        reading: PendingView,
        watch: Deadline,
        clock: Stopwatch,
    ) -> Found | None:
        """Complete at a cursor; see `quoin.engine.model.backends.base.Backend.find`.

        Raises:
            Cancelled: The caller gave up.
            ModelError: The server failed or did not answer in time.
            Unwanted, EngineError: The analysis of the file raised it.
        """
        read = reading.result()
        if read is None:
            return None
        task = task_of(request, sides, [], b"", request.max_tokens)
        left, right = self._cut(*seen(sides, request), request.max_tokens)
        try:
            return decode_by_drafts(_Drafter(self._way, left, right), task, read.guard, watch, clock)
        except TimeIsUp:
            raise ModelError(
                f"the server at {self._server.url} did not answer within {request.max_seconds:g} s"
            ) from None

    def finish(self, _watch: Deadline) -> None:
        """Do nothing, since the server is asked only for what is wanted."""

    def describe(self, seconds: float) -> ModelInfo:
        """Return what is known of the model."""
        return ModelInfo(
            path=Path(quoted(self._name)),
            name=f"{quoted(Path(self._name).name)} at {self._server.url}",
            architecture=ARCHITECTURE,
            parameters=0,
            size_bytes=0,
            context_size=self._room // BYTES_PER_TOKEN,
            vocab_size=0,
            threads=0,
            fim={},
            fim_order="none",
            load_seconds=seconds,
        )

    def _cut(self, left: bytes, right: bytes, max_tokens: int) -> tuple[str, str]:
        """Return the whole lines of both sides next to the cursor that the model's context can hold."""
        room = max(BYTES_PER_TOKEN, self._room - max_tokens * BYTES_PER_TOKEN)
        for_left = max(math.floor(room * LEFT_SHARE), room - len(right))
        left = left if len(left) <= for_left else left[-for_left:].partition(b"\n")[2]
        for_right = room - len(left)
        right = right if len(right) <= for_right else right[:for_right].rpartition(b"\n")[0] + b"\n"
        return left.decode("utf-8", "replace"), right.decode("utf-8", "replace")


class _Drafter:
    """A drafter that asks the server about one cursor."""

    def __init__(self, way: Way, left: str, right: str) -> None:
        self._way = way
        self._left = left
        self._right = right

    def drafts(self, middles: Sequence[bytes], length: int, watch: Deadline) -> list[Draft]:
        """Return a continuation of each middle."""
        texts = [middle.decode("utf-8", "replace") for middle in middles]
        return self._way.drafts(self._left, self._right, texts, length, watch)


def _find_way(server: Server, watch: Deadline) -> tuple[Way, str]:
    """Return the protocol that a server understands and the name of its model.

    Raises:
        ModelError: There is no server, or it understands no known protocol.
        TimeIsUp: The server does not answer.
    """
    name = _model_name(server, watch)
    infill = Infill(server)
    try:
        infill.drafts("x = ", "\n", [""], 1, watch)
    except RefusedError as error:
        if error.status not in _MISSING:
            raise
    else:
        return infill, name
    return Completions(server, name, markers_of(name)), name


def _model_name(server: Server, watch: Deadline) -> str:
    path = "/v1/models"
    answer = server.get(path, watch)
    try:
        return str(answer["data"][0]["id"])
    except (KeyError, TypeError, IndexError):
        raise ModelError(f"{server.url}{path} names no model: is it a server for completions?") from None
