"""A GGUF model in llama.cpp, through llama-cpp-python's C functions.

The key-value cache keeps what was evaluated last (see `engine.model.cache`). So a prompt costs what is new
in it, and so does going back to a branch.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.model.cache import SEQUENCES, Cache
from engine.model.errors import ModelError
from engine.model.fim import FimTokens, find_fim_tokens, without_fim_message
from engine.model.header_checks import checked_header
from engine.model.llama_library import error_log, load_library
from engine.model.llama_vocabulary import LlamaVocabulary
from engine.model.threads import default_threads

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from engine.decoding.interfaces import Floats
    from engine.decoding.watch import Watch
    from engine.model.cache import Held
    from engine.model.gguf_header import GgufHeader
    from engine.model.settings import ModelSettings

BATCH = 128
"""Most tokens evaluated at once. Larger batches are hardly faster and answer a cancellation later, since
llama.cpp asks whether to go on only between two operations on the whole batch."""

GPU_BATCH = 512
"""The same with layers on a graphics processor, which is asked between batches alone."""

_LEAST_BATCH = 32
_LONGEST_OPERATION = 0.05
"""Seconds that one operation may take by a low guess: so long a cancellation may wait."""

_STEPS_A_SECOND = 60e9
"""That guess, for each thread. A token takes two steps for each of a matrix's numbers."""

_FULL, _ABORTED = 1, 2


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
        self.header = checked_header(self.path) if header is None else header
        self.fim: FimTokens | None = self._find_fim(settings)
        self.threads = settings.threads or default_threads()
        self._library = load_library()
        self._log = error_log()
        self._watch: Watch | None = None
        self._model = self._load(settings, on_progress)
        vocab = self._library.llama_model_get_vocab(self._model)
        self.vocabulary = LlamaVocabulary(self._library, vocab, self.header, self.fim)
        self._row = ctypes.c_float * self.vocabulary.size
        self._batch = GPU_BATCH if settings.gpu_layers else batch_size(self._largest_matrix(), self.threads)
        self._context = self._make_context(settings)
        self.context_size: int = self._library.llama_n_ctx(self._context)
        memory = self._library.llama_get_memory(self._context)
        self._cache = Cache(self._library, memory, self._library.llama_n_seq_max(self._context))
        # A small context has small batches.
        self._batch = min(self._batch, int(self._library.llama_n_batch(self._context)))
        self._inputs = self._library.llama_batch_init(self._batch, 0, 1)

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

    def evaluate(self, tokens: Sequence[int], watch: Watch) -> Floats:
        """Logits of the token after `tokens`, shape (vocabulary,); valid until the next call.

        Raises:
            Cancelled, TimeIsUp: as the watch says, also in the middle of the work.
            ModelError: there are no tokens, more than the context holds, or llama.cpp fails.
        """
        if not 0 < len(tokens) <= self.context_size:
            raise ModelError(f"{len(tokens)} tokens do not fit the context of {self.context_size}")
        # The last token is always evaluated, since its logits are what is asked for.
        held = self._cache.begin(tokens)
        for start in range(len(held.tokens), len(tokens), self._batch):
            watch.check()
            self._decode(held, tokens[start : start + self._batch], watch)
        logits = self._library.llama_get_logits_ith(self._context, -1)
        if not logits:
            raise ModelError(f"llama.cpp has no logits: {self._log.reason}")
        row: Any = self._row.from_address(ctypes.addressof(logits.contents))
        return np.frombuffer(row, dtype=np.float32)

    def close(self) -> None:
        """Free the model's memory."""
        self._library.llama_batch_free(self._inputs)
        self._library.llama_free(self._context)
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

    def _make_context(self, settings: ModelSettings) -> Any:  # noqa: ANN401
        trained: int = self._library.llama_model_n_ctx_train(self._model)
        parameters = self._library.llama_context_default_params()
        parameters.n_ctx = min(settings.context_size, trained or settings.context_size)
        parameters.n_batch = parameters.n_ubatch = self._batch
        # A recurrent state is one whole: it has no beginnings that could be shared.
        is_recurrent, is_hybrid = self._library.llama_model_is_recurrent, self._library.llama_model_is_hybrid
        parameters.n_seq_max = 1 if is_recurrent(self._model) or is_hybrid(self._model) else SEQUENCES
        parameters.kv_unified = True
        parameters.n_threads = parameters.n_threads_batch = self.threads
        # llama.cpp keeps only the address: the callback must live as long as the context.
        self._abort = self._library.ggml_abort_callback(self._interrupted)
        parameters.abort_callback = self._abort
        self._log.clear()
        context = self._library.llama_init_from_model(self._model, parameters)
        if not context:
            raise ModelError(f"llama.cpp cannot use {self.path}: {self._log.reason}")
        return context

    def _largest_matrix(self) -> int:
        """Numbers in the largest matrix of a layer."""
        width, inner = (
            self.header.metadata.get(f"{self.architecture}.{name}_length")
            for name in ("embedding", "feed_forward")
        )
        width = width if isinstance(width, int) else 1
        return width * (inner if isinstance(inner, int) else 4 * width)

    def _interrupted(self, _data: ctypes.c_void_p) -> bool:
        return self._watch is not None and self._watch.interrupted()

    def _decode(self, held: Held, tokens: Sequence[int], watch: Watch) -> None:
        """Append a batch to a sequence."""
        self._fill(held, tokens)
        self._log.clear()
        self._watch = watch
        try:
            status = self._library.llama_decode(self._context, self._inputs)
            if status == _FULL and self._cache.forget_others(held):
                status = self._library.llama_decode(self._context, self._inputs)
        finally:
            self._watch = None
        if status != 0:
            # A part of the batch may be in the cache.
            self._cache.forget(held, len(held.tokens))
            if status == _ABORTED:
                watch.check()
            raise ModelError(f"llama.cpp failed with status {status}: {self._log.reason}")
        held.tokens.extend(tokens)

    def _fill(self, held: Held, tokens: Sequence[int]) -> None:
        """Write a batch for llama.cpp; logits are wanted for its last token."""
        batch, last, before = self._inputs, len(tokens) - 1, len(held.tokens)
        batch.n_tokens = len(tokens)
        for place, token in enumerate(tokens):
            batch.token[place] = token
            batch.pos[place] = before + place
            batch.n_seq_id[place] = 1
            batch.seq_id[place][0] = held.number
            batch.logits[place] = place == last

    def _find_fim(self, settings: ModelSettings) -> FimTokens | None:
        fim = find_fim_tokens(self.header, self.path)
        if fim is None and not settings.without_fim:
            raise ModelError(without_fim_message(self.path))
        return fim


def batch_size(matrix: int, threads: int) -> int:
    """Tokens to evaluate at once with matrices of so many numbers, so that cancelling stops it soon."""
    tokens = _LONGEST_OPERATION * _STEPS_A_SECOND * threads / (2 * max(1, matrix))
    return int(min(BATCH, max(_LEAST_BATCH, tokens)))
