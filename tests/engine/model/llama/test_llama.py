"""The starter model in llama.cpp, called directly."""

from __future__ import annotations

import gc
import math
import struct
import threading
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from quoin.engine.decoding.timing import Cancelled, Deadline, TimeIsUp
from quoin.engine.model import STARTER, ModelError, ModelSettings
from quoin.engine.model.llama.kv_cache import SEQUENCES
from quoin.engine.model.llama.model import LlamaModel, batch_size
from tests.engine.model.gguf.files import with_sentence_piece, without_fim

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SOURCE = b"def area(width, height):\n    return width * height\n\n\nclass Shape:\n    sides = 4\n" * 8
UNLIMITED = Deadline(math.inf, lambda: False)
ROUNDING = 0.5
"""By how much logits may differ that were evaluated in batches of other sizes, with weights of eight bits."""


def load(path: Path, **settings: Any) -> LlamaModel:
    return LlamaModel(ModelSettings(path, **settings), lambda _share: None)


def strange(folder: Path) -> Path:
    """A model of an architecture that does not exist."""
    path = folder / "strange.gguf"
    length = struct.pack("<Q", 5)
    path.write_bytes(STARTER.read_bytes().replace(length + b"llama", length + b"lemma", 1))
    return path


@pytest.mark.parametrize("text", [SOURCE, b"", b"\n", b" ", b"\t\r\n", "naïve = 'é漢🙂'".encode(), b"a\x00b"])
def test_tokens_spell_the_text(starter: LlamaModel, text: bytes) -> None:
    assert b"".join(starter.pieces[token] for token in starter.tokenise(text)) == text


def test_markers_in_the_text_are_text(starter: LlamaModel) -> None:
    text = b"'<|fim_prefix|><|fim_middle|><|endoftext|>'"
    tokens = starter.tokenise(text)
    assert not starter.ends & set(tokens)
    assert b"".join(starter.pieces[token] for token in tokens) == text


def test_markers_and_ends_are_control_tokens(starter: LlamaModel) -> None:
    assert starter.fim is not None
    assert set(starter.fim.ids.values()) < starter.ends
    assert all(starter.pieces[token] == b"" for token in starter.ends)
    assert starter.fim.order == "spm"


def test_logits_do_not_depend_on_what_was_evaluated_before(starter: LlamaModel) -> None:
    tokens = starter.tokenise(SOURCE)
    fresh = load(STARTER)
    alone = fresh.evaluate(tokens[:150], UNLIMITED).copy()
    fresh.close()
    for before in (tokens[:149], tokens[:151], tokens[:150], tokens[100:200], tokens[:20]):
        starter.evaluate(before, UNLIMITED)
        again = starter.evaluate(tokens[:150], UNLIMITED)
        # Batches of other sizes round otherwise.
        assert np.abs(again - alone).max() < ROUNDING
        assert int(again.argmax()) == int(alone.argmax())


class Counting:
    """The library, with the sizes of the batches that are decoded."""

    def __init__(self, library: Any) -> None:
        self.library = library
        self.decoded: list[int] = []

    def __getattr__(self, name: str) -> object:
        return getattr(self.library, name)

    def llama_decode(self, context: object, batch: Any) -> object:
        self.decoded.append(batch.n_tokens)
        return self.library.llama_decode(context, batch)


@pytest.fixture
def counted() -> Iterator[tuple[LlamaModel, list[int]]]:
    """A model with room for 512 tokens that has evaluated nothing, and what it decodes."""
    model = load(STARTER, context_size=512)
    model._context._library = Counting(model._context._library)
    yield model, model._context._library.decoded
    model.close()


# Behind these texts the likeliest token is well ahead, and logits differ little with where the cache keeps
# the tokens. Behind some others, as single bytes, they differ by more than `ROUNDING` on some processors.
TOKENS = list(range(1200, 1700))
ROOT = TOKENS[:50]


