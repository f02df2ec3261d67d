"""The core is let panic at its entry points; a build of it with panics on demand takes its place.

The scenario passes through every entry point. A case names a place and a pass through it; the answer says
what was raised there, and whether the scenario says the same afterwards as it did before.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from typing import TYPE_CHECKING, Any

LIBRARY = "QUOIN_TEST_CORE"
"""The environment variable that names the file of that build."""
CORE = "quoin.engine._core"

if TYPE_CHECKING:
    from types import ModuleType


def take_place() -> ModuleType:
    """Load the build with panics in the place of the core."""
    loader = ExtensionFileLoader(CORE, os.environ[LIBRARY])
    spec = importlib.util.spec_from_file_location(CORE, os.environ[LIBRARY], loader=loader)
    if spec is None:
        raise AssertionError(os.environ[LIBRARY])
    module = importlib.util.module_from_spec(spec)
    sys.modules[CORE] = module
    loader.exec_module(module)
    return module


LEFT, RIGHT = b"local known = 1\nprint(known, f(", b"))\nprint(missing)\n"
TOKENS = [b"a", b"known", b")", b"(", b",", b" ", b"1", b"\n", b"x", b"", b"end"]
SHARES = [[0.1, 0.1, 0.1]] * 6


class Scenario:
    """What a request does with the core, and more; the language and the vocabulary serve all requests."""

    def __init__(self) -> None:
        import numpy as np  # noqa: PLC0415 - the core has been replaced before

        import quoin  # noqa: PLC0415
        from quoin.engine import _core  # noqa: PLC0415

        self.core: Any = _core
        self.language = quoin.load_language("lua")
        self.vocabulary = quoin.Vocabulary(TOKENS)
        self.logits = np.zeros(len(TOKENS), dtype=np.float32)

    def run(self) -> list[object]:
        """Pass through every entry point; what each of them says."""
        core, said = self.core, []
        grammar = self.language._built(None)
        said += [len(grammar.lexer()), grammar.sizes(), grammar.shortest_texts(), grammar.unfinished()]
        said += self._vocabulary(grammar)
        shared = self.language.core
        shared.forget()
        session = core.Session(shared, spare="code")
        said += [session.read_ahead(LEFT + RIGHT), len(session.memory()), len(shared.memory())]
        quotient = session.quotient(LEFT, RIGHT, [b"given"], [])
        said += [quotient.problem, quotient.filters_names(), quotient.spares(), quotient.size()[0] > 0]
        state = quotient.start()
        said += self._state(state)
        other = core.Session(shared).quotient(LEFT, RIGHT).start()
        both = core.State.of_all([state, other])
        said += [both.accepts(b"1"), self._guard(state)]
        return [*said, *self._numbers()]

    def _vocabulary(self, grammar: Any) -> list[object]:
        vocabulary = self.core.Vocabulary(TOKENS)
        data = vocabulary.prepare(grammar)
        return [
            len(vocabulary),
            vocabulary.texts(),
            vocabulary.restore(grammar, data),
            vocabulary.is_prepared(grammar),
        ]

    def _state(self, state: Any) -> list[object]:
        copy = state.copy()
        copy.admit_all()
        return [
            *(state.viable(), state.member(), state.accepts(b"known"), state.viable_prefix(b"known)")),
            *(copy.advance(b"x"), state.missing(), state.still_missing(), state.lacks_members()),
            state.expected(),
            *(state.completion(100, 100, True), state.open_bracket(False), state.surroundings()),
            state.is_in_word(),
            state.mask(self.vocabulary.core),
        ]

    def _guard(self, state: Any) -> list[object]:
        core = self.core
        openings = core.Openings(state, LEFT, RIGHT, False)
        core.Guard(state, openings.layout())
        guard = core.Guard(state, openings)
        copy = guard.copy()
        copy.admit("all")
        copy.owe_nothing()
        numbers = b"".join(number.to_bytes(4, "little") for number in range(len(TOKENS)))
        return [
            *(guard.admitted(), guard.unsettled_names(), guard.filters_names(), guard.missing()),
            *(
                guard.still_missing(),
                guard.binds(b"x"),
                guard.has_typed_unknown_name(),
                guard.member(),
                guard.accepts(b"known"),
            ),
            *(guard.accepts_each(self.vocabulary.core, numbers, 0), guard.refusal(b"end")),
            *(guard.may_end_with(b"known"), guard.closing(False), guard.forced(), guard.advance(b"known")),
            guard.mask(self.vocabulary.core),
        ]

    def _numbers(self) -> list[object]:
        core = self.core
        logits = core.Logits(self.logits.__array_interface__["data"][0], len(self.logits))
        ngrams = core.Ngrams(bytes(40), SHARES)
        mixed = self.logits.copy()
        ngrams.interpolate(core.Logits(mixed.__array_interface__["data"][0], len(mixed)), [0], None)
        return [logits.summary(), logits.best(3)]


def main() -> None:
    """Serve cases: none for the places that the scenario passes, or a place with the number of a pass."""
    panics: Any = take_place()
    from tests.support.limited import serve  # noqa: PLC0415

    scenario = Scenario()
    scenario.run()
    before = {(file, line): count for file, line, count in panics.entered()}
    sound = scenario.run()
    places = [
        (file, line, count - before[file, line])
        for file, line, count in panics.entered()
        if count > before[file, line]
    ]

    def answer(case: Any) -> Any:
        if case is None:
            return places
        panics.panic_at(*case)
        raised = "nothing"
        try:
            scenario.run()
        except Exception as error:  # noqa: BLE001 - it is told what was raised
            raised = type(error).__name__
        return {"raised": raised, "same": scenario.run() == sound}

    serve(answer)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
    main()
