"""The evaluation of texts by a model in llama.cpp.

The key-value cache keeps what was evaluated last (see `quoin.engine.model.llama.kv_cache`). So a prompt costs
what is new in it, and so does going back to a branch. Branches of one text are evaluated together, one token
of each in a batch: a processor reads the weights once for all of them.
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
"""The kind of `llama_get_logits_ith`, by which it gives a number and not a pointer to unpack."""

_KEPT_ROWS = 64

_NOTHING = array("i")


class NoRoomError(Exception):
    """The cache has no room for a batch, though it holds nothing else."""


class Context:
    """A context of a loaded model.

    Args:
        model: llama.cpp's handle.
        size: tokens of prompt and completion together; less where the model was trained with less.
        batch: most tokens evaluated at once.
        threads: threads that compute.
        vocabulary: number of tokens there are.

    Attributes:
        size: tokens of prompt and completion together.
        evaluated: tokens that were evaluated so far.

    Raises:
        ModelError: llama.cpp cannot make it.
    """

    def __init__(self, model: Any, size: int, batch: int, threads: int, vocabulary: int) -> None:  # noqa: ANN401
        self._library = load_library()
        self._log = error_log()
        self.evaluated = 0
        # The text whose logits llama.cpp holds.
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
        # A small context has small batches.
        self._most = min(batch, int(self._library.llama_n_batch(self._handle)))
        self._batch = Batch(self._library, self._most)

    def evaluate(self, tokens: Sequence[int], watch: Deadline) -> Floats:
        """Logits of the token after `tokens`; see `LlamaModel.evaluate`."""
        text = as_tokens(tokens)
        if text and text == self._evaluated:
            watch.check()
            return self._logits(-1)
        try:
            # The last token is always evaluated, since its logits are what is asked for.
            self._extend(self._begin(text), text, (), watch)
        except NoRoomError as error:
            raise ModelError(f"{len(text)} tokens do not fit llama.cpp's cache") from error
        self._evaluated = text[:]
        return self._logits(-1)

    def evaluate_prompt(self, tokens: Sequence[int], suffix: int | None, watch: Deadline) -> Floats:
        """Logits of the token after a prompt; see `LlamaModel.evaluate_prompt`."""
        if suffix is None or not self._can_move:
            return self.evaluate(tokens, watch)
        text = as_tokens(tokens)
        moved = self._move_suffix(text, suffix, watch)
        try:
            logits = self.evaluate(text, watch)
        except BaseException:
            # Keys are given their new positions with the next evaluation: perhaps not all of them were.
            if moved is not None:
                self._cache.forget(moved, 0)
            raise
        self._cache.note_suffix(suffix, text)
        return logits

    def fitting(self, texts: Sequence[Sequence[int]]) -> int:
        """How many of the first of some texts can be evaluated together; one at least."""
        texts = list(map(as_tokens, texts))
        most = max(1, min(len(texts), self._sequences - 1, self._most))
        shared = min((common_beginning(texts[0], text) for text in texts[1:most]), default=0)
        while most > 1 and shared + sum(len(text) - shared for text in texts[:most]) > self.size:
            most -= 1
        return most

    def evaluate_all(self, texts: Sequence[Sequence[int]], watch: Deadline) -> list[Floats]:
        """Logits of the tokens after some texts; see `LlamaModel.evaluate_all`."""
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
        # A recurrent state is one whole: it has no beginnings that could be shared.
        is_recurrent, is_hybrid = self._library.llama_model_is_recurrent, self._library.llama_model_is_hybrid
        parameters.n_seq_max = 1 if is_recurrent(model) or is_hybrid(model) else SEQUENCES
        parameters.kv_unified = True
        parameters.n_threads = parameters.n_threads_batch = threads
        # llama.cpp keeps only the addresses: what they are of must live as long as the context.
        self._interrupter = Interrupter(self._library.ggml_abort_callback)
        parameters.abort_callback = self._interrupter.function
        parameters.abort_callback_data = self._interrupter.data
        self._log.clear()
        handle = self._library.llama_init_from_model(model, parameters)
        if not handle:
            raise ModelError(f"llama.cpp cannot use the model: {self._log.reason}")
        return handle

    def _move_suffix(self, tokens: Tokens, suffix: int, watch: Deadline) -> Held | None:
        """A sequence that holds a prompt but for the last token, by the suffix of another one; or None."""
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
        """Evaluate what of some tokens a sequence does not hold; `others` are kept in the cache."""
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
        """Logits after texts, each to be used before the next one is asked for."""
        try:
            return self._together(texts, watch) if len(texts) > 1 else [self.evaluate(texts[0], watch)]
        except NoRoomError:
            return (self.evaluate(text, watch) for text in texts)

    def _together(self, texts: Sequence[Tokens], watch: Deadline) -> list[Floats]:
        """Logits after texts, the last tokens of all in one batch."""
        chosen: list[Held] = []
        try:
            for text in texts:
                held = self._begin(text)
                self._extend(held, text[:-1], chosen, watch)
                # Named before it is evaluated, so that the next text does not go on in the same sequence.
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
        """Evaluate the batch; some sequences must be kept for that.

        Raises:
            Cancelled, TimeIsUp: as the watch says.
            NoRoomError: the cache is too small.
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
            # Mostly the same few places in memory, as long as batches are of the same sizes.
            if len(self._rows) >= _KEPT_ROWS:
                self._rows.clear()
            memory: Any = self._row.from_address(address)
            row = self._rows[address] = np.frombuffer(memory, dtype=np.float32)
        return row


def as_tokens(tokens: Sequence[int]) -> Tokens:
    """Tokens as they are compared and copied fastest."""
    return tokens if isinstance(tokens, array) else array("i", tokens)
