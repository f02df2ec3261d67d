"""`quoin/status`: what the server is doing, for clients that say `"status": true`.

The notification is sent at each change, with `state` (`loading`, `ready`, `thinking`, `off` or
`error`), `progress` (0 to 1, while a model is loaded), `message` (one line: with an error, and while a
language of an open file is made ready after the model, which is `loading` as well), `model`
(`name`, `path` and `sizeBytes` of the one that is loaded, else null), `guarantee` (of the last
completion that was offered: `file`, `region` or `none`; null before there was one) and `reason` (why
the last request got nothing: a clause in words, to be read after "no suggestion, because"; null when
something was offered since, or nothing was asked for). A reason that has to do with a setting names it,
as in "the cursor is in a comment (setting suppressIn)".
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from quoin.engine.model import ModelInfo
    from quoin.engine.model.ipc.messages import Guarantee
    from quoin.lsp_server.reasons import Reason

STATUS = "quoin/status"

State = Literal["loading", "ready", "thinking", "off", "error"]


class Status:
    """Follows what happens; `send` gets the parameters of each notification once `open` was called."""

    def __init__(self, send: Callable[[dict[str, Any]], None]) -> None:
        self._send = send
        self._open = False
        self._last: dict[str, Any] | None = None
        self._state: State = "off"
        self._progress = 0.0
        self._message = ""
        self._model: ModelInfo | None = None
        self._guarantee: Guarantee | None = None
        self._reason: Reason | None = None
        self._working = 0
        self._preparing: Counter[str] = Counter()

    def open(self) -> None:
        """Tell the client from now on."""
        self._open = True

    def switched_off(self) -> None:
        """There will be no completions until the settings change."""
        self._model = None
        self._become("off")

    def loading(self, share: float) -> None:
        """A share of a model, 0 to 1, is loaded."""
        self._model = None
        self._progress = round(share, 2)
        self._become("loading")

    def loaded(self, model: ModelInfo) -> None:
        """A model is ready."""
        self._model = model
        self._rest()

    def begin_preparing(self, language: str) -> None:
        """A language is made ready; until that is done, no key in its files is answered."""
        self._preparing[language] += 1
        self._rest_again()

    def end_preparing(self, language: str) -> None:
        """That has come to its end, well or not."""
        self._preparing -= Counter([language])
        self._rest_again()

    def failed(self, message: str) -> None:
        """Something does not work; with no model loaded nothing will, until the settings change."""
        self._message = message
        self._become("error")

    def begin(self) -> None:
        """The model is asked for a completion."""
        self._working += 1
        self._become("thinking")

    def end(self, guarantee: Guarantee | None) -> None:
        """One of the completions that began has come to its end; `guarantee` is None if none was found."""
        self._working -= 1
        self._guarantee = guarantee or self._guarantee
        if self._state == "thinking":
            self._rest()

    def _rest(self) -> None:
        """Nothing has gone wrong, and there is a model: what it is busy with counts."""
        self._become("thinking" if self._working else "loading" if self._preparing else "ready")

    def _rest_again(self) -> None:
        if self._model is not None and self._state in {"loading", "ready"}:
            self._rest()

    def explain(self, reason: Reason | None) -> None:
        """Take note why the last request got nothing; None where something is offered."""
        self._reason = reason
        self._say()

    def _become(self, state: State) -> None:
        self._state = state
        self._say()

    def _say(self) -> None:
        if self._open and (said := self._describe()) != self._last:
            self._last = said
            self._send(said)

    def _describe(self) -> dict[str, Any]:
        model = self._model
        said: dict[str, Any] = {"state": self._state, "model": None, "guarantee": self._guarantee}
        said["reason"] = None if self._reason is None else self._reason.told
        if model is not None:
            said["model"] = {"name": model.name, "path": str(model.path), "sizeBytes": model.size_bytes}
        if self._state == "loading" and model is None:
            said["progress"] = self._progress
        elif self._state == "loading":
            said["message"] = f"preparing {', '.join(sorted(self._preparing))}"
        if self._state == "error":
            said["message"] = self._message
        return said
