"""Which model to load, and with what share of the machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

STARTER = Path(__file__).resolve().parent.parent / "starter" / "starter.gguf"
"""The model that ships with the package and is loaded when no other is named."""

STARTER_LANGUAGES = ("python",)
"""The languages that it was trained on; in others it writes noise."""


@dataclass(frozen=True)
class ModelSettings:
    """How to load a model.

    Attributes:
        path: a GGUF file; None is the starter model.
        context_size: tokens of prompt and completion together; a model trained with fewer lowers it.
        threads: threads that compute; None is `threads.default_threads()`.
        gpu_layers: layers to put on a graphics processor, -1 for all; 0 uses the processor alone.
        without_fim: whether a model without fill-in-the-middle tokens is used, with the text before the
            cursor alone.
        remote_url: address of a server that has a model; then no file is loaded. None uses the file.
        memory_limit: megabytes that the model's process may take; None is `memory_limit.memory_limit()`.
    """

    path: Path | None = None
    context_size: int = 4096
    threads: int | None = None
    gpu_layers: int = 0
    without_fim: bool = False
    memory_limit: int | None = None
    remote_url: str | None = None

    @property
    def file(self) -> Path:
        """The file to load."""
        return STARTER if self.path is None else self.path

    @property
    def languages(self) -> tuple[str, ...] | None:
        """The languages that the model is for, by name; None for all.

        A file or a server that the user has named is the user's choice, whatever it knows.
        """
        return STARTER_LANGUAGES if self.path is None and self.remote_url is None else None
