"""A `CompletionService` loads a model and completes with it under a language's mask.

The quotient and the decoder are in the process of the logits. With a vocabulary of 152k tokens the logits
take 600 kB a token, which must not be copied between processes. With a model on a server only text is
exchanged.
"""

from __future__ import annotations

import math
import re
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from quoin.engine.decoding.endings.oddities import Lexicon
from quoin.engine.decoding.endings.repetition import DEFINERS
from quoin.engine.decoding.endings.signs import with_signs
from quoin.engine.decoding.endings.trim import leading_blank_lines, trimmed
from quoin.engine.decoding.endings.worth import is_useful, worth_showing
from quoin.engine.decoding.timing import Cancelled, Deadline, Stopwatch, TimeIsUp
from quoin.engine.decoding.tokens.constraint import GrammarConstraint, NoConstraint, look_around
from quoin.engine.decoding.tokens.paying import PayingConstraint
from quoin.engine.errors import EngineError
from quoin.engine.language import Language, load_language
from quoin.engine.languages.definition import Level
from quoin.engine.model.backends.base import clashes_of, is_by_columns
from quoin.engine.model.backends.local import LocalModel
from quoin.engine.model.backends.reading import PendingView, Read, Unwanted
from quoin.engine.model.ipc.messages import CompletionRequest, CompletionResult
from quoin.engine.model.ipc.patch import as_bytes
from quoin.engine.model.worker.names import (
    binds_all,
    known_names,
    missing_imports,
    promise,
    with_bound_names,
    with_imports_first,
    with_names_left,
    with_needed_names,
    with_typed_name,
)
from quoin.engine.model.worker.silence import explained, without_view
from quoin.engine.model.worker.words import Words
from quoin.engine.quotient.cursor_context import cursor_context
from quoin.engine.quotient.interrupting import Interruptible
from quoin.engine.quotient.session import Session
from quoin.engine.recovery import SPARED, View, recover
from quoin.engine.recovery.headers import with_block
from quoin.engine.recovery.levels import compiling
from quoin.engine.util.lines import first_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from quoin.engine.decoding.result import Candidate, Found
    from quoin.engine.model.backends.base import Backend
    from quoin.engine.model.ipc.messages import Why
    from quoin.engine.model.settings import ModelSettings
    from quoin.engine.quotient.cursor_context import Place
    from quoin.engine.quotient.quotient import State

KEPT_SESSIONS = 8
"""The number of sessions that are kept, two for a document. The least recently used one is dropped; what was
known in it is read again in milliseconds."""

READ_AHEAD_BYTES = 1 << 20
"""The maximum length in bytes of a text that is read ahead, because the next request waits for the
reading."""

TAG_SIGN = ">"
"""The sign that ends a tag."""

RESERVED, MOST_RESERVED = 0.1, 0.3
"""The share of a request's time, and the most seconds, that decoding leaves to what follows it: the choice of
what is worth showing, and the signs that end it."""

UNREAD = "the time was over before the file was read"
UNCHOSEN = "the time was over before it was known what fits"

CODE = re.compile(rb"[{}\[\]<>=;]|\w\(")
"""What is in nearly every line of code after the cursor, and seldom in the rest of a comment."""

Key = tuple[str, str | None, str, Level]
"""The key of a session: language, version, document and level."""