@pytest.mark.parametrize(
    ("prompts", "expected"),
    [
        ([ROOT], [50]),
        ([ROOT, ROOT], [50]),
        ([ROOT, TOKENS[:51], ROOT], [50, 1, 1]),
        ([ROOT, TOKENS[:53], TOKENS[:40], [*TOKENS[:38], 9, 9]], [50, 3, 1, 2]),
        # Branches, in turn; the longest is at hand all the same.
        ([ROOT, [*ROOT, 1], [*ROOT, 2], [*ROOT, 1, 3], [*ROOT, 2, 3], [*ROOT, 1, 4]], [50, 1, 1, 1, 1, 1]),
        # Prompts of several files.
        ([ROOT, TOKENS[100:150], TOKENS[:51], TOKENS[100:151]], [50, 50, 1, 1]),
        # As many as are kept, and one more, which takes the place of the first.
        (
            [[number, *ROOT] for number in range(SEQUENCES)] + [[1, *ROOT, 9], [0, *ROOT, 9]],
            [51] * SEQUENCES + [1, 1],
        ),
        (
            [[number, *ROOT] for number in range(SEQUENCES + 1)] + [[1, *ROOT, 9], [0, *ROOT, 9]],
            [51] * (SEQUENCES + 1) + [1, 52],
        ),
        # More than the cache holds: the batch that has no room is decoded again.
        (
            [TOKENS[:400], TOKENS[100:500], TOKENS[101:500]],
            [*[128] * 3, 16, *[128] * 4, 16, *[128] * 4, 15],
        ),
    ],
)
def test_what_prompts_have_in_common_is_not_evaluated_again(
    counted: tuple[LlamaModel, list[int]], prompts: list[list[int]], expected: list[int]
) -> None:
    model, decoded = counted
    for prompt in prompts:
        model.evaluate(prompt, UNLIMITED)
    assert decoded == expected


def test_branches_do_not_see_each_other(starter: LlamaModel) -> None:
    tokens = starter.tokenise(SOURCE)
    branches = [[*tokens[:60], *tokens[start : start + 20]] for start in (60, 100, 140, 180)]
    alone = []
    for branch in branches:
        fresh = load(STARTER)
        alone.append(fresh.evaluate(branch, UNLIMITED).copy())
        fresh.close()
    for length in range(61, 81):
        logits = [starter.evaluate(branch[:length], UNLIMITED).copy() for branch in branches]
    for one, other in zip(logits, alone, strict=True):
        # One by one rounds otherwise than all at once.
        assert np.abs(one - other).max() < ROUNDING
        assert int(one.argmax()) == int(other.argmax())


BRANCHES = [[*ROOT, *TOKENS[start : start + 3]] for start in (100, 200, 300)]


@pytest.mark.parametrize(
    ("before", "texts", "expected"),
    [
        ([], BRANCHES[:1], [53]),
        # The prompt once, what each branch has after it, and the last token of all in one.
        ([ROOT], BRANCHES, [2, 2, 2, 3]),
        ([], BRANCHES, [52, 2, 2, 3]),
        ([ROOT, *BRANCHES], [[*branch, 7] for branch in BRANCHES], [3]),
        ([ROOT], [[*ROOT, 1], [*ROOT, 2], [*ROOT, 2]], [3]),
        # One branch that becomes two, and one that is no more.
        ([ROOT, *BRANCHES], [[*BRANCHES[0], 7], [*BRANCHES[0], 8], [*BRANCHES[2], 9]], [3]),
        # More than there are sequences for.
        ([ROOT], [[*ROOT, number] for number in range(10)], [7, 3]),
        # More than the cache holds, together.
        ([], [TOKENS[:300], TOKENS[100:400]], [128, 128, 44, 128, 128, 128, 44]),
    ],
)
def test_branches_are_evaluated_together(
    counted: tuple[LlamaModel, list[int]],
    before: list[list[int]],
    texts: list[list[int]],
    expected: list[int],
) -> None:
    model, decoded = counted
    for text in before:
        model.evaluate(text, UNLIMITED)
    decoded.clear()
    together = model.evaluate_all(texts, UNLIMITED)
    assert decoded == expected
    for text, logits in zip(texts, [row.copy() for row in together], strict=True):
        alone = model.evaluate(text, UNLIMITED)
        assert np.abs(logits - alone).max() < ROUNDING
        assert int(logits.argmax()) == int(alone.argmax())


@pytest.mark.parametrize("asked", [0, 1, 2, 3])
def test_a_cancelled_batch_leaves_the_cache_in_order(
    counted: tuple[LlamaModel, list[int]], asked: int
) -> None:
    model, _ = counted
    left = asked

    def cancelled() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    model.evaluate(ROOT, UNLIMITED)
    with pytest.raises(Cancelled):
        model.evaluate_all(BRANCHES, Deadline(math.inf, cancelled))
    fresh = load(STARTER)
    for text, logits in zip(BRANCHES, model.evaluate_all(BRANCHES, UNLIMITED), strict=True):
        assert np.abs(logits - fresh.evaluate(text, UNLIMITED)).max() < ROUNDING
    fresh.close()


