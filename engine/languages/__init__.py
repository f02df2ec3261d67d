"""Languages: folders with a grammar and a manifest, loaded into the form that the core reads."""

from typing import TYPE_CHECKING

from engine.util.lazy_exports import on_demand

if TYPE_CHECKING:
    from engine.languages.language import Language
    from engine.languages.loader import language_names, load_language

__all__ = ["Language", "language_names", "load_language"]

__getattr__ = on_demand(
    __name__,
    {
        "engine.languages.language": ("Language",),
        "engine.languages.loader": ("language_names", "load_language"),
    },
)
