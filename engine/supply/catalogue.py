"""The known models, from `known_models.json`: each with its address, size, licence and digest."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from quoin.engine.errors import SupplyError
from quoin.engine.util.user_dirs import data_folder

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = Path(__file__).with_name("known_models.json")

CONTEXT = 4096
"""The context in tokens for which memory is estimated: the default of the setting `model.contextSize`."""

PROCESS_BYTES = 400_000_000
"""The memory of the model's process without weights and cache: Python, the engine, one batch."""

ROUNDING = 0.005
"""The largest relative error of a size with three digits."""


@dataclass(frozen=True)
class KnownModel:
    """One model of the list.

    Attributes:
        name: The name by which it is asked for.
        title: The name that people know.
        maker: Who has trained it, and who has made the file.
        quantisation: llama.cpp's name for the format of the weights.
        licence: The licence's name.
        licence_address: The address of the licence's text.
        licence_note: What one should know of the licence; empty if it is permissive.
        context: The largest number of tokens of prompt and completion.
        bytes: The size of the file.
        bytes_exact: Whether the size is exact; otherwise it has three digits.
        cache_bytes: The size of the key-value cache for one token of context.
        address: The address of the file.
        page: The address of a page for people, which names the digest.
        hosts: The hosts that may be asked for the file; `*.` stands for any name before the rest.
        sha256: The digest of the file in hexadecimal digits; None if none is known.
        unverified: The names of the values for which there are not two sources that agree.
    """

    name: str
    title: str
    maker: str
    quantisation: str
    licence: str
    licence_address: str
    licence_note: str
    context: int
    bytes: int
    bytes_exact: bool
    cache_bytes: int
    address: str
    page: str
    hosts: tuple[str, ...]
    sha256: str | None
    unverified: tuple[str, ...]

    @property
    def file_name(self) -> str:
        """The name of the file, here as there."""
        return PurePosixPath(urlsplit(self.address).path).name

    @property
    def memory_bytes(self) -> int:
        """An estimate of the memory that the model's process needs with the default context."""
        return self.bytes + self.cache_bytes * min(CONTEXT, self.context) + PROCESS_BYTES

    def may_have(self, size: int) -> bool:
        """Return whether a file of this size in bytes may be the one of the list."""
        return size == self.bytes if self.bytes_exact else abs(size - self.bytes) <= ROUNDING * self.bytes

    def allows(self, host: str) -> bool:
        """Return whether a host may be asked for the file."""
        name = host.lower().rstrip(".")
        return any(
            name.endswith(allowed[1:]) if allowed.startswith("*.") else name == allowed
            for allowed in self.hosts
        )


def known_models() -> tuple[KnownModel, ...]:
    """Return the known models in the order of the list."""
    content = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(_model(entry) for entry in content["models"])


def known_model(name: str) -> KnownModel:
    """Return the known model of a name.

    Raises:
        SupplyError: There is none.
    """
    models = known_models()
    for model in models:
        if model.name == name:
            return model
    raise SupplyError(
        f"there is no model {name!r} in the list; known are {', '.join(m.name for m in models)}"
    )


def models_folder() -> Path:
    """Return the folder for downloaded models, which is in the user's data folder; it need not exist."""
    return data_folder() / "models"


def _model(entry: Mapping[str, Any]) -> KnownModel:
    values = {name: value for name, value in entry.items() if name != "sources"}
    return KnownModel(**{**values, "hosts": tuple(entry["hosts"]), "unverified": tuple(entry["unverified"])})
