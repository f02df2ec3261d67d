"""A `LlamaModel` is a GGUF model in llama.cpp, called through the C functions of llama-cpp-python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quoin.engine.errors import ModelError
from quoin.engine.model.fim.tokens import WANTED, FimTokens, find_fim_tokens, without_fim_message
from quoin.engine.model.gguf.checks import checked_header
from quoin.engine.model.llama.context import Context
from quoin.engine.model.llama.library import error_log, load_library
from quoin.engine.model.llama.threads import default_threads
from quoin.engine.model.llama.vocabulary import LlamaVocabulary
from quoin.engine.util.quotes import quoted

if TYPE_CHECKING:
    import ctypes
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from quoin.engine.decoding.model import Floats
    from quoin.engine.decoding.timing import Deadline
    from quoin.engine.model.gguf.header import GgufHeader
    from quoin.engine.model.settings import ModelSettings

BATCH = 128
"""The maximum number of tokens in a batch. Larger batches are hardly faster, and they delay a cancellation,
because llama.cpp asks whether to continue only between two operations on the whole batch."""

GPU_BATCH = 512
"""The maximum number of tokens in a batch when layers are on a graphics processor, where llama.cpp asks
whether to continue only between batches."""

_LEAST_BATCH = 32
_LONGEST_OPERATION = 0.03
"""The longest time in seconds that one operation may take by a low estimate of the speed. It bounds the delay
of a cancellation."""

_STEPS_A_SECOND = 60e9
"""The low estimate of the speed: steps per second and thread. A token takes two steps for each number of a
matrix."""


class LlamaModel:
    """A loaded model and its one context.

    Args:
        settings: Which file to load, and how.
        on_progress: A function that is called with the loaded share, from 0 to 1, while the model is loading.
        header: The header of the file, if `checked_header` has already returned it.

    Attributes:
        path: The path of the file.
        header: The header of the file.
        fim: The fill-in-the-middle markers. None if the model has none and may be used without them.
        vocabulary: The tokens of the model.
        context_size: The number of tokens of prompt and completion together.
        threads: The number of threads that compute.

    Raises:
        ModelError: llama.cpp or the file is not usable.
    """

    def __init__(
        self,
        settings: ModelSettings,
        on_progress: Callable[[float], None],
        header: GgufHeader | None = None,
    ) -> None:
        self.path: Path = settings.file
        self.header = checked_header(self.path, WANTED) if header is None else header
        self.fim: FimTokens | None = self._find_fim(settings)
        self.threads = settings.threads or default_threads()
        self._library = load_library()
        self._log = error_log()
        self._model = self._load(settings, on_progress)
        vocab = self._library.llama_model_get_vocab(self._model)
        self.vocabulary = LlamaVocabulary(self._library, vocab, self.header, self.fim)
        batch = GPU_BATCH if settings.gpu_layers else batch_size(self._largest_matrix(), self.threads)
        self._context = Context(self._model, settings.context_size, batch, self.threads, self.vocabulary.size)
        self.context_size = self._context.size

    @property
    def architecture(self) -> str:
        """The name that llama.cpp gives the model's architecture."""
        return self.header.text("general.architecture") or "unknown"

    @property
    def name(self) -> str:
        """The name in the file's metadata, or the name of the file if there is none."""
        return quoted(self.header.text("general.name") or self.path.stem)

    @property
    def parameters(self) -> int:
        """The number of weights."""
        return int(self._library.llama_model_n_params(self._model))

    @property
    def evaluated(self) -> int:
        """The number of tokens that have been evaluated."""
        return self._context.evaluated

    @property
    def pieces(self) -> list[bytes]:
        """The bytes of each token. They are empty for control tokens."""
        return self.vocabulary.pieces

    @property
    def ends(self) -> frozenset[int]:
        """The tokens that end a text. The markers are among them, because they end a middle."""
        return self.vocabulary.ends

    @property
    def start(self) -> list[int]:
        """The tokens that each prompt begins with."""
        return self.vocabulary.start

    def tokenise(self, text: bytes, *, starts: bool = False) -> list[int]:
        """Return the tokens of a text; see `LlamaVocabulary.tokenise`."""
        return self.vocabulary.tokenise(text, starts=starts)

    def evaluate(self, tokens: Sequence[int], watch: Deadline) -> Floats:
        """Return the logits of the token after `tokens`, shape (vocabulary,), valid until the next call.

        Raises:
            Cancelled, TimeIsUp: The watch ended the work, possibly in the middle of a batch.
            ModelError: There are no tokens, there are more than the context holds, or llama.cpp failed.
        """
        return self._context.evaluate(tokens, watch)

    def evaluate_prompt(self, tokens: Sequence[int], suffix: int | None, watch: Deadline) -> Floats:
        """Return the logits of the token after a prompt, whose suffix may be moved inside the cache.

        If the prefix before the suffix has changed in only a few tokens, the part of the suffix that the
        cache holds is moved to its new position, and only the changed tokens are evaluated. The logits then
        differ a little from those of `evaluate`.

        Args:
            tokens: The prompt.
            suffix: The index at which its suffix begins. None if no suffix may be moved.
            watch: The deadline, which ends the work early.

        Returns:
            The logits, shape (vocabulary,), valid until the next call.

        Raises:
            Cancelled, TimeIsUp, ModelError: As `evaluate` raises them.
        """
        return self._context.evaluate_prompt(tokens, suffix, watch)

    def fitting(self, texts: Sequence[Sequence[int]]) -> int:
        """Return how many of the first texts can be evaluated together; this is at least one."""
        return self._context.fitting(texts)

    def evaluate_all(self, texts: Sequence[Sequence[int]], watch: Deadline) -> list[Floats]:
        """Return the logits of the token after each text, evaluated together where `fitting` allows it.

        Returns:
            An array for each text, shape (vocabulary,), valid until the next call. The rounding in batches
            differs from that of single texts, by a tenth of a logit or two where weights have eight bits.

        Raises:
            Cancelled, TimeIsUp, ModelError: As `evaluate` raises them.
        """
        return self._context.evaluate_all(texts, watch)

    def close(self) -> None:
        """Free the model's memory."""
        self._context.close()
        self._library.llama_model_free(self._model)

    def _load(self, settings: ModelSettings, on_progress: Callable[[float], None]) -> Any:  # noqa: ANN401
        parameters = self._library.llama_model_default_params()
        parameters.n_gpu_layers = settings.gpu_layers

        def report(share: float, _data: ctypes.c_void_p) -> bool:
            on_progress(share)
            return True

        callback = self._library.llama_progress_callback(report)
        parameters.progress_callback = callback
        self._log.clear()
        model = self._library.llama_model_load_from_file(str(self.path).encode(), parameters)
        if not model:
            raise ModelError(f"llama.cpp cannot load {self.path}: {self._log.reason}")
        return model

    def _largest_matrix(self) -> int:
        """Return the number of weights in the largest matrix of a layer."""
        width, inner = (
            self.header.metadata.get(f"{self.architecture}.{name}_length")
            for name in ("embedding", "feed_forward")
        )
        width = width if isinstance(width, int) else 1
        return width * (inner if isinstance(inner, int) else 4 * width)

    def _find_fim(self, settings: ModelSettings) -> FimTokens | None:
        fim = find_fim_tokens(self.header, self.path)
        if fim is None and not settings.without_fim:
            raise ModelError(without_fim_message(self.path))
        return fim


def batch_size(matrix: int, threads: int) -> int:
    """Return the batch size at which a cancellation takes effect soon.

    Args:
        matrix: The number of weights in the largest matrix.
        threads: The number of threads that compute.
    """
    tokens = _LONGEST_OPERATION * _STEPS_A_SECOND * threads / (2 * max(1, matrix))
    return int(min(BATCH, max(_LEAST_BATCH, tokens)))