class CompletionService:
    """A loaded model and the sessions of the documents in which it completes.

    Args:
        settings: Which model to load, and how.
        on_progress: A function that is called with the loaded share, from 0 to 1.

    Raises:
        ModelError: The model cannot be used.
    """

    def __init__(self, settings: ModelSettings, on_progress: Callable[[float], None]) -> None:
        started = time.perf_counter()
        self._model = _load(settings, on_progress)
        self._sessions: OrderedDict[Key, Session] = OrderedDict()
        self._aside = ThreadPoolExecutor(max_workers=1)
        self.info = self._model.describe(time.perf_counter() - started)

    def prepare(self, language: Language) -> None:
        """Prepare the masks of a language; another thread may complete at the same time."""
        # What is missing is built at its first use, and errors are reported then.
        with suppress(EngineError):
            self._model.prepare(language)

    def complete(self, request: CompletionRequest, cancelled: Callable[[], bool]) -> CompletionResult:
        """Complete at a cursor.

        Args:
            request: The cursor and what is wanted.
            cancelled: A function that says whether the caller has given up. It is called all the time.

        Raises:
            Cancelled: The caller has given up.
            ModelError: The model failed.
            EngineError: The language is not known, or the engine failed.
        """
        watch = Deadline(time.monotonic() + request.max_seconds, cancelled)
        stopwatch = Stopwatch()
        with stopwatch.measure("total"):
            result = self._complete(request, watch, stopwatch)
        return replace(result, seconds=dict(stopwatch.seconds))

    def finish(self, is_idle: Callable[[], bool]) -> None:
        """Let the model go on with the last prompt if its request ended before it was evaluated.

        Args:
            is_idle: A function that says whether there is no other work. It is called every few milliseconds;
                what was evaluated until then is kept.

        Raises:
            ModelError: The model failed.
        """
        self._model.finish(Deadline(math.inf, lambda: not is_idle()))

    def read_ahead(self, request: CompletionRequest, is_idle: Callable[[], bool]) -> None:
        """Read the whole text of a request for later cursors, unless the text is not a program.

        Args:
            request: A request that was answered.
            is_idle: A function that says whether there is no other work. It is called every few milliseconds;
                what was read until then is kept.

        Raises:
            EngineError: The engine failed.
        """
        left, right = _sides(request)
        if len(left) + len(right) > READ_AHEAD_BYTES:
            return
        session = self._session(request)

        def go_on() -> None:
            if not is_idle():
                raise Cancelled

        with suppress(Cancelled), Interruptible(go_on):
            if session.quotient(left, right).start().member:
                text = left + right
                while is_idle() and session.read_ahead(text):
                    pass

    def place(self, request: CompletionRequest, cancelled: Callable[[], bool]) -> Place:
        """Return the kind of place that the cursor is in; code if that cannot be known.

        Raises:
            Cancelled: The caller has given up.
            EngineError: The language is not known, or the engine failed.
        """
        watch = Deadline(time.monotonic() + request.max_seconds, cancelled)
        place: Place = "code"
        with suppress(TimeIsUp), Interruptible(watch.check):
            place = self._place(request, _sides(request), watch)
        watch.check_cancelled()
        return place

    def _place(self, request: CompletionRequest, sides: tuple[bytes, bytes], watch: Deadline) -> Place:
        view = recover(self._session(request), *sides, watch.interrupted)
        return "code" if view is None else cursor_context(view.quotient.start())

    def _complete(
        self, request: CompletionRequest, watch: Deadline, stopwatch: Stopwatch
    ) -> CompletionResult:
        result, view = self._complete_in(request, watch, stopwatch, closing=request.unasked, mending=True)
        if view is None or not view.closed:
            return result
        ends_tag = any(_ends_tag(one, view) for one in result.candidates)
        if not ends_tag and (result.candidates or watch.interrupted()):
            return result
        # What the model has to say may be the end of the block or the tag.
        mending = bool(view.absent)
        return self._complete_in(request, watch, stopwatch, closing=False, mending=mending)[0]

    def _complete_in(
        self,
        request: CompletionRequest,
        watch: Deadline,
        stopwatch: Stopwatch,
        *,
        closing: bool,
        mending: bool,
    ) -> tuple[CompletionResult, View | None]:
        """Return what is found in the view of the kind (`recover`), and the view."""
        sides = _sides(request)
        early = watch.earlier(min(RESERVED * request.max_seconds, MOST_RESERVED))
        reading = PendingView(
            self._aside,
            lambda: self._read(request, sides, early, stopwatch, closing=closing, mending=mending),
        )
        try:
            # The model sees the file unchanged, whatever is absent from the view. What was found when the
            # early deadline passes is ended by the language, until the last one passes.
            with Interruptible(watch.check):
                found = self._model.find(request, sides, reading, early, stopwatch)
        except Unwanted as reason:
            watch.check_cancelled()
            return CompletionResult([], "none", str(reason), why=reason.why), None
        except TimeIsUp:
            return CompletionResult([], "none", UNREAD, why="time"), None
        finally:
            # A session must not be used by two threads at the same time.
            reading.wait()
        read = reading.result()
        if found is None or read is None:
            watch.check_cancelled()
            try:
                with Interruptible(watch.check):
                    return without_view(self._session(request).quotient(*sides), sides, watch), None
            except TimeIsUp:
                return CompletionResult([], "none", UNREAD, why="time"), None
        try:
            with Interruptible(watch.check):
                result = _result(found, read.view, request, sides)
        except TimeIsUp:
            return CompletionResult([], "none", UNCHOSEN, why="time"), read.view
        if not result.candidates and request.unasked:
            with suppress(TimeIsUp), Interruptible(watch.check):
                result = self._with_header(found, read.view, request, sides) or result
        return explained(result, found, early), read.view

    def _with_header(
        self, found: Found, view: View | None, request: CompletionRequest, sides: tuple[bytes, bytes]
    ) -> CompletionResult | None:
        """Return the result whose text ends a header without its block; None if there is none."""
        if view is None or request.guarantee != "region" or not found.candidates:
            return None
        headed = with_block(self._session(request), view)
        if headed is None:
            return None
        candidates = [_line_of(one) for one in found.candidates]
        headed = self._compiling(headed, request, sides)
        result = _result(replace(found, candidates=candidates), headed, request, sides)
        return result if result.candidates else None

    def _read(
        self,
        request: CompletionRequest,
        sides: tuple[bytes, bytes],
        watch: Deadline,
        stopwatch: Stopwatch,
        *,
        closing: bool,
        mending: bool,
    ) -> Read | None:
        with stopwatch.measure("quotient"), Interruptible(watch.check):
            free = request.guarantee == "off"
            view = None if free else self._view(request, sides, watch, closing=closing, mending=mending)
            if request.unwanted_in:
                place = self._place_in(view, request, sides, watch)
                if place != "code" and place in request.unwanted_in:
                    raise Unwanted(place)
            if free:
                return Read(NoConstraint(len(self._model.vocabulary)), None)
            if view is None:
                return None
            if _takes_code(view, sides[1], unasked=request.unasked):
                raise Unwanted("apart")
            if request.pay and binds_all(view):
                raise Unwanted("bound")
            return Read(self._guard(view, request, stopwatch), view)

    def _view(
        self,
        request: CompletionRequest,
        sides: tuple[bytes, bytes],
        watch: Deadline,
        *,
        closing: bool,
        mending: bool,
    ) -> View | None:
        """What the completion is made to fit into; None if there is nothing of the kind."""
        session = self._session(request)
        if request.guarantee == "region":
            view = recover(session, *sides, watch.interrupted, closing=closing, mending=mending)
        else:
            quotient = session.quotient(*sides)
            view = None if quotient.empty else View(quotient, *sides, (), "file")
        return None if view is None else self._compiling(view, request, sides)

    def _compiling(self, view: View, request: CompletionRequest, sides: tuple[bytes, bytes]) -> View:
        """Return a view whose middles compile and read known names, as far as the language can."""
        compiler = self._session(request, level="compiles")
        if compiler is self._session(request) and not compiler.language.knows_names:
            return view
        return compiling(view, compiler, known_names(request, view, sides), request.importable)

    def _place_in(
        self, view: View | None, request: CompletionRequest, sides: tuple[bytes, bytes], watch: Deadline
    ) -> Place:
        """Return the kind of place that the cursor is in, from the view if there is one."""
        if view is not None:
            return cursor_context(view.quotient.start())
        return "code" if request.guarantee == "region" else self._place(request, sides, watch)

    def _guard(self, view: View, request: CompletionRequest, stopwatch: Stopwatch) -> GrammarConstraint:
        state, around = view.start(), None
        by_columns = is_by_columns(view)
        # What is missing is bound where the cursor is, and not in a block that begins after it.
        may_leave = not (request.stay_in_context or request.pay)
        if by_columns or not may_leave:
            around = look_around(state, view.left, view.right, by_columns=by_columns, may_leave=may_leave)
        if request.pay:
            imports = missing_imports(state, view.right, request.version)
            return PayingConstraint(
                state, self._model.vocabulary, stopwatch, around, view.left, imports=imports
            )
        return GrammarConstraint(state, self._model.vocabulary, stopwatch, around)

    def _session(self, request: CompletionRequest, level: Level = "parses") -> Session:
        language = load_language(request.language, request.version, level=level)
        key = _key(request, language.level)
        if key not in self._sessions:
            self._sessions[key] = Session(language, spare=SPARED)
        self._sessions.move_to_end(key)
        if len(self._sessions) > KEPT_SESSIONS:
            self._sessions.popitem(last=False)
        return self._sessions[key]

    def forget(self, request: CompletionRequest) -> None:
        """Drop the sessions of a document in which the engine failed."""
        for level in get_args(Level):
            self._sessions.pop(_key(request, level), None)


