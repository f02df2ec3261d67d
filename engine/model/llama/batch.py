"""A `Batch` holds tokens in memory that llama.cpp reads."""

from __future__ import annotations

import ctypes
from array import array
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.decoding.model import Tokens

_NUMBER = ctypes.POINTER(ctypes.c_int32)


class Batch:
    """A buffer for tokens that is overwritten for each decoding.

    Args:
        library: The C functions.
        size: The maximum number of tokens.

    Attributes:
        native: The structure that is passed to llama.cpp.
    """

    def __init__(self, library: Any, size: int) -> None:  # noqa: ANN401  the bindings have no useful types
        # Each assignment to a slice keeps its length, so that the arrays keep their addresses.
        self._tokens, self._positions, self._sequences = (array("i", [0]) * size for _ in range(3))
        self._counts = array("i", [1]) * size
        self._wanted = array("b", [0]) * size
        start, step = self._sequences.buffer_info()[0], self._sequences.itemsize
        # llama.cpp finds the sequences of a token through a pointer, which here points to the token's own
        # entry in `_sequences`.
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
        """Write consecutive tokens of one sequence; only the last one gets logits."""
        count = len(tokens)
        self._tokens[:count] = tokens
        self._positions[:count] = array("i", range(position, position + count))
        self._sequences[:count] = array("i", [sequence]) * count
        self._wanted[:count] = array("b", [0]) * count
        self._wanted[count - 1] = 1
        self.native.n_tokens = count

    def row(self, tokens: Sequence[int], sequences: Sequence[int], positions: Sequence[int]) -> None:
        """Write one token for each sequence, at its position there; all of them get logits."""
        count = len(tokens)
        self._tokens[:count] = array("i", tokens)
        self._positions[:count] = array("i", positions)
        self._sequences[:count] = array("i", sequences)
        self._wanted[:count] = array("b", [1]) * count
        self.native.n_tokens = count


def _numbers(numbers: Tokens) -> Any:  # noqa: ANN401
    return ctypes.cast(numbers.buffer_info()[0], _NUMBER)
