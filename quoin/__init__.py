"""quoin computes code completions that fit between the text before a cursor and the text after it.

A `Language` has a `Quotient` by both texts. The quotient's `State` reads a middle byte by byte, and
says whether the middle is a viable prefix and whether it is a member:

    language = quoin.load_language("python")
    state = language.quotient("print(", ")").start()
    state.advance(b"x + 1")
    assert state.member

Each name is imported on first use, since a program that only sends requests to a model's process needs few
of them.
"""

from typing import TYPE_CHECKING

from quoin.engine.util.lazy_exports import on_demand

if TYPE_CHECKING:
    from quoin.engine.errors import CoreError, EngineError, LanguageError
    from quoin.engine.language import Language, language_names, load_language
    from quoin.engine.quotient.quotient import MissingName, Problem, Quotient, State
    from quoin.engine.quotient.session import Session
    from quoin.engine.quotient.vocabulary import Vocabulary

__all__ = [
    "CoreError",
    "EngineError",
    "Language",
    "LanguageError",
    "MissingName",
    "Problem",
    "Quotient",
    "Session",
    "State",
    "Vocabulary",
    "language_names",
    "load_language",
]

__getattr__ = on_demand(
    __name__,
    {
        "quoin.engine.errors": ("CoreError", "EngineError", "LanguageError"),
        "quoin.engine.language": ("Language", "language_names", "load_language"),
        "quoin.engine.quotient.quotient": ("MissingName", "Problem", "Quotient", "State"),
        "quoin.engine.quotient.session": ("Session",),
        "quoin.engine.quotient.vocabulary": ("Vocabulary",),
    },
)
