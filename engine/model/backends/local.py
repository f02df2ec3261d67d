"""The model in this process."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from quoin.engine.decoding.decoder import Decoder
from quoin.engine.decoding.timing import Cancelled, TimeIsUp
from quoin.engine.model.backends.base import seen, task_of
from quoin.engine.model.fim.tokens import WANTED
from quoin.engine.model.gguf.checks import checked_header
from quoin.engine.model.ipc.messages import CompletionRequest, ModelInfo
from quoin.engine.model.llama.memory_limit import limit_memory, memory_limit
from quoin.engine.model.llama.model import LlamaModel
from quoin.engine.model.prompt.builder import RIGHT_BEHIND_LEFT, PromptBuilder, Surroundings
from quoin.engine.model.prompt.nearby import Nearby, shares_of
from quoin.engine.quotient.vocabulary import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable

    from quoin.engine.decoding.result import Found
    from quoin.engine.decoding.timing import Deadline, Stopwatch
    from quoin.engine.decoding.tokens.ngrams import Ngrams
    from quoin.engine.language import Language
    from quoin.engine.model.backends.reading import PendingView
    from quoin.engine.model.settings import ModelSettings


class LocalModel:
    """A GGUF model that decodes here.

    The process that makes one is kept to the memory that the model may take, from then on.

    Args:
        settings: which model.
        on_progress: told the loaded share, 0 to 1.

    Attributes:
        vocabulary: its tokens.

    Raises:
        ModelError: the model cannot be used.
    """

    def __init__(self, settings: ModelSettings, on_progress: Callable[[float], None]) -> None:
        header = checked_header(settings.file, WANTED)
        limit_memory(memory_limit(settings, header))
        self._model = LlamaModel(settings, on_progress, header)
        self._decoder = Decoder(self._model)
        # On a graphics processor evaluating the right side again is cheap.
        self._moves = not settings.gpu_layers
        most_right = RIGHT_BEHIND_LEFT if self._moves else None
        self._prompts = PromptBuilder(self._model, self._decoder.index, most_right)
        self.vocabulary = Vocabulary(self._model.pieces)
        shares = shares_of(header)
        self._nearby = None
        if shares is not None:
            self._nearby = Nearby(self._prompts.line_tokens, self._model.pieces, shares)

    def prepare(self, language: Language) -> None:
        """Make ready for the masks in a language; other threads may use the model meanwhile.

        Raises:
            EngineError: the engine failed.
        """
        self.vocabulary.prepare(language)

    def find(
        self,
        request: CompletionRequest,
        sides: tuple[bytes, bytes],
        reading: PendingView,
        watch: Deadline,
        clock: Stopwatch,
    ) -> Found | None:
        """Complete at a cursor; see `Backend.find`.

        Raises:
            Cancelled: as the watch says.
            ModelError: the model failed.
            Unwanted, EngineError: as the reading does.
        """
        context = self._model.context_size
        max_tokens = min(request.max_tokens, context // 2)
        # Branches that grow side by side need room, but not all of it as long as each ends soon.
        width = max(request.candidates, request.beams)
        room = max(max_tokens, min(width * max_tokens, context // 4))
        around = Surroundings(request.document, request.path, request.language, request.other_files)
        with clock.measure("prompt"):
            prompt = self._prompts.build(*seen(sides, request), room, around)
            # What comes of it is in the cache then, and the decoder finds it there.
            with suppress(Cancelled, TimeIsUp):
                suffix = prompt.suffix if self._moves else None
                self._model.evaluate_prompt(prompt.tokens, suffix, watch.until(reading.in_vain))
        watch.check_cancelled()
        read = reading.result()
        if read is None:
            return None
        task = task_of(request, sides, prompt.tokens, prompt.given_back, max_tokens)
        task = replace(task, ngrams=self._ngrams(request, sides, prompt.given_back))
        return self._decoder.decode(task, read.guard, watch, clock)

    def _ngrams(
        self, request: CompletionRequest, sides: tuple[bytes, bytes], given_back: bytes
    ) -> Ngrams | None:
        # Without a guarantee it is the model alone that is asked for.
        if self._nearby is None or request.guarantee == "off":
            return None
        others = [text for _, text in request.other_files]
        return self._nearby.ngrams(*seen(sides, request), given_back, others)

    def describe(self, seconds: float) -> ModelInfo:
        """The facts about the model, which took so long to load."""
        model = self._model
        return ModelInfo(
            path=model.path,
            name=model.name,
            architecture=model.architecture,
            parameters=model.parameters,
            size_bytes=model.header.size_bytes,
            context_size=model.context_size,
            vocab_size=len(model.pieces),
            threads=model.threads,
            fim={} if model.fim is None else model.fim.ids,
            fim_order="none" if model.fim is None else model.fim.order,
            load_seconds=seconds,
        )