def test_a_prompt_is_cut_short_by_cancelling() -> None:
    """Also inside one batch: another thread looks at the watch, and llama.cpp stops between operations."""
    starter = load(STARTER)
    tokens = starter.tokenise(SOURCE)[:120]
    own, seen = threading.current_thread(), False

    def cancelled() -> bool:
        nonlocal seen
        seen = seen or threading.current_thread() is not own
        return seen

    starter.evaluate(tokens[:1], UNLIMITED)
    with pytest.raises(Cancelled):
        starter.evaluate(tokens, Deadline(math.inf, cancelled))
    expected = starter.evaluate(tokens, UNLIMITED).copy()
    fresh = load(STARTER)
    assert int(fresh.evaluate(tokens, UNLIMITED).argmax()) == int(expected.argmax())
    fresh.close()
    starter.close()


def test_a_prompt_is_cut_short_from_another_thread(starter: LlamaModel) -> None:
    flag = threading.Event()
    tokens = starter.tokenise(SOURCE * 4)[: starter.context_size]

    def evaluate_again_and_again() -> None:
        while time.monotonic() < started + 10:
            starter.evaluate(tokens[:1], UNLIMITED)
            starter.evaluate(tokens, Deadline(math.inf, flag.is_set))

    threading.Timer(0.05, flag.set).start()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        evaluate_again_and_again()
    assert time.monotonic() - started < 5


def test_a_prompt_is_cut_short_by_the_deadline(starter: LlamaModel) -> None:
    with pytest.raises(TimeIsUp):
        starter.evaluate(starter.tokenise(SOURCE), Deadline(time.monotonic() - 1, lambda: False))


@pytest.mark.parametrize("count", [0, 100_000])
def test_a_prompt_of_impossible_length(starter: LlamaModel, count: int) -> None:
    with pytest.raises(ModelError, match="do not fit the context"):
        starter.evaluate([5] * count, UNLIMITED)


@pytest.mark.parametrize(
    ("width", "inner", "threads", "expected"),
    [
        (192, 512, 1, 128),
        (896, 4864, 1, 128),
        (1536, 8960, 1, 65),
        (1536, 8960, 2, 128),
        (4096, 11008, 1, 32),
        (4096, 11008, 3, 59),
        (8192, 28672, 1, 32),
        (0, 0, 1, 128),
    ],
)
def test_wide_models_work_in_smaller_batches(width: int, inner: int, threads: int, expected: int) -> None:
    assert batch_size(width * inner, threads) == expected


def test_the_context_is_as_small_as_asked_for() -> None:
    model = load(STARTER, context_size=256)
    assert model.context_size == 256
    model.close()


def test_the_context_is_not_larger_than_trained(starter: LlamaModel) -> None:
    model = load(STARTER, context_size=1 << 20)
    assert model.context_size == starter.header.metadata["llama.context_length"]
    model.close()


def test_progress_rises_to_the_whole() -> None:
    shares: list[float] = []
    LlamaModel(ModelSettings(STARTER), shares.append).close()
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1.0)


def test_sentence_piece_adds_no_blank(tmp_path: Path) -> None:
    words = ["▁", "a", "▁a", "b", "ab", "▁ab", "\n\n"]
    model = load(with_sentence_piece(STARTER, tmp_path / "pieces.gguf", words))
    for text in (b"ab", b" ab", b"  ab", b"\nab", b"\n\nab", b"a b", b"\xc3\xa9", b"\x01a"):
        assert b"".join(model.pieces[token] for token in model.tokenise(text)) == text
    assert model.fim is not None
    assert (model.fim.prefix, model.fim.suffix, model.fim.middle) == (1, 2, 3)
    model.close()


def test_a_model_without_markers(tmp_path: Path) -> None:
    path = without_fim(STARTER, tmp_path / "plain.gguf")
    with pytest.raises(ModelError, match="no fill-in-the-middle tokens") as raised:
        load(path)
    assert str(path) in str(raised.value)
    model = LlamaModel(ModelSettings(path, without_fim=True), lambda _share: None)
    assert model.fim is None
    assert model.evaluate(model.tokenise(SOURCE)[:20], UNLIMITED).size == len(model.pieces)
    model.close()


def test_a_model_that_is_gone_leaves_the_log_to_the_others(tmp_path: Path) -> None:
    for _ in range(3):
        load(STARTER).close()
        gc.collect()
        with pytest.raises(ModelError, match="lemma"):
            load(strange(tmp_path))


def test_an_architecture_that_llama_cpp_does_not_know(tmp_path: Path) -> None:
    path = strange(tmp_path)
    with pytest.raises(ModelError, match="lemma") as raised:
        load(path)
    assert str(path) in str(raised.value)
