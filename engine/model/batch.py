"""A batch of tokens in memory that llama.cpp reads."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence


class Batch:
    """Room for some tokens; written anew for each decoding.

    Args:
        library: the C functions.
        size: tokens that it has room for.

    Attributes:
        native: what llama.cpp takes.
    """

    def __init__(self, library: Any, size: int) -> None:  # noqa: ANN401  the bindings have no useful types
        self._tokens, self._positions, self._sequences = (np.zeros(size, np.int32) for _ in range(3))
        self._counts = np.ones(size, np.int32)
        self._wanted = np.zeros(size, np.int8)
        number = ctypes.POINTER(ctypes.c_int32)
        start, step = self._sequences.ctypes.data, self._sequences.itemsize
        # Each token names its sequences by an address: here, of the one number that is its own.
        addresses = (ctypes.cast(start + step * place, number) for place in range(size))
        self._addresses = (number * size)(*addresses)
        self.native: Any = library.llama_batch(
            n_tokens=0,
            token=self._tokens.ctypes.data_as(number),
            pos=self._positions.ctypes.data_as(number),
            n_seq_id=self._counts.ctypes.data_as(number),
            seq_id=ctypes.cast(self._addresses, ctypes.POINTER(number)),
            logits=self._wanted.ctypes.data_as(ctypes.POINTER(ctypes.c_int8)),
        )

    def run(self, tokens: Sequence[int], sequence: int, position: int) -> None:
        """Write tokens that stand one behind another in a sequence; the logits of the last one count."""
        count = len(tokens)
        self._tokens[:count] = tokens
        self._positions[:count] = np.arange(position, position + count)
        self._sequences[:count] = sequence
        self._wanted[:count] = 0
        self._wanted[count - 1] = 1
        self.native.n_tokens = count

    def row(self, tokens: Sequence[int], sequences: Sequence[int], positions: Sequence[int]) -> None:
        """Write one token for each of some sequences, at its position there; the logits of all count."""
        count = len(tokens)
        self._tokens[:count] = tokens
        self._positions[:count] = positions
        self._sequences[:count] = sequences
        self._wanted[:count] = 1
        self.native.n_tokens = count
