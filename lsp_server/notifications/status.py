"""`quoin/status`, the server's state, for clients that send the option `"status": true`.

The notification is sent at each change, with these parameters:

- `state`: `loading`, `ready`, `thinking`, `off` or `error`.
- `progress`: the share of the model that is loaded, 0 to 1; only during its load.
- `message`: one line; only with an error, and while a language of an open file is prepared after the
  model's load, when the state is `loading` as well.
- `model`: `name`, `path` and `sizeBytes` of the loaded model, else null.
- `guarantee`: that of the last offered completion: `file`, `region` or `none`; null before the first.
- `reason`: the reason why the last request got no completion, a clause to be read after "no suggestion,
  because"; null if a completion has been offered since, or none was requested. The reason names a setting
  that can change the outcome, as in "the cursor is in a comment (setting suppressIn)".
- `promise`: what is promised of completions in the document of the last request, by its language, as in "TOML
  1.0, exactly as CPython's tomllib takes it"; null before the first request and for other documents.
- `part`: the language of the part of the document in which the last request was, if it is another one than
  the document's, as that of a script in a file of HTML; else null. `guarantee` and `promise` are about the
  part alone then.
- `document`: the URI of the document of the last request, which `guarantee`, `reason`, `promise` and
  `remarks` are about; null before the first request.
- `remarks`: what the last offered completion does with names, and takes as present: clauses to be read after
  "it", as in "binds `total`, which line 14 reads".
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from quoin.engine.model import ModelInfo
    from quoin.engine.model.ipc.messages import Guarantee
    from quoin.lsp_server.reasons import Reason

STATUS = "quoin/status"

State = Literal["loading", "ready", "thinking", "off", "error"]


class Status:
    """Keeps the server's state; after a call of `open`, `send` gets each notification's parameters."""

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
        self._remarks: list[str] = []
        self._promise: str | None = None
        self._part: str | None = None
        self._document: str | None = None
        self._working = 0
        self._preparing: Counter[str] = Counter()

    def open(self) -> None:
        """Send notifications from now on."""
        self._open = True

    def switched_off(self) -> None:
        """Note that completions are off until the settings change."""
        self._model = None
        self._become("off")

    def loading(self, share: float) -> None:
        """Note that a share of a model, 0 to 1, is loaded."""
        self._model = None
        self._progress = round(share, 2)
        self._become("loading")

    def loaded(self, model: ModelInfo) -> None:
        """Note that a model is ready."""
        self._model = model
        self._rest()

    def begin_preparing(self, language: str) -> None:
        """Note that a language is being prepared; requests in its files wait for that."""
        self._preparing[language] += 1
        self._rest_again()

    def end_preparing(self, language: str) -> None:
        """Note that one request waits no more for a language, prepared or not."""
        self._preparing -= Counter([language])
        self._rest_again()

    def prepared(self, language: str) -> None:
        """Note that a language is ready, whoever else has not yet woken from waiting for it."""
        if self._preparing.pop(language, 0):
            self._rest_again()

    def failed(self, message: str) -> None:
        """Note an error; if no model is loaded, it lasts until the settings change."""
        self._message = message
        self._become("error")

    def begin(self) -> None:
        """Note that the model is asked for a completion."""
        self._working += 1
        self._become("thinking")

    def end(self, guarantee: Guarantee | None) -> None:
        """Note that a request to the model has ended; `guarantee` is None if it found no completion."""
        self._working -= 1
        self._guarantee = guarantee or self._guarantee
        if self._state == "thinking":
            self._rest()

    def _rest(self) -> None:
        """Set the state of a loaded model without an error, by its work under way."""
        self._become("thinking" if self._working else "loading" if self._preparing else "ready")

    def _rest_again(self) -> None:
        if self._model is not None and self._state in {"loading", "ready"}:
            self._rest()

    def asked(self, document: str, promise: str | None, part: str | None) -> None:
        """Note the document of the request that is answered next, and what is promised there.

        `part` is the language of the part of the document that the request was in, if it is another one.
        """
        self._document, self._promise, self._part = document, promise, part

    def explain(self, reason: Reason) -> None:
        """Note why the last request got no completion."""
        self._reason, self._remarks = reason, []
        self._say()

    def offered(self, remarks: Sequence[str]) -> None:
        """Note that a completion is offered, and what it does with names."""
        self._reason, self._remarks = None, list(remarks)
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
        said["remarks"] = self._remarks
        said["promise"] = self._promise
        said["part"] = self._part
        said["document"] = self._document
        if model is not None:
            said["model"] = {"name": model.name, "path": str(model.path), "sizeBytes": model.size_bytes}
        if self._state == "loading" and model is None:
            said["progress"] = self._progress
        elif self._state == "loading":
            said["message"] = f"preparing {', '.join(sorted(self._preparing))}"
        if self._state == "error":
            said["message"] = self._message
        return said
