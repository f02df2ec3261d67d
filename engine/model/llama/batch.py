"""A batch of tokens in memory that llama.cpp reads."""

from __future__ import annotations

import ctypes
from array import array
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.decoding.model import Tokens

_NUMBER = ctypes.POINTER(ctypes.c_int32)


class Batch:
    """Room for some tokens; written anew for each decoding.

    Args:
        library: the C functions.
        size: tokens that it has room for.

    Attributes:
        native: what llama.cpp takes.
    """

    def __init__(self, library: Any, size: int) -> None:  # noqa: ANN401  the bindings have no useful types
        # What is written into them is as long as what was there, so they stay where they are in memory.
        self._tokens, self._positions, self._sequences = (array("i", [0]) * size for _ in range(3))
        self._counts = array("i", [1]) * size
        self._wanted = array("b", [0]) * size
        start, step = self._sequences.buffer_info()[0], self._sequences.itemsize
        # Each token names its sequences by an address: here, of the one number that is its own.
        addresses = (ctypes.cast(start + step * place, _NUMBER) for place in range(size))
        self._addresses = (_NUMBER * size)(*addresses)
        self.native: Any = library.llama_batch(
            n_tokens=0,
            token=_numbers(self._tokens),
            pos=_numbers(self._positions),
            n_seq_id=_numbers(self._counts),
            seq_id=ctypes.cast(self._addresses, ctypes.POINTER(_NUMBER)),
            logits=ctypes.cast(self._wanted.buffer_info()[0], ctypes.POINTER(ctypes.c_int8)),
        )

    def run(self, tokens: Tokens, sequence: int, position: int) -> None:
        """Write tokens that stand one behind another in a sequence; the logits of the last one count."""
        count = len(tokens)
        self._tokens[:count] = tokens
        self._positions[:count] = array("i", range(position, position + count))
        self._sequences[:count] = array("i", [sequence]) * count
        self._wanted[:count] = array("b", [0]) * count
        self._wanted[count - 1] = 1
        self.native.n_tokens = count

    def row(self, tokens: Sequence[int], sequences: Sequence[int], positions: Sequence[int]) -> None:
        """Write one token for each of some sequences, at its position there; the logits of all count."""
        count = len(tokens)
        self._tokens[:count] = array("i", tokens)
        self._positions[:count] = array("i", positions)
        self._sequences[:count] = array("i", sequences)
        self._wanted[:count] = array("b", [1]) * count
        self.native.n_tokens = count


def _numbers(numbers: Tokens) -> Any:  # noqa: ANN401
    return ctypes.cast(numbers.buffer_info()[0], _NUMBER)
