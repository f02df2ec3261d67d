"""Who asks the model and who does not: requests of one document over time, with a model made for it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, get_args

import pytest

from quoin.lsp_server.completion.completer import NOTHING, Answer
from quoin.lsp_server.completion.scheduling import CompletionProvider, Shown
from quoin.lsp_server.documents.cursor import Cursor
from quoin.lsp_server.documents.documents import Document, Documents, Edit
from quoin.lsp_server.documents.text_buffer import Point
from quoin.lsp_server.languages.languages import Languages
from quoin.lsp_server.offer import Offer
from quoin.lsp_server.settings.configuration import Configuration
from tests.lsp_server.documents.contexts import sides_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from quoin.lsp_server.documents.cursor import Context

URI = "file:///a.py"


class Model:
    """Completes everything with what it `says`; keeps the texts before the cursors that it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.bounded: list[bool] = []
        self.unasked: list[bool] = []
        self.paid: list[bool] = []
        self.quiet: list[bool] = []
        self.begun = asyncio.Event()
        self.where = "code"
        self.says = "foo(a)"

    async def complete(
        self,
        _: Document,
        context: Context,
        *,
        bounded: bool,
        unasked: bool,
        unwanted_in: Collection[str],
        pay: bool,
        quiet: bool,
    ) -> Answer:
        if self.where in unwanted_in:
            return NOTHING
        self.asked.append(sides_of(context)[0])
        self.bounded.append(bounded)
        self.paid.append(pay)
        self.quiet.append(quiet)
        self.unasked.append(unasked)
        self.begun.set()
        await asyncio.sleep(0.01)
        return Answer((Offer(self.says),) if self.says else ())

    def language_of_part(self, _: Document, __: Context) -> None:
        return None

    async def place(self, _: Document, __: Context) -> str:
        return self.where


