"""A model that says what it is told to, and a language of balanced brackets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from quoin.engine.decoding.model import Flags, Floats, Ids
    from quoin.engine.decoding.timing import Deadline

END = "<end>"
"""In a script: the token that ends a text."""

LOW, HIGH, STEP = -30.0, 10.0, 0.5


class OneByOne:
    """A model that is asked for one text after another."""

    together: Sequence[int] = ()
    """How many texts it was asked for at once, each time."""

    def evaluate(self, tokens: Sequence[int], watch: Deadline) -> Floats:
        raise NotImplementedError

    def fitting(self, texts: Sequence[Sequence[int]]) -> int:
        return len(texts)

    def evaluate_all(self, texts: Sequence[Sequence[int]], watch: Deadline) -> list[Floats]:
        self.together = [*self.together, len(texts)]
        return [self.evaluate(tokens, watch) for tokens in texts]


def spelled(text: bytes, pieces: Sequence[bytes]) -> list[int]:
    """The tokens of a text, each as short as possible; a byte with which none begins is left out."""
    found = []
    while text:
        token = min(
            (number for number, piece in enumerate(pieces) if piece and text.startswith(piece)),
            key=lambda number: len(pieces[number]),
            default=None,
        )
        found += [] if token is None else [token]
        text = text[1 if token is None else len(pieces[token]) :]
    return found


class ScriptedModel(OneByOne):
    """Prefers the tokens that a script names for the text written so far.

    Args:
        words: its vocabulary, to which the end token 0 and all single ASCII characters are added.
        script: for a text, the tokens to prefer, best first; logits fall by STEP from one to the next.
    """

    def __init__(self, words: Sequence[str | bytes], script: Callable[[str], Sequence[str | bytes]]) -> None:
        characters = [chr(code) for code in range(128)]
        named = [word.encode() if isinstance(word, str) else word for word in (*characters, *words)]
        self.pieces = [b"", *dict.fromkeys(named)]
        self.ends = frozenset({0})
        self.evaluated = 0
        self._script = script
        self._prompt: tuple[int, ...] = ()

    def ask(self, prompt: Sequence[int]) -> list[int]:
        """The prompt, remembered as what is not written by the model."""
        self._prompt = tuple(prompt)
        return list(prompt)

    def tokenise(self, text: bytes) -> list[int]:
        return spelled(text, self.pieces)

    def token(self, word: str | bytes) -> int:
        if word == END:
            return 0
        return self.pieces.index(word.encode() if isinstance(word, str) else word)

    def evaluate(self, tokens: Sequence[int], watch: Deadline) -> Floats:
        watch.check()
        self.evaluated += 1
        written = b"".join(self.pieces[token] for token in tokens[len(self._prompt) :])
        logits = np.full(len(self.pieces), LOW, dtype=np.float32)
        for rank, word in enumerate(self._script(written.decode("utf-8", "replace"))):
            logits[self.token(word)] = HIGH - STEP * rank
        return logits


class Brackets:
    """Middles that make `left middle right` balanced in round and square brackets, without `!`.

    The state is the stack of brackets that are open; a middle is a member if `right` closes them.
    """

    def __init__(self, left: str, right: str) -> None:
        self._right = right.encode()
        self._open: bytes = b""
        if not self.advance(left.encode()):
            raise ValueError(left)

    @property
    def member(self) -> bool:
        return _after(self._open, self._right) == b""

    def advance(self, data: bytes, /) -> bool:
        after = _after(self._open, data)
        if after is None:
            return False
        self._open = after
        return True

    def accepts(self, data: bytes, /) -> bool:
        return _after(self._open, data) is not None

    def viable_prefix(self, data: bytes, /) -> int:
        return max(length for length in range(len(data) + 1) if self.accepts(data[:length]))

    def copy(self) -> Brackets:
        twin = Brackets("", "")
        twin._right, twin._open = self._right, self._open
        return twin

    def expected(self) -> list[str]:
        return [f"`{closer}`" for opener, closer in ("()", "[]") if self._open.endswith(opener.encode())]

    def completion(self, max_bytes: int, max_steps: int) -> bytes | None:
        assert max_steps > 0
        closers = self._open[::-1].translate(bytes.maketrans(b"([", b")]"))
        openers = [b"", b"(", b"[", b"((", b"([", b"[(", b"[["]
        texts = (closers[:length] + more for more in openers for length in range(len(closers) + 1))
        for text in texts:
            after = self.copy()
            if len(text) <= max_bytes and after.advance(text) and after.member:
                return text
        return None


def _after(stack: bytes, data: bytes) -> bytes | None:
    """The stack of open brackets after more text; None if a bracket does not fit or `!` comes."""
    for byte in data:
        if byte in b"([":
            stack += bytes([byte])
        elif byte in b")]":
            if stack[-1:] != (b"(" if byte == ord(")") else b"["):
                return None
            stack = stack[:-1]
        elif byte == ord("!"):
            return None
    return stack


class FakeState(Protocol):
    """A growing middle of a made-up language."""

    @property
    def member(self) -> bool: ...
    def advance(self, data: bytes, /) -> bool: ...
    def accepts(self, data: bytes, /) -> bool: ...
    def viable_prefix(self, data: bytes, /) -> int: ...
    def copy(self) -> FakeState: ...
    def expected(self) -> list[str]: ...
    def completion(self, max_bytes: int, max_steps: int, /) -> bytes | None: ...


class FakeGuard:
    """A made-up language's state as a guard.

    Args:
        state: at the cursor.
        pieces: the bytes of each token.
    """

    cuts_back = True

    def __init__(self, state: FakeState, pieces: Sequence[bytes]) -> None:
        self._state = state
        self._pieces = pieces

    @property
    def member(self) -> bool:
        return self._state.member

    def accepts(self, data: bytes, /) -> bool:
        return self._state.accepts(data)

    def admitting(self, _data: bytes, _which: str = "one", /) -> None:
        """No names are refused here."""

    def admitting_all(self, *, importable: bool = False) -> FakeGuard:  # noqa: ARG002
        return self

    def admitted(self) -> tuple[str, ...]:
        return ()

    filters_names = False
    comment = b""

    def unsettled_names(self) -> list[bytes]:
        return []

    def owing_nothing(self) -> FakeGuard:
        return self

    def needs_no_model(self) -> bool:
        return False

    def is_importable(self, _name: bytes, /) -> bool:
        return False

    def useful(self, _text: bytes, /) -> None:
        return None

    def missing(self) -> tuple[()]:
        return ()

    def still_missing(self) -> tuple[()]:
        return ()

    def binds(self, _data: bytes, /) -> None:
        """No names are bound here."""

    def has_typed_unknown_name(self) -> bool:
        return False

    def accepts_each(self, tokens: Sequence[int], skip: int) -> Flags:
        return np.array([self.accepts(self._pieces[token][skip:]) for token in tokens], dtype=np.bool_)

    def advance(self, data: bytes, /) -> None:
        assert self._state.advance(data)

    def allowed(self) -> Ids:
        return np.flatnonzero([bool(piece) and self.accepts(piece) for piece in self._pieces])

    def refusal(self, data: bytes, /) -> tuple[int, list[str]]:
        count = self._state.viable_prefix(data)
        there = self._state.copy()
        there.advance(data[:count])
        return count, there.expected()

    def may_end_with(self, text: bytes) -> bool:
        there = self._state.copy()
        return there.advance(text) and there.member

    def closing(self, *, thorough: bool) -> bytes | None:
        return self._state.completion(2000 if thorough else 200, 1000)

    def forced(self) -> bytes:
        guard, forced = self.copy(), b""
        while not guard.member:
            fitting = [bytes([byte]) for byte in range(256) if guard.accepts(bytes([byte]))]
            if len(fitting) != 1:
                break
            guard.advance(fitting[0])
            forced += fitting[0]
        return forced

    def copy(self) -> FakeGuard:
        return FakeGuard(self._state.copy(), self._pieces)


class TableModel(OneByOne):
    """Has a few tokens, the end among them, and fixed logits for each text; it opens few brackets.

    Args:
        words: its vocabulary, to which the end token 0 is added.
        seed: of the logits.
    """

    def __init__(self, words: Sequence[str], seed: int = 0) -> None:
        self.pieces = [b"", *(word.encode() for word in words)]
        self.ends = frozenset({0})
        self._seed = seed
        self._likings = [
            1.0 * piece.startswith((b")", b"]")) - 2.0 * (b"(" in piece) for piece in self.pieces
        ]
        self._known: dict[bytes, Floats] = {}

    def tokenise(self, text: bytes) -> list[int]:
        return spelled(text, self.pieces)

    def evaluate(self, tokens: Sequence[int], watch: Deadline) -> Floats:
        watch.check()
        return self.logits(b"".join(self.pieces[token] for token in tokens))

    def logits(self, text: bytes) -> Floats:
        if text not in self._known:
            generator = np.random.default_rng([self._seed, *text])
            noise = generator.normal(scale=0.7, size=len(self.pieces))
            self._known[text] = (noise + self._likings).astype(np.float32)
        return self._known[text]
