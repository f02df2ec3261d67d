"""A `Context` evaluates texts with a model in llama.cpp.

The key-value cache keeps the most recently evaluated texts (see `quoin.engine.model.llama.kv_cache`). The
cost of a prompt is therefore that of its new tokens, also after a return to an earlier branch. Branches of
one text are evaluated together, with one token of each in a batch, so that a processor reads the weights once
for all of them.
"""

from __future__ import annotations

import ctypes
from array import array
from typing import TYPE_CHECKING, Any

import numpy as np

from quoin.engine.errors import ModelError
from quoin.engine.model.llama.batch import Batch
from quoin.engine.model.llama.interrupter import Interrupter
from quoin.engine.model.llama.kv_cache import SEQUENCES, Cache
from quoin.engine.model.llama.library import error_log, load_library
from quoin.engine.util.affixes import common_beginning

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from quoin.engine.decoding.model import Floats, Tokens
    from quoin.engine.decoding.timing import Deadline
    from quoin.engine.model.llama.kv_cache import Held

_FULL, _ABORTED = 1, 2

_TO_ADDRESS = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32)
"""The type of `llama_get_logits_ith` with a number as its result, not a pointer that would have to be
unpacked."""

_KEPT_ROWS = 64

_NOTHING = array("i")


class NoRoomError(Exception):
    """The cache has no room for a batch, though it holds nothing else."""