class Typing:
    """A user who types into one document, with an editor that asks at each key."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self.model = Model()
        configuration = Configuration(pytest.fail)
        configuration.initialize({"debounceMs": 300, **settings})
        self.suggestions = CompletionProvider(self.model, configuration, Languages())  # type: ignore[arg-type]
        self.documents = Documents()
        self.document = self.documents.open(URI, "python", 1, "")

    def write(self, text: str) -> None:
        """Have this text in the document, and nothing else; the cursor goes to its end."""
        self.suggestions.edited(URI)
        self.documents.change(URI, 2, [Edit(text)])

    @property
    def cursor(self) -> Cursor:
        at = Point(0, len(self.document.buffer.text))
        return Cursor(at, at)

    async def ask(self, *, automatic: bool = True) -> list[str]:
        answer = await self.suggestions.suggest(self.document, self.cursor, automatic=automatic)
        return [offer.text for offer in answer.offers]


async def test_of_a_burst_of_keys_only_the_last_reaches_the_model() -> None:
    user = Typing({})
    answers = []
    for end in range(1, 6):
        user.write("x = y"[:end])
        answers.append(asyncio.ensure_future(user.ask()))
        await asyncio.sleep(0.005)
    assert await asyncio.gather(*answers) == [[]] * 4 + [["foo(a)"]]
    assert user.model.asked == ["x = y"]


async def test_keys_with_pauses_reach_the_model_each() -> None:
    user = Typing({})
    for text in ("y", "yx"):
        user.write(text)
        assert await user.ask() == ["foo(a)"]
    assert user.model.asked == ["y", "yx"]


@pytest.mark.parametrize(("automatic", "waits"), [(True, True), (False, False)])
async def test_only_automatic_requests_wait(automatic: bool, waits: bool) -> None:
    user = Typing({"debounceMs": 2000})
    asked = asyncio.ensure_future(user.ask(automatic=automatic))
    await asyncio.sleep(0.2)
    assert asked.done() is not waits
    asked.cancel()


async def test_typing_along_and_back_asks_the_model_once() -> None:
    user = Typing({"debounceMs": 1500})
    user.write("x = ")
    assert await user.ask() == ["foo(a)"]
    for text, rest in [("x = f", "oo(a)"), ("x = foo(", "a)"), ("x = foo", "(a)"), ("x = ", "foo(a)")]:
        user.write(text)
        assert await asyncio.wait_for(user.ask(), 1) == [rest]
    assert user.model.asked == ["x = "]
    user.write("x = g")
    await user.ask(automatic=False)
    assert user.model.asked == ["x = ", "x = g"]


async def test_what_was_dismissed_is_not_shown_while_the_user_types_along_it() -> None:
    user = Typing({"debounceMs": 0})
    user.write("x = ")
    answer = await user.suggestions.suggest(user.document, user.cursor, automatic=True)
    user.suggestions.dismiss(answer.offers[0].id)
    for text, shown in [("x = f", []), ("x = foo(", []), ("x = ", []), ("x = g", ["foo(a)"])]:
        user.write(text)
        assert await user.ask() == shown
    assert user.model.asked == ["x = ", "x = g"]
    user.write("x = f")
    assert await user.ask(automatic=False) == ["foo(a)"]
    assert await user.ask() == []


async def test_what_was_dismissed_does_not_come_back_while_the_user_deletes() -> None:
    user = Typing({"debounceMs": 0})
    user.write("x = f")
    user.model.says = "oo(a)"
    answer = await user.suggestions.suggest(user.document, user.cursor, automatic=True)
    user.suggestions.dismiss(answer.offers[0].id)
    for text, says, shown in [
        ("x = ", "foo(a)", []),
        ("x =", " foo(a)", []),
        ("x = ", "", []),
        ("x", " += 1", [" += 1"]),
    ]:
        user.write(text)
        user.model.says = says
        assert await user.ask() == shown
    assert user.model.asked == ["x = f", "x = ", "x =", "x"]


async def test_what_is_missing_is_bound_once_when_the_user_asks() -> None:
    user = Typing({"debounceMs": 0})
    user.write("x = ")
    user.suggestions.bind_next(URI)
    await user.ask()
    await user.ask(automatic=False)
    await user.ask(automatic=False)
    assert user.model.paid == [False, True]
    user.suggestions.bind_next(URI)
    user.write("y = ")
    await user.ask(automatic=False)
    assert user.model.paid == [False, True, False]


async def test_nothing_is_remembered_on_request_and_after_a_change_of_settings() -> None:
    user = Typing({"cache.entries": 0})
    await user.ask()
    await user.ask()
    assert len(user.model.asked) == 2
    user = Typing({})
    await user.ask()
    user.suggestions.forget()
    await user.ask()
    assert len(user.model.asked) == 2


async def test_what_was_asked_with_other_settings_is_not_remembered() -> None:
    user = Typing({"debounceMs": 0})
    under_way = asyncio.ensure_future(user.ask())
    await user.model.begun.wait()
    user.suggestions.forget()
    assert await under_way == ["foo(a)"]
    await user.ask()
    assert len(user.model.asked) == 2


async def test_what_is_prefetched_is_not_asked_for_again() -> None:
    user = Typing({"debounceMs": 2000})
    user.write("x = foo(a)")
    user.suggestions.prefetch(user.document, user.cursor)
    assert await asyncio.wait_for(user.ask(), 1) == ["foo(a)"]
    assert user.model.asked == ["x = foo(a)"]


async def test_an_edit_or_another_request_ends_the_prefetch() -> None:
    user = Typing({"prefetch": True})
    user.suggestions.prefetch(user.document, user.cursor)
    await asyncio.sleep(0)
    user.write("y")
    await user.ask(automatic=False)
    user.write("")
    await user.ask(automatic=False)
    assert user.model.asked == ["", "y", ""]


async def test_no_prefetch_where_it_is_switched_off() -> None:
    user = Typing({"prefetch": False})
    user.suggestions.prefetch(user.document, user.cursor)
    await asyncio.sleep(0.05)
    assert user.model.asked == []


async def test_where_the_cursor_rests_the_next_key_need_not_wait() -> None:
    user = Typing({"debounceMs": 2000})
    user.write("x = ")
    user.suggestions.rests(user.document, user.cursor)
    await asyncio.sleep(0.05)
    user.write("x = f")
    assert await asyncio.wait_for(user.ask(), 1) == ["oo(a)"]
    assert (user.model.asked, user.model.unasked, user.model.quiet) == (["x = "], [True], [True])


@pytest.mark.parametrize(
    "settings",
    [
        {"prefetch": False},
        {"enable": False},
        {"trigger": "manual"},
        {"languages": {"python": False}},
        {"trusted": True, "remote.url": "http://127.0.0.1:1"},
    ],
)
async def test_where_the_cursor_rests_nothing_is_looked_for(settings: dict[str, Any]) -> None:
    user = Typing(settings)
    user.suggestions.rests(user.document, user.cursor)
    await asyncio.sleep(0.05)
    assert user.model.asked == []


STAYING = [
    ({}, [True, True]),
    ({"stayInContext": "automatic"}, [True, False]),
    ({"stayInContext": "always"}, [True, True]),
    ({"stayInContext": "never"}, [False, False]),
]


@pytest.mark.parametrize(("settings", "bounded"), STAYING)
async def test_staying_in_context(settings: dict[str, Any], bounded: list[bool]) -> None:
    user = Typing({"debounceMs": 0, **settings})
    for automatic in (True, False, True):
        assert await user.ask(automatic=automatic) == ["foo(a)"]
    # What was found is remembered, but not for who asks where nobody had asked.
    assert user.model.bounded == bounded


GATES = [
    ({}, "code", True, True),
    ({"enable": False}, "code", False, False),
    ({"languages": {"python": False}}, "code", False, False),
    ({"languages": {"python": True, "rust": False}}, "code", True, True),
    ({"trigger": "manual"}, "code", False, True),
    ({}, "comment", False, True),
    ({}, "string", False, True),
    ({"suppressIn": ["comment"]}, "comment", False, True),
    ({"suppressIn": ["comment"]}, "string", True, True),
    ({"suppressIn": ["comment", "string"]}, "string", False, True),
    ({"suppressIn": []}, "string", True, True),
]


@pytest.mark.parametrize(("settings", "where", "automatic", "manual"), GATES)
async def test_settings_that_say_when_there_are_none(
    settings: dict[str, Any], where: str, automatic: bool, manual: bool
) -> None:
    user = Typing({"debounceMs": 0, **settings})
    user.model.where = where
    assert bool(await user.ask(automatic=True)) is automatic
    assert bool(await user.ask(automatic=False)) is manual
    # What is remembered is held back just as well.
    assert bool(await user.ask(automatic=True)) is automatic


async def test_what_was_begun_in_code_is_shown_to_its_end() -> None:
    user = Typing({"debounceMs": 0})
    user.write("x = ")
    assert await user.ask() == ["foo(a)"]
    user.model.where = "string"
    user.write("x = foo(")
    assert await user.ask() == ["a)"]
    user.write("x = ")
    assert await user.ask() == []
    user.write("y = ")
    assert await user.ask() == []
    assert user.model.asked == ["x = "]


async def test_ghost_text_and_the_list_get_a_completion_from_the_same_work() -> None:
    user = Typing({})
    user.write("x = ")
    asked = [
        user.suggestions.suggest(user.document, user.cursor, automatic=True, shown=shown)
        for shown in get_args(Shown)
    ]
    answers = await asyncio.gather(*asked)
    assert [[offer.text for offer in answer.offers] for answer in answers] == [["foo(a)"]] * 2
    assert user.model.asked == ["x = "]


async def test_an_edit_ends_what_the_list_waits_for() -> None:
    user = Typing({"debounceMs": 2000})
    user.write("x = ")
    waiting = user.suggestions.suggest(user.document, user.cursor, automatic=True, shown="list")
    task = asyncio.ensure_future(waiting)
    await asyncio.sleep(0)
    user.write("x = y")
    assert (await asyncio.wait_for(task, 1)).offers == ()
    assert user.model.asked == []
