"""A model's file, read back to go on from. Needs what the extra `train` brings."""

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
def test_what_is_written_is_read(tmp_path: Path, shares: str) -> None:
    vocabulary = bpe.vocabulary(bpe.train(TEXTS, 300))
    shape = Shape(vocabulary=len(vocabulary.tokens), width=16, blocks=2, heads=4, shared_heads=2, hidden=24)
    weights = initial(shape, seed=1)
    origin = export.Origin("some texts", 1, 1234, "MIT")
    export.write(tmp_path / "model.gguf", export.Contents(weights, shape, vocabulary, origin, shares))
    found = export.read(tmp_path / "model.gguf")
    assert (found.shape, found.vocabulary, found.origin, found.shares) == (shape, vocabulary, origin, shares)
    assert found.weights.keys() == weights.keys()
    for name, tensor in weights.items():
        assert torch.equal(found.weights[name], tensor.to(torch.float16).float())


def test_the_shipped_file_can_be_gone_on_from() -> None:
    found = export.read(SHIPPED)
    assert {name: tensor.shape for name, tensor in found.weights.items()} == {
        name: tensor.shape for name, tensor in initial(Shape(), seed=1).items()
    }
    (ids,) = bpe.encode(bpe.restored(found.vocabulary), ["def area(width):\n    return width\n"])
    assert len(ids) < 12
