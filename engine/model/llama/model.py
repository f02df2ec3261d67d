"""A GGUF model in llama.cpp, through llama-cpp-python's C functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quoin.engine.errors import ModelError
from quoin.engine.model.fim.tokens import WANTED, FimTokens, find_fim_tokens, without_fim_message
from quoin.engine.model.gguf.checks import checked_header
from quoin.engine.model.llama.context import Context
from quoin.engine.model.llama.library import error_log, load_library
from quoin.engine.model.llama.threads import default_threads
from quoin.engine.model.llama.vocabulary import LlamaVocabulary

if TYPE_CHECKING:
    import ctypes
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from quoin.engine.decoding.model import Floats
    from quoin.engine.decoding.timing import Deadline
    from quoin.engine.model.gguf.header import GgufHeader
    from quoin.engine.model.settings import ModelSettings

BATCH = 128
"""Most tokens evaluated at once. Larger batches are hardly faster and answer a cancellation later, since
llama.cpp asks whether to go on only between two operations on the whole batch."""

GPU_BATCH = 512
"""The same with layers on a graphics processor, which is asked between batches alone."""

_LEAST_BATCH = 32
_LONGEST_OPERATION = 0.03
"""Seconds that one operation may take by a low guess: so long a cancellation may wait."""

_STEPS_A_SECOND = 60e9
"""That guess, for each thread. A token takes two steps for each of a matrix's numbers."""


class LlamaModel:
    """A loaded model and its one context.

    Args:
        settings: which file, and how.
        on_progress: told the loaded share, 0 to 1, while loading.
        header: of the file, where `checked_header` has given it already.

    Attributes:
        path: of the file.
        header: of the file.
        fim: the fill-in-the-middle markers; None where the model has none and may be used all the same.
        vocabulary: its tokens.
        context_size: tokens of prompt and completion together.
        threads: threads that compute.

    Raises:
        ModelError: llama.cpp is not usable, or the file is not.
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
        """llama.cpp's name for the model's architecture."""
        return self.header.text("general.architecture") or "unknown"

    @property
    def name(self) -> str:
        """The model's own name for itself, or the file's."""
        return self.header.text("general.name") or self.path.stem

    @property
    def parameters(self) -> int:
        """Number of weights."""
        return int(self._library.llama_model_n_params(self._model))

    @property
    def evaluated(self) -> int:
        """Tokens that were evaluated so far."""
        return self._context.evaluated

    @property
    def pieces(self) -> list[bytes]:
        """Bytes of each token; empty for control tokens."""
        return self.vocabulary.pieces

    @property
    def ends(self) -> frozenset[int]:
        """Tokens that end a text; the markers are among them, since they end a middle."""
        return self.vocabulary.ends

    @property
    def start(self) -> list[int]:
        """Tokens that each prompt begins with."""
        return self.vocabulary.start

    def tokenise(self, text: bytes, *, starts: bool = False) -> list[int]:
        """The tokens of a text; see `LlamaVocabulary.tokenise`."""
        return self.vocabulary.tokenise(text, starts=starts)

    def evaluate(self, tokens: Sequence[int], watch: Deadline) -> Floats:
        """Logits of the token after `tokens`, shape (vocabulary,); valid until the next call.

        Raises:
            Cancelled, TimeIsUp: as the watch says, also in the middle of the work.
            ModelError: there are no tokens, more than the context holds, or llama.cpp fails.
        """
        return self._context.evaluate(tokens, watch)

    def evaluate_prompt(self, tokens: Sequence[int], suffix: int | None, watch: Deadline) -> Floats:
        """The same for a prompt whose suffix, from an index on, stands behind the prefix.

        What the cache holds of the suffix is moved to its place where the prefix has changed in a few tokens,
        so that only those are evaluated. The logits then differ a little from those of `evaluate`.

        Args:
            tokens: the prompt.
            suffix: where its suffix begins; None where none is to be moved.
            watch: ends the work early.

        Raises:
            Cancelled, TimeIsUp, ModelError: as `evaluate` does.
        """
        return self._context.evaluate_prompt(tokens, suffix, watch)

    def fitting(self, texts: Sequence[Sequence[int]]) -> int:
        """How many of the first of some texts can be evaluated together; one at least."""
        return self._context.fitting(texts)

    def evaluate_all(self, texts: Sequence[Sequence[int]], watch: Deadline) -> list[Floats]:
        """Logits of the tokens after some texts, together where `fitting` allows it.

        Returns:
            An array for each text, shape (vocabulary,); valid until the next call. Batches round otherwise
            than single texts do: about a hundredth of a logit.

        Raises:
            Cancelled, TimeIsUp, ModelError: as `evaluate` does.
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
        """Numbers in the largest matrix of a layer."""
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
    """Tokens to evaluate at once with matrices of so many numbers, so that cancelling stops it soon."""
    tokens = _LONGEST_OPERATION * _STEPS_A_SECOND * threads / (2 * max(1, matrix))
    return int(min(BATCH, max(_LEAST_BATCH, tokens)))