def _load(settings: ModelSettings, on_progress: Callable[[float], None]) -> Backend:
    if settings.remote_url is None:
        return LocalModel(settings, on_progress)
    # Only this model needs the modules of the network.
    from quoin.engine.model.backends.remote import RemoteModel  # noqa: PLC0415

    return RemoteModel(settings)


def _sides(request: CompletionRequest) -> tuple[bytes, bytes]:
    return as_bytes(request.left), as_bytes(request.right)


def _key(request: CompletionRequest, level: Level) -> Key:
    return request.language, request.version, request.document, level


def _result(
    found: Found, view: View | None, request: CompletionRequest, sides: tuple[bytes, bytes]
) -> CompletionResult:
    whole = request.stay_in_context and request.unasked
    trimmed = found.candidates if view is None else _trimmed(found.candidates, view, sides, whole=whole)
    candidates = trimmed
    is_wanted = found.empty or len(candidates) < len(found.candidates)
    why: Why | None = None
    if view is not None and candidates:
        # A user who has asked gets all candidates, also those that repeat a line further below in the file.
        around = sides if request.unasked else (sides[0], b"")
        # A part of what binds all that is missing does not bind it all.
        if request.pay:
            candidates = [with_imports_first(one, view, request.version) for one in candidates]
        else:
            surer = [with_needed_names(one, view) for one in candidates] if request.unasked else candidates
            worth = _worth_showing(surer, view, around, request)
            candidates = worth if worth or request.unasked else candidates
            if request.stay_in_context:
                ends = view.quotient.language.manifest.stand_ins.ending_words
                candidates = [one for one in candidates if not one.makes_up(ends)]
        why = None if candidates else _why_none(trimmed, sides[0], request.least_confidence)
        named = (with_names_left(one, view.left) if one.unknown else one for one in candidates)
        named = (with_typed_name(one, view, request.importable) for one in named)
        candidates = [with_bound_names(one, view) for one in named]
    return CompletionResult(
        candidates=candidates,
        guarantee="none" if view is None else view.guarantee,
        level="parses" if view is None else view.level,
        names=promise(request, view),
        refused=found.refused,
        tokens=found.tokens,
        tokens_refused=found.tokens_refused,
        absent=[] if view is None else list(view.absent),
        present=[] if view is None else [one.text.decode().strip() for one in view.present],
        empty=is_wanted and not candidates and why is None and (view is None or view.start().member),
        why=why,
    )


