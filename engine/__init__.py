"""The engine: languages, their quotients by a text's two contexts, decoding and models.

A `Language` gives the `Quotient` by what stands left and right of a cursor; its `State` follows a
growing middle byte by byte and says whether it is still viable and whether it is a member:

    language = engine.load_language("python")
    state = language.quotient("print(", ")").start()
    state.advance(b"x + 1")
    assert state.member
"""

from engine.errors import CoreError, EngineError, LanguageError
from engine.languages import Language, language_names, load_language
from engine.quotient import Problem, Quotient, State, Vocabulary
from engine.session import Session

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