class Context:
    """A context of a loaded model.

    Args:
        model: The model's handle in llama.cpp.
        size: The maximum number of tokens of prompt and completion together. A model trained with a smaller
            context lowers it.
        batch: The maximum number of tokens in a batch.
        threads: The number of threads that compute.
        vocabulary: The number of tokens in the vocabulary.

    Attributes:
        size: The maximum number of tokens of prompt and completion together.
        evaluated: The number of tokens that have been evaluated.

    Raises:
        ModelError: llama.cpp cannot make the context.
    """

    def __init__(self, model: Any, size: int, batch: int, threads: int, vocabulary: int) -> None:  # noqa: ANN401
        self._library = load_library()
        self._log = error_log()
        self.evaluated = 0
        # This is the text whose logits llama.cpp holds.
        self._evaluated = _NOTHING
        self._row = ctypes.c_float * vocabulary
        self._rows: dict[int, Floats] = {}
        self._address_of_logits = ctypes.cast(self._library.llama_get_logits_ith, _TO_ADDRESS)
        self._handle = self._make(model, size, batch, threads)
        self.size: int = self._library.llama_n_ctx(self._handle)
        memory = self._library.llama_get_memory(self._handle)
        self._sequences: int = self._library.llama_n_seq_max(self._handle)
        self._cache = Cache(self._library, memory, self._sequences)
        self._can_move = self._sequences > 1 and bool(self._library.llama_memory_can_shift(memory))
        # llama.cpp reduces the batch size of a small context.
        self._most = min(batch, int(self._library.llama_n_batch(self._handle)))
        self._batch = Batch(self._library, self._most)

    def evaluate(self, tokens: Sequence[int], watch: Deadline) -> Floats:
        """Return the logits of the token after `tokens`; see `LlamaModel.evaluate`."""
        text = as_tokens(tokens)
        if text and text == self._evaluated:
            watch.check()
            return self._logits(-1)
        try:
            # The last token is always evaluated, because its logits are the result.
            self._extend(self._begin(text), text, (), watch)
        except NoRoomError as error:
            raise ModelError(f"{len(text)} tokens do not fit llama.cpp's cache") from error
        self._evaluated = text[:]
        return self._logits(-1)

    def evaluate_prompt(self, tokens: Sequence[int], suffix: int | None, watch: Deadline) -> Floats:
        """Return the logits of the token after a prompt; see `LlamaModel.evaluate_prompt`."""
        if suffix is None or not self._can_move:
            return self.evaluate(tokens, watch)
        text = as_tokens(tokens)
        moved = self._move_suffix(text, suffix, watch)
        try:
            logits = self.evaluate(text, watch)
        except BaseException:
            # Keys get their new positions during the next evaluation, so some of them may still lack theirs.
            if moved is not None:
                self._cache.forget(moved, 0)
            raise
        self._cache.note_suffix(suffix, text)
        return logits

    def fitting(self, texts: Sequence[Sequence[int]]) -> int:
        """Return how many of the first texts can be evaluated together; this is at least one."""
        texts = list(map(as_tokens, texts))
        most = max(1, min(len(texts), self._sequences - 1, self._most))
        shared = min((common_beginning(texts[0], text) for text in texts[1:most]), default=0)
        while most > 1 and shared + sum(len(text) - shared for text in texts[:most]) > self.size:
            most -= 1
        return most

    def evaluate_all(self, texts: Sequence[Sequence[int]], watch: Deadline) -> list[Floats]:
        """Return the logits of the token after each text; see `LlamaModel.evaluate_all`."""
        if len(texts) == 1:
            return [self.evaluate(texts[0], watch)]
        rows: list[Floats] = []
        while len(rows) < len(texts):
            some = texts[len(rows) : len(rows) + self.fitting(texts[len(rows) :])]
            rows += [row.copy() for row in self._some(list(map(as_tokens, some)), watch)]
        return rows

    def close(self) -> None:
        """Free the context's memory."""
        self._library.llama_free(self._handle)

    def _make(self, model: Any, size: int, batch: int, threads: int) -> Any:  # noqa: ANN401
        trained: int = self._library.llama_model_n_ctx_train(model)
        parameters = self._library.llama_context_default_params()
        parameters.n_ctx = min(size, trained or size)
        parameters.n_batch = parameters.n_ubatch = batch
        # A recurrent state cannot be divided, so sequences cannot share a beginning.
        is_recurrent, is_hybrid = self._library.llama_model_is_recurrent, self._library.llama_model_is_hybrid
        parameters.n_seq_max = 1 if is_recurrent(model) or is_hybrid(model) else SEQUENCES
        parameters.kv_unified = True
        parameters.n_threads = parameters.n_threads_batch = threads
        # llama.cpp keeps only the addresses, so the interrupter must live as long as the context.
        self._interrupter = Interrupter(self._library.ggml_abort_callback)
        parameters.abort_callback = self._interrupter.function
        parameters.abort_callback_data = self._interrupter.data
        self._log.clear()
        handle = self._library.llama_init_from_model(model, parameters)
        if not handle:
            raise ModelError(f"llama.cpp cannot use the model: {self._log.reason}")
        return handle

    def _move_suffix(self, tokens: Tokens, suffix: int, watch: Deadline) -> Held | None:
        """Return a sequence with all but the last token of a prompt, its suffix moved; None if impossible."""
        source = self._cache.with_suffix(suffix, tokens)
        if source is None:
            return None
        before = tokens[:suffix]
        held = self._begin(before)
        if held is source:
            return None
        try:
            self._extend(held, before, [source], watch)
        except NoRoomError:
            return None
        self._cache.move_suffix(source, held, tokens)
        return held

    def _begin(self, tokens: Tokens) -> Held:
        if not 0 < len(tokens) <= self.size:
            raise ModelError(f"{len(tokens)} tokens do not fit the context of {self.size}")
        return self._cache.begin(tokens)

    def _extend(self, held: Held, tokens: Tokens, others: Sequence[Held], watch: Deadline) -> None:
        """Evaluate the tokens that a sequence does not hold yet; `others` stay in the cache."""
        for start in range(len(held.tokens), len(tokens), self._most):
            watch.check()
            some = tokens[start : start + self._most]
            self._batch.run(some, held.number, start)
            try:
                self._decode([held, *others], watch)
            except BaseException:
                # A part of the batch may be in the cache.
                self._cache.forget(held, start)
                raise
            held.tokens.extend(some)

    def _some(self, texts: Sequence[Tokens], watch: Deadline) -> Iterable[Floats]:
        """Return the logits after each text; each must be used before the next one is requested."""
        try:
            return self._together(texts, watch) if len(texts) > 1 else [self.evaluate(texts[0], watch)]
        except NoRoomError:
            return (self.evaluate(text, watch) for text in texts)

    def _together(self, texts: Sequence[Tokens], watch: Deadline) -> list[Floats]:
        """Return the logits after each text, with the last tokens of all texts in one batch."""
        chosen: list[Held] = []
        try:
            for text in texts:
                held = self._begin(text)
                self._extend(held, text[:-1], chosen, watch)
                # The token is appended before its evaluation, so that the next text does not continue the
                # same sequence.
                held.tokens.append(text[-1])
                chosen.append(held)
            watch.check()
            last = [len(text) - 1 for text in texts]
            self._batch.row([text[-1] for text in texts], [one.number for one in chosen], last)
            self._decode(chosen, watch)
        except BaseException:
            for held in chosen:
                self._cache.forget(held, len(held.tokens) - 1)
            raise
        return [self._logits(place) for place in range(len(texts))]

    def _decode(self, chosen: Sequence[Held], watch: Deadline) -> None:
        """Evaluate the batch and keep the `chosen` sequences in the cache.

        Raises:
            Cancelled, TimeIsUp: The watch ended the work.
            NoRoomError: The cache is too small.
            ModelError: llama.cpp failed.
        """
        self._evaluated = _NOTHING
        self.evaluated += int(self._batch.native.n_tokens)
        self._log.clear()
        with self._interrupter.watching(watch):
            status = self._library.llama_decode(self._handle, self._batch.native)
            if status == _FULL and self._cache.forget_others(chosen):
                status = self._library.llama_decode(self._handle, self._batch.native)
        if status == _ABORTED:
            watch.check()
        if status == _FULL:
            raise NoRoomError
        if status != 0:
            raise ModelError(f"llama.cpp failed with status {status}: {self._log.reason}")

    def _logits(self, place: int) -> Floats:
        address: int | None = self._address_of_logits(self._handle, place)
        if not address:
            raise ModelError(f"llama.cpp has no logits: {self._log.reason}")
        row = self._rows.get(address)
        if row is None:
            # The addresses repeat as long as the batches have the same few sizes.
            if len(self._rows) >= _KEPT_ROWS:
                self._rows.clear()
            memory: Any = self._row.from_address(address)
            row = self._rows[address] = np.frombuffer(memory, dtype=np.float32)
        return row


def as_tokens(tokens: Sequence[int]) -> Tokens:
    """Return the tokens as the array type that is fastest to compare and copy."""
    return tokens if isinstance(tokens, array) else array("i", tokens)
