"""The engine: languages, their quotients by a text's two contexts, decoding and models.

A `Language` gives the `Quotient` by what stands left and right of a cursor; its `State` follows a
growing middle byte by byte and says whether it is still viable and whether it is a member:

    language = engine.load_language("python")
    state = language.quotient("print(", ")").start()
    state.advance(b"x + 1")
    assert state.member

Each name is loaded when it is first used: those who only talk to a model's process need few of them.
"""

from typing import TYPE_CHECKING

from engine.util.lazy_exports import on_demand

if TYPE_CHECKING:
    from engine.errors import CoreError, EngineError, LanguageError
    from engine.languages import Language, language_names, load_language
    from engine.quotient.quotient import Problem, Quotient, State
    from engine.quotient.session import Session
    from engine.quotient.vocabulary import Vocabulary

__all__ = [
    "CoreError",
    "EngineError",
    "Language",
    "LanguageError",
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
        "engine.errors": ("CoreError", "EngineError", "LanguageError"),
        "engine.languages": ("Language", "language_names", "load_language"),
        "engine.quotient.quotient": ("Problem", "Quotient", "State"),
        "engine.quotient.session": ("Session",),
        "engine.quotient.vocabulary": ("Vocabulary",),
    },
)
