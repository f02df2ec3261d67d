"""Model files made for tests from the starter model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gguf import GGUFReader, GGUFValueType, GGUFWriter, TokenType

if TYPE_CHECKING:
    from pathlib import Path

FIM_KEYS = {f"tokenizer.ggml.fim_{part}_token_id": part for part in ("pre", "suf", "mid")}
SPELLED = {"<|fim_prefix|>": "<|a|>", "<|fim_suffix|>": "<|b|>", "<|fim_middle|>": "<|c|>"}


def rewrite(
    source: Path,
    target: Path,
    *,
    drop: tuple[str, ...] = (),
    add: dict[str, str | int] | None = None,
    respell: dict[str, str] | None = None,
) -> Path:
    """Copy a model with other metadata: keys dropped, keys added, tokens spelled otherwise."""
    reader = GGUFReader(source)
    architecture = reader.fields["general.architecture"].contents()
    writer = GGUFWriter(target, architecture)
    for key, field in reader.fields.items():
        if not key.startswith("GGUF.") and key not in (*drop, "general.architecture"):
            value = field.contents()
            if key == "tokenizer.ggml.tokens":
                value = [(respell or {}).get(token, token) for token in value]
            _add(writer, key, value, field.types)
    for key, value in (add or {}).items():
        _add(writer, key, value, [GGUFValueType.STRING if isinstance(value, str) else GGUFValueType.UINT32])
    _finish(writer, reader)
    return target


def _finish(writer: GGUFWriter, reader: GGUFReader) -> None:
    """Add the same weights, and write the file."""
    for tensor in reader.tensors:
        writer.add_tensor(tensor.name, tensor.data, raw_dtype=tensor.tensor_type)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _add(writer: GGUFWriter, key: str, value: Any, types: list[GGUFValueType]) -> None:
    writer.add_key_value(key, value, types[0], types[1] if len(types) > 1 else None)


def without_fim(source: Path, target: Path) -> Path:
    """A model that was not trained to fill in."""
    return rewrite(source, target, drop=tuple(FIM_KEYS), respell=SPELLED)


def with_sentence_piece(source: Path, target: Path, words: list[str]) -> Path:
    """A model whose tokens are the bytes and these words, tokenised as CodeLlama's are.

    A blank is written U+2581 in a word, and goes in front of each text.
    """
    reader = GGUFReader(source)
    kept = {
        key: field for key, field in reader.fields.items() if "tokenizer" not in key and "GGUF" not in key
    }
    size = len(reader.fields["tokenizer.ggml.tokens"].contents())
    control = ["</s>", "▁<PRE>", "▁<SUF>", "▁<MID>"]
    tokens = [*control, *(f"<0x{byte:02X}>" for byte in range(256)), *words]
    tokens += [f"▁unused{number}" for number in range(size - len(tokens))]
    types = [TokenType.CONTROL] * len(control) + [TokenType.BYTE] * 256
    types += [TokenType.NORMAL] * (size - len(types))
    writer = GGUFWriter(target, kept.pop("general.architecture").contents())
    for key, field in kept.items():
        _add(writer, key, field.contents(), field.types)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_types(types)
    writer.add_token_scores([-float(number) for number in range(size)])
    writer.add_eos_token_id(0)
    _finish(writer, reader)
    return target
