"""Token healing with a real vocabulary: inside words, inside indentation, and beside the prompt's markers."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

from quoin.engine.decoding.decoder import Decoder
from quoin.engine.decoding.request import Task
from quoin.engine.decoding.timing import Deadline, Stopwatch
from quoin.engine.decoding.tokens.constraint import NoConstraint
from quoin.engine.decoding.tokens.healing import MAX_TOKENS, give_back
from quoin.engine.decoding.tokens.vocabulary_index import VocabularyIndex
from quoin.engine.model import STARTER, ModelSettings
from quoin.engine.model.llama.model import LlamaModel
from quoin.engine.model.prompt.builder import PromptBuilder

SOURCE = Path(random.__file__).read_bytes()


@pytest.fixture(scope="module")
def model() -> LlamaModel:
    return LlamaModel(ModelSettings(STARTER, context_size=512, threads=1), lambda _share: None)


@pytest.fixture(scope="module")
def index(model: LlamaModel) -> VocabularyIndex:
    return VocabularyIndex(model.pieces, model.ends)


CUTS = [
    ("import os\nimpor", "word"),
    ("class A:\n    def __ini", "word"),
    ("for n in rang", "word"),
    ("if isinst", "word"),
    ("class A:\n    def f(self):\n      ", "indentation"),
    ("if x:\n  ", "indentation"),
]


@pytest.mark.parametrize(("left", "where"), CUTS)
def test_something_is_given_back(model: LlamaModel, index: VocabularyIndex, left: str, where: str) -> None:
    text = left.encode()
    tokens = model.tokenise(text)
    kept, back = give_back(tokens, text, model.pieces, index)
    assert b"".join(model.pieces[token] for token in kept) + back == text
    assert kept == tokens[: len(kept)]
    assert back
    assert back.isspace() == (where == "indentation")
    assert any(len(model.pieces[token]) > len(back) for token in index.beginning_with(back))


@pytest.mark.parametrize("left", ["", "import random\n", "x = 1\r\n", "\n\n"])
def test_nothing_is_given_back_at_a_line_s_start(
    model: LlamaModel, index: VocabularyIndex, left: str
) -> None:
    tokens = model.tokenise(left.encode())
    assert give_back(tokens, left.encode(), model.pieces, index) == (tokens, b"")


def test_wherever_a_file_is_cut_nothing_is_lost(model: LlamaModel, index: VocabularyIndex) -> None:
    rng = random.Random(1)
    for _ in range(300):
        end = rng.randrange(len(SOURCE))
        text = SOURCE[max(0, end - 200) : end]
        tokens = model.tokenise(text)
        kept, back = give_back(tokens, text, model.pieces, index)
        assert b"".join(model.pieces[token] for token in kept) + back == text
        assert len(tokens) - len(kept) <= MAX_TOKENS
        assert b"\n" not in back.strip(b" \t")


MARKED = ["x = 1  # <|fim_suf", "<|fim_prefix|>", "s = '<|endoftext|>", "s = '<|fim_middle|"]


@pytest.mark.parametrize("left", [cut for cut, _ in CUTS] + MARKED)
def test_markers_stay_where_they_are(model: LlamaModel, index: VocabularyIndex, left: str) -> None:
    """Whatever is given back, the prompt holds each marker once, and text spelled like one is text."""
    right = "  # <|fim_suffix|>\nprint(x)\n"
    prompt = PromptBuilder(model, index).build(left.encode(), right.encode(), 32)
    assert model.fim is not None
    markers = set(model.fim.ids.values())
    found = [token for token in prompt.tokens if token in markers]
    assert sorted(found) == sorted(token for token in markers if token in found)
    assert len(found) == 3
    text = b"".join(model.pieces[token] for token in prompt.tokens)
    assert len(text) + len(prompt.given_back) == len(left.encode()) + len(right.encode())
    assert not any(token in markers for token in index.beginning_with(prompt.given_back or b"<"))


@pytest.mark.parametrize("left", [cut for cut, _ in CUTS])
def test_a_completion_goes_on_from_the_cursor(model: LlamaModel, index: VocabularyIndex, left: str) -> None:
    """The tokens chosen spell what was given back and then the completion."""
    prompt = PromptBuilder(model, index).build(left.encode(), b"\n", 32)
    task = Task(prompt.tokens, prompt.given_back, left.encode(), "line", max_tokens=16)
    guard = NoConstraint(len(model.pieces))
    watch = Deadline(math.inf, lambda: False)
    found = Decoder(model).decode(task, guard, watch, Stopwatch())
    assert found.candidates
    assert found.tokens >= 1
    assert not found.candidates[0].text.startswith(left[-3:]) or left.endswith(("  ", "\t"))
