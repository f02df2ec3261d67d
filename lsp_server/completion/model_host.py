"""The owner of the model's worker, which is loaded in the background and replaced when settings change.

A worker that dies is started again by the next request (see `quoin.engine.model.ModelClient`). A worker that
dies repeatedly counts as broken until its settings change, so that a hostile file cannot keep the machine
busy.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from quoin.engine.model import ModelClient, ModelError, ModelInfo, ModelSettings
from quoin.engine.model.client.prestart import end_spare
from quoin.lsp_server.completion.tasks import unwatched
from quoin.lsp_server.logs import describe, log

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    from quoin.lsp_server.notifications.progress import LoadListener
    from quoin.lsp_server.settings.settings import Settings


def model_settings(settings: Settings) -> ModelSettings:
    """Select the settings that the worker needs."""
    return ModelSettings(
        path=settings.model_path,
        context_size=settings.context_size,
        threads=settings.threads,
        gpu_layers=settings.gpu_layers,
        without_fim=settings.without_fim,
        memory_limit=settings.memory_limit_mb,
        remote_url=settings.remote_url,
    )


class ModelHost:
    """Owns at most one worker.

    Args:
        listen: makes a listener for each load.
        on_loaded: gets the model that has been loaded.
        on_failure: gets one message for the user when a model cannot be used.
        on_crash: is called when the worker has died and may be started again.
        spare: a process for the first worker, if one was started already.
    """

    def __init__(
        self,
        listen: Callable[[], LoadListener],
        on_loaded: Callable[[ModelInfo], None],
        on_failure: Callable[[str], None],
        on_crash: Callable[[], None],
        spare: subprocess.Popen[bytes] | None = None,
    ) -> None:
        self._listen = listen
        self._on_loaded = on_loaded
        self._on_failure = on_failure
        self._on_crash = on_crash
        self._spare = spare
        self._wanted: ModelSettings | None = None
        self._loading: asyncio.Task[ModelClient] | None = None
        self._closing: set[asyncio.Task[None]] = set()

    def use(self, wanted: ModelSettings | None) -> None:
        """Load a model in the background, unless it is in use already; None unloads the model."""
        if wanted is None:
            self._end_spare()
        if wanted == self._wanted:
            return
        self._drop()
        self._wanted = wanted
        if wanted is not None:
            self._loading = self._start(wanted)

    @property
    def is_loading(self) -> bool:
        """Whether a model is being loaded."""
        return self._loading is not None and not self._loading.done()

    async def client(self) -> ModelClient:
        """Return the worker after its load; cancelling this call does not cancel the load.

        Raises:
            ModelError: the model cannot be used; the user has been notified.
        """
        if self._loading is None:
            raise ModelError("no model has been chosen")
        return self._loading.result() if self._loading.done() else await asyncio.shield(self._loading)

    def loaded(self) -> ModelClient | None:
        """Return the worker if it is loaded, else None."""
        loading = self._loading
        if loading is None or not loading.done() or loading.cancelled() or loading.exception():
            return None
        return loading.result()

    def failed(self, client: ModelClient, error: ModelError) -> None:
        """Record that a request failed; a worker that dies repeatedly is no longer used."""
        if client.given_up:
            if self.loaded() is not client:
                return
            self._drop()
            self._loading = unwatched(_fail(error))
        elif client.pid is None:
            log.warning("the model's process is started again for the next request: %s", error)
            return
        self._on_failure(str(error))

    async def close(self) -> None:
        """End the worker."""
        self._drop()
        self._end_spare()
        await asyncio.gather(*self._closing, return_exceptions=True)

    def _end_spare(self) -> None:
        spare, self._spare = self._spare, None
        if spare is not None:
            end_spare(spare)

    def _start(self, wanted: ModelSettings) -> asyncio.Task[ModelClient]:
        return unwatched(self._load(wanted))

    async def _load(self, wanted: ModelSettings) -> ModelClient:
        listener = self._listen()
        spare, self._spare = self._spare, None
        client = ModelClient(on_progress=listener.progressed, on_crash=self._on_crash, spare=spare)
        outcome = "cancelled"
        try:
            info = await client.start(wanted)
        except ModelError as error:
            outcome = "failed"
            self._on_failure(str(error))
            await client.close()
            raise
        except BaseException:
            await client.close()
            raise
        else:
            outcome = "loaded"
            log.info("%s", describe_model(info))
            self._on_loaded(info)
            return client
        finally:
            listener.finished(outcome)

    def _drop(self) -> None:
        if self._loading is not None:
            task = asyncio.ensure_future(_close(self._loading))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)
            self._loading = None


async def _fail(error: ModelError) -> ModelClient:
    raise error


async def _close(loading: asyncio.Task[ModelClient]) -> None:
    loading.cancel()
    with contextlib.suppress(ModelError, asyncio.CancelledError):
        client = await loading
        try:
            await client.close()
        except OSError as error:
            log.warning("the model's process did not end well: %s", describe(error))


def describe_model(info: ModelInfo) -> str:
    """Describe a model in one line."""
    if not info.vocab_size:
        return f"model {info.name} answers after {info.load_seconds:.2f} s"
    return (
        f"model {info.name} ({info.architecture}, {info.parameters / 1e6:.1f} M parameters, "
        f"{info.vocab_size} tokens, context {info.context_size}) loaded in {info.load_seconds:.2f} s"
    )
