"""A model's file, written and read. Needs what the extra `train` brings."""

from __future__ import annotations

from pathlib import Path

import pytest

import quoin.engine.starter
from quoin.engine.starter.markers import SPELLINGS

torch = pytest.importorskip("torch")
pytest.importorskip("tokenizers")

from quoin.engine.starter import bpe, export  # noqa: E402 - there is nothing to import without PyTorch
from quoin.engine.starter.net import Shape, initial  # noqa: E402

SHIPPED = Path(quoin.engine.starter.__file__).with_name("starter.gguf")
TEXTS = [
    "def area(width, height):\n    return width * height\n" * 5,
    "for word in words:\n    print(word)\n" * 5,
]
HARD = ["", "é", "日本語", "\t\r\n", "x = 1234", f"text = '{SPELLINGS[0]}'", "'don''t'", *TEXTS]


@pytest.mark.parametrize("text", HARD)
def test_the_restored_tokenizer_splits_as_the_trained_one(text: str) -> None:
    trained = bpe.train(TEXTS, 300)
    restored = bpe.restored(bpe.vocabulary(trained))
    (ids,) = bpe.encode(restored, [text])
    assert [ids] == bpe.encode(trained, [text])
    assert not text or min(ids) >= len(SPELLINGS)
    assert bpe.pieces(restored) == bpe.pieces(trained)
    assert bpe.vocabulary(restored) == bpe.vocabulary(trained)


@pytest.mark.parametrize("shares", ["", "0.1 0.2 0.3;0.1 0.2 0.3"])
@pytest.mark.parametrize(("kind", "error"), [("f16", 5e-4), ("q8_0", 5e-3)])
def test_what_is_written_is_read(tmp_path: Path, shares: str, kind: str, error: float) -> None:
    vocabulary = bpe.vocabulary(bpe.train(TEXTS, 300))
    shape = Shape(vocabulary=len(vocabulary.tokens), width=32, blocks=2, heads=4, shared_heads=2, hidden=64)
    weights = initial(shape, seed=1)
    origin = export.Origin("some texts", 1, 1234, "MIT")
    contents = export.Contents(weights, shape, vocabulary, origin, shares)
    export.write(tmp_path / "model.gguf", contents, kind)
    found = export.read(tmp_path / "model.gguf")
    assert (found.shape, found.vocabulary, found.origin, found.shares) == (shape, vocabulary, origin, shares)
    assert found.weights.keys() == weights.keys()
    for name, tensor in weights.items():
        assert torch.allclose(found.weights[name], tensor, atol=error)


def test_a_written_vocabulary_is_read(tmp_path: Path) -> None:
    vocabulary = bpe.vocabulary(bpe.train(TEXTS, 300))
    vocabulary.write(tmp_path / "vocabulary.json")
    assert bpe.Vocabulary.read(tmp_path / "vocabulary.json") == vocabulary


def test_the_shipped_file_is_of_the_shape_that_is_trained() -> None:
    found = export.read(SHIPPED)
    assert {name: tensor.shape for name, tensor in found.weights.items()} == {
        name: tensor.shape for name, tensor in initial(Shape(), seed=1).items()
    }
    (ids,) = bpe.encode(bpe.restored(found.vocabulary), ["def area(width):\n    return width\n"])
    assert len(ids) < 12
