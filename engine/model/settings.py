"""`ModelSettings` says which model to load and how many resources it may use."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

STARTER = Path(__file__).resolve().parent.parent / "starter" / "starter.gguf"
"""The model that ships with the package. It is loaded when no other model is named."""

STARTER_LANGUAGES = (
    "bash",
    "c",
    "cpp",
    "csharp",
    "css",
    "go",
    "html",
    "java",
    "javascript",
    "json",
    "jsonc",
    "kotlin",
    "php",
    "python",
    "rust",
    "toml",
    "tsx",
    "typescript",
    "yaml",
)
"""The languages that the starter model was trained on. Its output in other languages is noise.

A language is called by the name of its folder, and one of several that a folder balances alike by the
identifier that editors have for it.
"""


@dataclass(frozen=True)
class ModelSettings:
    """The way in which a model is loaded.

    Attributes:
        path: A GGUF file. None selects the starter model.
        context_size: The maximum number of tokens of prompt and completion together. A model trained with a
            smaller context lowers it.
        threads: The number of threads that compute. None selects `threads.default_threads()`.
        gpu_layers: The number of layers to put on a graphics processor, -1 for all. 0 uses the CPU alone.
        without_fim: Whether a model without fill-in-the-middle tokens may be used, with only the text before
            the cursor as its prompt.
        remote_url: The address of a server that has a model. No file is loaded then. None uses the file.
        memory_limit: The memory in megabytes that the model's process may take. None selects
            `memory_limit.memory_limit()`.
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
        """The names of the languages that the model supports, or None for all languages.

        A file or a server that the user has named is not restricted, because the choice is the user's.
        """
        return STARTER_LANGUAGES if self.path is None and self.remote_url is None else None

    def supports(self, language: str) -> bool:
        """Return whether the model supports a language, which is called as in `STARTER_LANGUAGES`."""
        return self.languages is None or language in self.languages
