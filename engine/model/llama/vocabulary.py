"""A `LlamaVocabulary` knows the bytes of a GGUF model's tokens and turns texts into tokens."""

from __future__ import annotations

import ctypes
import re
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

from quoin.engine.errors import ModelError

if TYPE_CHECKING:
    from quoin.engine.model.fim.tokens import FimTokens
    from quoin.engine.model.gguf.header import GgufHeader

_END_KEYS = tuple(f"tokenizer.ggml.{name}_token_id" for name in ("eos", "eot", "eom"))
_SENTENCE_PIECE = 1
_LONG_PIECE = 1024
_GUARD_BYTE = b"\x01"
_BLANK = "\N{LOWER ONE EIGHTH BLOCK}".encode()
"""The character that stands for a blank in the vocabularies of SentencePiece."""


class LlamaVocabulary:
    """The tokens of a loaded model.

    Args:
        library: The C functions.
        handle: The handle of the vocabulary.
        header: The header of the model's file.
        fim: The model's markers, if it has any.

    Attributes:
        size: The number of tokens.
        ends: The tokens that end a text. The markers are among them, because they end a middle.
        start: The tokens that each prompt begins with.
        pieces: The bytes of each token. They are empty for control tokens and ends.
    """

    def __init__(
        self,
        library: Any,  # noqa: ANN401  the bindings have no useful types
        handle: Any,  # noqa: ANN401
        header: GgufHeader,
        fim: FimTokens | None,
    ) -> None:
        self._library = library
        self._handle = handle
        is_sentence_piece = library.llama_vocab_type(handle) == _SENTENCE_PIECE
        adds_blank = header.metadata.get("tokenizer.ggml.add_space_prefix") is not False
        self._adds_blank = is_sentence_piece and adds_blank
        self.size: int = library.llama_vocab_n_tokens(handle)
        self.ends = self._find_ends(header, fim)
        self.start = self._find_start()
        self.pieces = self._find_pieces()
        self._reserved = self.ends.union(self.start)
        self._spellings = self._find_spellings()

    def tokenise(self, text: bytes, *, starts: bool = False) -> list[int]:
        """Return the tokens of a text; markers spelled out in it are ordinary text.

        Args:
            text: The text in UTF-8.
            starts: Whether the text starts a prompt, where vocabularies of SentencePiece add a blank.

        Raises:
            ModelError: llama.cpp cannot tokenise the text.
        """
        tokens = self._tokenise(text, starts=starts)
        if self._reserved.isdisjoint(tokens):
            return tokens
        # Some files declare their markers as tokens that any text may hold. The spelling of a marker is
        # therefore split in two.
        cuts = [0, *(match.start() + 1 for match in self._spellings.finditer(text)), len(text)]
        parts = [text[begin:end] for begin, end in pairwise(cuts)]
        others = chain.from_iterable(map(self._tokenise, parts[1:]))
        return [*self._tokenise(parts[0], starts=starts), *others]

    def _tokenise(self, text: bytes, *, starts: bool = False) -> list[int]:
        if not text:
            return []
        if starts or not self._adds_blank:
            return self._ask_for_tokens(text)
        # SentencePiece adds a blank before each text. A byte that merges with nothing is therefore put before
        # the text, and the tokens of the blank and the byte are cut off again.
        tokens = self._ask_for_tokens(_GUARD_BYTE + text)
        begin = next(i + 1 for i, token in enumerate(tokens) if self.pieces[token].endswith(_GUARD_BYTE))
        return tokens[begin:]

    def _ask_for_tokens(self, text: bytes) -> list[int]:
        # Every token has at least one byte, except for the blank that SentencePiece adds.
        room = len(text) + 8
        array = (self._library.llama_token * room)()
        count = self._library.llama_tokenize(self._handle, text, len(text), array, room, False, False)
        if count < 0:
            raise ModelError(f"llama.cpp cannot tokenise a text of {len(text)} bytes")
        return list(array[:count])

    def _find_ends(self, header: GgufHeader, fim: FimTokens | None) -> frozenset[int]:
        is_end, is_control = self._library.llama_vocab_is_eog, self._library.llama_vocab_is_control
        ends = (token for token in range(self.size) if is_end(self._handle, token))
        # If a file names no end, llama.cpp takes a token number that is a comma in many vocabularies.
        named = {header.metadata.get(key) for key in _END_KEYS}
        real = frozenset(token for token in ends if token in named or is_control(self._handle, token))
        return real if fim is None else real.union(fim.ids.values(), fim.ends)

    def _find_start(self) -> list[int]:
        begin: int = self._library.llama_vocab_bos(self._handle)
        wanted = self._library.llama_vocab_get_add_bos(self._handle) and begin >= 0
        return [begin] if wanted else []

    def _find_pieces(self) -> list[bytes]:
        buffer = ctypes.create_string_buffer(_LONG_PIECE)
        to_piece = self._library.llama_token_to_piece
        pieces = []
        for token in range(self.size):
            length = to_piece(self._handle, token, buffer, _LONG_PIECE, 0, False)
            # A piece that is longer than the buffer is hardly source text, so it is never offered.
            is_text = length > 0 and token not in self.ends
            pieces.append(buffer.raw[:length] if is_text else b"")
        return pieces

    def _find_spellings(self) -> re.Pattern[bytes]:
        """Return a pattern that finds each start of a reserved token's spelling, also inside another one."""
        spelling_of = self._library.llama_vocab_get_text
        spellings = [spelling_of(self._handle, token) for token in self._reserved]
        spellings += [spelling.replace(_BLANK, b" ") for spelling in spellings]
        return re.compile(b"(?=%s)" % b"|".join(map(re.escape, spellings)))