def _line_of(candidate: Candidate) -> Candidate:
    """Return what the model has written of a candidate's first line, of which any beginning may be used."""
    written = candidate.text[: candidate.written if candidate.ended == "closed" else None]
    return replace(candidate, text=first_line(written.encode()).decode(), written=None, ended="open")


def _ends_tag(candidate: Candidate, view: View) -> bool:
    """Return whether a candidate ends a tag whose end counts as present, which is text then."""
    return TAG_SIGN in candidate.text and any(one.text.startswith(TAG_SIGN.encode()) for one in view.present)


def _why_none(candidates: list[Candidate], left: bytes, least: float) -> Why:
    """Return why none of the candidates is shown."""
    return "unkept" if any(is_useful(one, left, least) for one in candidates) else "unsure"


def _takes_code(view: View, right: bytes, *, unasked: bool) -> bool:
    """Return whether each completion would make code after the cursor text, and that is not wanted.

    Who has asked may be about to begin a string or a comment, but hardly one that swallows what is code.
    """
    spares = view.quotient.spares
    if unasked:
        return spares in ("lines", "nothing")
    return spares == "nothing" and CODE.search(first_line(right)) is not None


def _start(view: View, candidate: Candidate) -> State:
    """Return the state at the cursor, from which a candidate's unknown names may be read."""
    state = view.start()
    if candidate.unknown:
        state.admit_all()
    return state


def _fits(start: Callable[[], State]) -> Callable[[bytes], bool]:
    def fits(middle: bytes) -> bool:
        state = start()
        return state.advance(middle) and state.member

    return fits


def _worth_showing(
    candidates: list[Candidate], view: View, sides: tuple[bytes, bytes], request: CompletionRequest
) -> list[Candidate]:
    def ended(candidate: Candidate) -> Callable[[bytes], bytes | None]:
        return lambda middle: with_signs(_start(view, candidate), middle)

    manifest, least = view.quotient.language.manifest, request.least_confidence
    terminals = manifest.names.terminals
    definers = (*terminals.get("function", ()), *terminals.get("class", ())) or DEFINERS
    is_scoped = bool(manifest.types and manifest.types.fields)
    has = Words(request, view, sides).has
    lexicon = Lexicon(
        definers,
        has,
        is_scoped=is_scoped,
        keys_by_column=manifest.keys_by_column,
        words_by_blanks=manifest.words_by_blanks,
    )
    clashes = clashes_of(sides, view)
    lexicon = lexicon if clashes is None else lexicon._replace(clashes=clashes.has)
    found = (worth_showing(one, sides, ended(one), least, lexicon) for one in candidates)
    return [one for one in found if one is not None]


def _trimmed(
    candidates: list[Candidate], view: View, sides: tuple[bytes, bytes], *, whole: bool
) -> list[Candidate]:
    """Return the candidates without a blank beginning and repetitions of the text after the cursor.

    Empty ones are left out.

    `whole` says whether a candidate that repeats the following lines as a whole is left out, because it stays
    in context.
    """
    left, right = sides

    def trim(one: Candidate) -> Candidate:
        fits = _fits(lambda: _start(view, one))
        text = trimmed(one.text.encode(), left, right, fits, whole=whole)
        blank = leading_blank_lines(text, left, fits)
        return replace(one, text=text.decode()).without_beginning(blank)

    found = [trim(one) for one in candidates]
    # White space counts as a candidate if the file does not fit without a completion.
    needs = not _fits(view.start)(b"")
    return [one for one in found if one.text.strip() or (one.text and needs)]
