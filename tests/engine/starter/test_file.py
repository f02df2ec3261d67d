"""What the shipped file says of itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from gguf import GGUFReader, TokenType

import quoin.engine.starter
from quoin.engine.starter import markers
from quoin.engine.starter.texts import lists

FILE = Path(quoin.engine.starter.__file__).with_name("starter.gguf")
LARGEST = 40_000_000
LICENCES = " AND ".join(sorted(lists.LICENCES - {"BlueOak-1.0.0", "Python-2.0"}, key=str.lower))


@pytest.fixture(scope="module")
def reader() -> GGUFReader:
    return GGUFReader(FILE)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("general.architecture", "llama"),
        ("general.name", "quoin starter"),
        ("general.license", LICENCES),
        ("general.file_type", 7),
        ("quoin.fim.order", "spm"),
        ("quoin.training.seed", 1),
        ("llama.context_length", 1024),
        ("tokenizer.ggml.model", "gpt2"),
        ("tokenizer.ggml.pre", "qwen2"),
        ("tokenizer.ggml.bos_token_id", 0),
        ("tokenizer.ggml.eos_token_id", 0),
        ("tokenizer.ggml.eot_token_id", 0),
        ("tokenizer.ggml.add_bos_token", False),
        ("tokenizer.ggml.fim_pre_token_id", 1),
        ("tokenizer.ggml.fim_suf_token_id", 2),
        ("tokenizer.ggml.fim_mid_token_id", 3),
    ],
)
def test_metadata(reader: GGUFReader, key: str, value: object) -> None:
    assert reader.fields[key].contents() == value


def test_no_path_of_the_machine_that_trained_it(reader: GGUFReader) -> None:
    texts = [
        field.contents() for key, field in reader.fields.items() if key.startswith(("general.", "quoin."))
    ]
    assert not any(isinstance(text, str) and "/" in text for text in texts)


def test_size() -> None:
    assert FILE.stat().st_size <= LARGEST


def test_control_tokens(reader: GGUFReader) -> None:
    tokens = reader.fields["tokenizer.ggml.tokens"].contents()
    kinds = reader.fields["tokenizer.ggml.token_type"].contents()
    control = {index for index, kind in enumerate(kinds) if kind == TokenType.CONTROL}
    assert control == {markers.END, markers.PREFIX, markers.SUFFIX, markers.MIDDLE}
    assert tuple(tokens[index] for index in sorted(control)) == markers.SPELLINGS


def test_each_merge_makes_a_token_of_two(reader: GGUFReader) -> None:
    tokens = reader.fields["tokenizer.ggml.tokens"].contents()
    merges = [merge.split(" ") for merge in reader.fields["tokenizer.ggml.merges"].contents()]
    known = set(tokens)
    assert all({left, right, left + right} <= known for left, right in merges)
    single = {token for token in tokens[len(markers.SPELLINGS) :] if len(token) == 1}
    assert len(single) == 256  # all bytes: any text can be written
    assert len(tokens) == len(markers.SPELLINGS) + len(single) + len({left + right for left, right in merges})


def test_tensors(reader: GGUFReader) -> None:
    assert {(len(tensor.shape), tensor.tensor_type.name) for tensor in reader.tensors} == {
        (2, "Q8_0"),
        (1, "F32"),
    }
    assert "output.weight" not in {tensor.name for tensor in reader.tensors}  # tied to the embedding
