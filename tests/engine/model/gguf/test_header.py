"""The look at a model file before llama.cpp gets it: what is read, and what is said of bad files."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from gguf import GGUFReader
from hypothesis import given
from hypothesis import strategies as st

from quoin.engine.model import STARTER, ModelError
from quoin.engine.model.fim.tokens import WANTED, find_fim_tokens
from quoin.engine.model.gguf.checks import check_header
from quoin.engine.model.gguf.constants import BLOCKS
from quoin.engine.model.gguf.header import read_header
from tests.engine.model.llama.vocabularies import LAYOUTS, write
from tests.support.effort import examples

if TYPE_CHECKING:
    from collections.abc import Callable


def check(path: Path, *words: str) -> None:
    """The file is refused in one line that names it and holds the words."""
    with pytest.raises(ModelError) as raised:
        read_header(path)
    message = str(raised.value)
    assert "\n" not in message
    for word in (str(path), *words):
        assert word in message


def head(version: int = 3, tensors: int = 0, values: int = 0) -> bytes:
    return b"GGUF" + struct.pack("<IQQ", version, tensors, values)


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value)) + value.encode()


BAD: list[tuple[bytes, str]] = [
    (b"", "empty"),
    (b"def f():\n    return 1\n", "not a GGUF"),
    (b"GG", "not a GGUF"),
    (b"GGUF", "not a whole model file"),
    (head(version=1), "version 1"),
    (head(version=0x03000000), "version 50331648"),
    (head(values=1), "not a whole model file"),
    (head(values=2**63), "9223372036854775808 entries"),
    (head(tensors=2**16 + 1), "65537 entries"),
    (head(tensors=2**16), "not a whole model file"),
    (head(values=1) + struct.pack("<Q", 2**64 - 1), "not a whole model file"),
    (head(values=1) + text("key") + struct.pack("<I", 99), "value type 99 of 'key'"),
    (head(values=1) + text("key") + struct.pack("<IIQ", 9, 8, 2**62), "4611686018427387904 strings"),
    (head(values=1) + text("key") + struct.pack("<IIQ", 9, 8, 2**20), "not a whole model file"),
    (head(values=1) + text("key") + struct.pack("<IIQ", 9, 8, 2**20 + 1), "1048577 strings"),
    (head(values=1) + text("k" * 2**16), "a key has 65536 bytes"),
    (
        head(values=1) + text("key") + struct.pack("<I", 8) + text("x" * (2**24 + 1)),
        "'key' has 16777217 bytes",
    ),
    (
        head(values=1) + text("key") + struct.pack("<IIQ", 9, 8, 1) + text("x" * 2**26),
        "'key' has 67108872 bytes",
    ),
    (head(tensors=1) + text("t" * 2**16), "the name of a tensor has 65536 bytes"),
    (head(values=1) + text("key") + struct.pack("<IIQ", 9, 4, 2**62), "not a whole model file"),
    (head(values=1) + text("key") + struct.pack("<IIQ", 9, 9, 1), "unknown type 9"),
    (head(values=1) + text("general.alignment") + struct.pack("<II", 4, 0), "alignment is 0"),
    (head(values=1) + text("general.alignment") + struct.pack("<II", 4, 24), "alignment is 24"),
    (head(values=1) + text("general.alignment") + struct.pack("<II", 4, 2**31), "alignment is 2147483648"),
    (head(values=1) + text("general.alignment") + struct.pack("<I?", 7, True), "alignment is True"),
    (head(values=2) + (text("key") + struct.pack("<IB", 0, 1)) * 2, "two values of 'key'"),
    (head(tensors=1) + text("big") + struct.pack("<I", 5), "5 dimensions"),
    (head(tensors=1) + text("none") + struct.pack("<I", 0), "0 dimensions"),
    (head(tensors=1) + text("none") + struct.pack("<IQQIQ", 2, 4, 0, 0, 0), "impossible size [4, 0]"),
    (head(tensors=1) + text("odd") + struct.pack("<IQIQ", 1, 33, 8, 0), "impossible size [33]"),
    (head(tensors=2) + (text("twice") + struct.pack("<IQIQ", 1, 1, 0, 0)) * 2, "two tensors 'twice'"),
    (head(tensors=1) + text("big") + struct.pack("<IQIQ", 1, 2**40, 0, 0), "not a whole model file"),
    (head(tensors=1) + text("far") + struct.pack("<IQIQ", 1, 1, 0, 2**50), "not a whole model file"),
]


@pytest.mark.parametrize(("data", "words"), BAD, ids=[words for _, words in BAD])
def test_bad_files(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(data)
    check(path, words)


@pytest.mark.parametrize(
    ("make", "words"),
    [(Path.exists, "no model file"), (Path.mkdir, "is a folder")],
)
def test_no_file(tmp_path: Path, make: Callable[[Path], None], words: str) -> None:
    make(tmp_path / "model.gguf")
    check(tmp_path / "model.gguf", words)


def lists(*texts: str) -> bytes:
    return head(values=1) + text("key") + struct.pack("<IIQ", 9, 8, len(texts)) + b"".join(map(text, texts))


@pytest.mark.parametrize(
    ("texts", "wanted", "unique", "twice"),
    [
        (("a", "b", "a"), "b", "other", None),
        (("a", "b", "a"), "a", "other", "a"),
        (("a", "b", "a"), "c", "key", "a"),
        (("a", "b", "c"), "a", "key", None),
        (("", ""), "a", "key", ""),
    ],
)
def test_what_stands_there_twice(
    tmp_path: Path, texts: tuple[str, ...], wanted: str, unique: str, twice: str | None
) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(lists(*texts))
    if twice is None:
        assert read_header(path, frozenset({wanted}), unique=unique).array_lengths == {"key": len(texts)}
        return
    with pytest.raises(ModelError, match=f"'key' has {twice!r} twice"):
        read_header(path, frozenset({wanted}), unique=unique)


@pytest.mark.parametrize("share", [0.0001, 0.001, 0.01, 0.02, 0.1, 0.5, 0.999])
def test_a_truncated_model(tmp_path: Path, share: float) -> None:
    whole = STARTER.read_bytes()
    path = tmp_path / "truncated.gguf"
    path.write_bytes(whole[: int(share * len(whole))])
    check(path, "not a whole model file")


@pytest.mark.parametrize("missing", [1, 100])
def test_a_model_without_its_last_bytes(tmp_path: Path, missing: int) -> None:
    path = tmp_path / "truncated.gguf"
    path.write_bytes(STARTER.read_bytes()[:-missing])
    check(path, "not a whole model file")


def test_the_starter_model() -> None:
    header = read_header(STARTER)
    reader = GGUFReader(STARTER)
    assert header.tensor_count == len(reader.tensors)
    assert header.size_bytes == STARTER.stat().st_size
    assert header.text("general.architecture") == reader.fields["general.architecture"].contents()
    assert header.text("tokenizer.ggml.eos_token_id") is None
    assert header.metadata["tokenizer.ggml.eos_token_id"] == (
        reader.fields["tokenizer.ggml.eos_token_id"].contents()
    )
    assert header.array_lengths["tokenizer.ggml.tokens"] == (
        len(reader.fields["tokenizer.ggml.tokens"].contents())
    )


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(LAYOUTS["StarCoder2"], tmp_path_factory.mktemp("small") / "small.gguf")


EDITS = st.lists(
    st.tuples(st.integers(0, 1 << 16), st.binary(min_size=1, max_size=9)), min_size=1, max_size=4
)


@examples(300)
@given(edits=EDITS)
def test_no_file_leads_to_anything_but_a_header_or_a_message(
    small: Path, edits: list[tuple[int, bytes]]
) -> None:
    data = bytearray(small.read_bytes())
    for place, new in edits:
        at = place % len(data)
        data[at : at + len(new)] = new
    path = small.with_name("edited.gguf")
    path.write_bytes(data)
    message = ""
    try:
        header = read_header(path, WANTED)
        find_fim_tokens(header, path)
        check_header(header, path)
    except ModelError as error:
        message = str(error)
    assert "\n" not in message


def test_tensor_sizes_are_those_of_the_format() -> None:
    constants = pytest.importorskip("gguf.constants")
    sizes = {int(kind): size for kind, size in constants.GGML_QUANT_SIZES.items()}
    assert {kind: sizes[kind] for kind in BLOCKS if kind in sizes} == BLOCKS
