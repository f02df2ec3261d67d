"""Languages: folders with a grammar and a manifest, loaded into the form that the core reads."""

from engine.languages.language import Language
from engine.languages.loader import language_names, load_language

__all__ = ["Language", "language_names", "load_language"]
