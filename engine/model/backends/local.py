"""A local model runs in this process."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from quoin.engine.decoding.decoder import Decoder
from quoin.engine.decoding.timing import Cancelled, TimeIsUp
from quoin.engine.model.backends.base import clashes_of, is_by_columns, members_of, seen, task_of
from quoin.engine.model.fim.tokens import WANTED
from quoin.engine.model.gguf.checks import checked_header
from quoin.engine.model.ipc.messages import CompletionRequest, ModelInfo
from quoin.engine.model.llama.memory_limit import limit_memory, memory_limit
from quoin.engine.model.llama.model import LlamaModel
from quoin.engine.model.prompt.builder import RIGHT_AFTER_LEFT, Prompt, PromptBuilder, Surroundings
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
    """A GGUF model that is evaluated in this process.

    Creating one limits the memory of the whole process, permanently, to what the model may take.

    Args:
        settings: The settings, which name the model file.
        on_progress: Called with the loaded share, 0 to 1.

    Attributes:
        vocabulary: The tokens of the model.

    Raises:
        ModelError: The model cannot be used.
    """

    def __init__(self, settings: ModelSettings, on_progress: Callable[[float], None]) -> None:
        header = checked_header(settings.file, WANTED)
        limit_memory(memory_limit(settings, header))
        self._model = LlamaModel(settings, on_progress, header)
        self._decoder = Decoder(self._model)
        # On a graphics processor it is cheap to evaluate the right side again, so its cache is not moved.
        self._moves = not settings.gpu_layers
        most_right = RIGHT_AFTER_LEFT if self._moves else None
        # The last request's prompt and its time limit, if the work on it was ended before it was evaluated.
        self._unfinished: tuple[Prompt, float] | None = None
        self._prompts = PromptBuilder(self._model, self._decoder.index, most_right)
        self.vocabulary = Vocabulary(self._model.pieces)
        shares = shares_of(header)
        self._nearby = None
        if shares is not None:
            self._nearby = Nearby(self._prompts.line_tokens, self._model.pieces, shares)

    def prepare(self, language: Language) -> None:
        """Prepare the masks for a language; other threads may use the model at the same time.

        Raises:
            EngineError: The engine failed.
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
            Cancelled: The caller gave up.
            ModelError: The model failed.
            Unwanted, EngineError: The analysis of the file raised it.
        """
        context = self._model.context_size
        max_tokens = min(request.max_tokens, context // 2)
        # Candidates and beams that grow in parallel share the room; few of them reach their full length.
        width = max(request.candidates, request.beams)
        room = max(max_tokens, min(width * max_tokens, context // 4))
        around = Surroundings(request.document, request.path, request.language, request.other_files)
        with clock.measure("prompt"):
            prompt = self._prompts.build(*seen(sides, request), room, around)
            self._evaluate(prompt, request.max_seconds, watch.until(reading.in_vain))
        if reading.in_vain():
            self._unfinished = None
        watch.check_cancelled()
        read = reading.result()
        if read is None:
            return None
        task = task_of(request, sides, prompt.tokens, prompt.given_back, max_tokens)
        ngrams = self._ngrams(request, sides, prompt.given_back)
        members, by_columns = members_of(request, sides, read.view), is_by_columns(read.view)
        clashes = clashes_of(sides, read.view) if request.unasked else None
        task = replace(task, ngrams=ngrams, members=members, clashes=clashes)
        task = replace(task, by_columns=by_columns, headings=prompt.headings)
        return self._decoder.decode(task, read.guard, watch, clock)

    def finish(self, watch: Deadline) -> None:
        """Evaluate the rest of the last prompt, if its request ended before; see `Backend.finish`.

        Raises:
            ModelError: The model failed.
        """
        if self._unfinished is not None:
            prompt, seconds = self._unfinished
            self._evaluate(prompt, seconds, watch.within(seconds))

    def _evaluate(self, prompt: Prompt, seconds: float, watch: Deadline) -> None:
        """Evaluate a prompt as far as the watch allows; it stays in the model's cache for the decoder."""
        self._unfinished = None
        try:
            self._model.evaluate_prompt(prompt.tokens, prompt.suffix if self._moves else None, watch)
        except (Cancelled, TimeIsUp):
            self._unfinished = prompt, seconds

    def _ngrams(
        self, request: CompletionRequest, sides: tuple[bytes, bytes], given_back: bytes
    ) -> Ngrams | None:
        # Without a guarantee only the model decides, so no n-grams are mixed in.
        if self._nearby is None or request.guarantee == "off":
            return None
        others = [text for _, text in request.other_files]
        return self._nearby.ngrams(*seen(sides, request), given_back, others)

    def describe(self, seconds: float) -> ModelInfo:
        """Return the facts about the model; `seconds` is the time that loading it took."""
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
