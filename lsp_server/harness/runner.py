"""Requests to the real server for a completion at each cut, with the guarantee and without."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from quoin.lsp_server.completion.closers import CLOSERS
from quoin.lsp_server.documents.positions import Encoding, split_lines
from quoin.lsp_server.documents.text_buffer import Point, TextBuffer
from quoin.lsp_server.errors import InputError
from quoin.lsp_server.features.execute_command import STATS
from quoin.lsp_server.harness.client import Client, ResponseError, ServerGoneError
from quoin.lsp_server.harness.likeness import compare
from quoin.lsp_server.harness.promises import holds
from quoin.lsp_server.settings.options import REPORT

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence

    from quoin.lsp_server.harness.judges.second_judge import Faults
    from quoin.lsp_server.harness.likeness import Likeness
    from quoin.lsp_server.harness.plan import Case
    from quoin.lsp_server.harness.subject import Subject

_CAPABILITIES = {
    "general": {"positionEncodings": [Encoding.UTF32.value]},
    "window": {"workDoneProgress": True},
}
_LOAD_SECONDS = 600.0
# The longest wait for an answer, in seconds: above every budget that a run can set, so a server that takes
# longer is stuck.
_ANSWER_SECONDS = 120.0
# These are the protocol's message types.
_ERROR, _WARNING = 1, 2
# The number of requests for a language of the user's own, and the pause between them in seconds.
_TRIES, _PAUSE_SECONDS = 600, 0.1


@dataclass(frozen=True)
class Outcome:
    """The result of one request.

    Attributes:
        text: the best completion, which may be empty; None if there was no completion.
        fits: whether the file parses with the completion, after any damage is undone; False if there was no
            completion, and None if the judge gave up.
        guarantee: the server's guarantee for the completion: `file`, `region` or `none`.
        held: whether the guarantee holds; False for `none` and without a completion, and None if the judge
            gave up.
        seconds: time from the request to its answer, measured by the client.
        parts: the seconds that the server reports for each part of its work.
        problem: the server's reason why nothing fits, or None.
        faults: what the second judge finds worse than in the original file; None where it does not judge.
        likeness: what the completion has in common with the true text; None if there was no completion.
    """

    text: str | None
    fits: bool | None
    guarantee: str
    held: bool | None
    seconds: float
    parts: Mapping[str, float]
    problem: str | None
    faults: Faults | None = None
    likeness: Likeness | None = None


@dataclass(frozen=True)
class Trial:
    """A cut with its outcomes with the guarantee and without."""

    case: Case
    guarded: Outcome
    unguarded: Outcome


async def run_cases(
    subject: Subject, cases: Sequence[Case], settings: Mapping[str, Any], advance: Callable[[], None]
) -> list[Trial]:
    """Run all cases on one server, calling `advance` after each.

    Raises:
        InputError: the model cannot be used, or the server failed.
    """
    trials = []
    file = cases[0].file if cases else ""
    async with serving(subject, {**settings, "cache.entries": 0}, file) as client:
        for number, case in enumerate(cases):
            trials.append(await _trial(client, subject, f"file:///{number}/{case.file}", case, settings))
            advance()
    return trials


@asynccontextmanager
async def serving(subject: Subject, settings: Mapping[str, Any], file: str) -> AsyncIterator[Client]:
    """Start a server, yield its client once the model and the language are loaded, and end it afterwards.

    Args:
        subject: the language.
        settings: the server's settings, by dotted names.
        file: the name of a file of the language.

    Raises:
        InputError: the model cannot be used, or the server failed at the start or later.
    """
    client = await Client.start()
    try:
        own = [subject.known.source] if subject.known.own else []
        options = {**settings, "trusted": True, "reports": True, "grammars": own}
        await client.initialize(options, capabilities=_CAPABILITIES)
        await _model_loaded(client)
        await _language_built(client, subject, file)
        yield client
        await client.stop()
    except (ServerGoneError, ResponseError, asyncio.TimeoutError) as error:
        raise InputError(f"the server failed: {error or 'no answer in time'}") from error
    finally:
        await client.kill()


async def _model_loaded(client: Client) -> None:
    """Wait until the model is loaded, so that no request's time includes the load."""

    def kinds() -> list[str]:
        return [report["value"]["kind"] for report in client.notifications["$/progress"]]

    await client.heard(lambda: "end" in kinds() or client.ended, _LOAD_SECONDS)
    _raise_complaint(client, _ERROR)


async def _language_built(client: Client, subject: Subject, file: str) -> None:
    """Make the server build the version of the language, as an editor does with the first open file.

    The server first tries a language of the user's own, and until then answers requests without completions.
    """
    uri = f"file:///first/{file}"
    client.open(uri, "\n", language_id(subject))
    for _ in range(_TRIES):
        number, answer = client.begin_completion(uri, 0, 0)
        await asyncio.wait_for(answer, _LOAD_SECONDS)
        if report_of(client, number)["seconds"]:
            break
        _raise_complaint(client, _WARNING)
        await asyncio.sleep(_PAUSE_SECONDS)
    client.close(uri)


def language_id(subject: Subject) -> str:
    """Return an editor's name for the language, or "" for a language that only file names identify.

    That is so where a folder balances several languages, of which a model may know some.
    """
    is_one = subject.known.manifest.promise.kind != "balanced"
    return next(iter(subject.known.manifest.lsp_ids), "") if is_one else ""


def _raise_complaint(client: Client, least: int) -> None:
    """Raise the first message of this type or a worse one that the server shows to its user.

    Raises:
        InputError: the server has shown one.
    """
    for message in client.notifications["window/showMessage"]:
        if message["type"] <= least:
            raise InputError(message["message"].removeprefix("quoin: "))


async def _trial(
    client: Client, subject: Subject, uri: str, case: Case, settings: Mapping[str, Any]
) -> Trial:
    """Request with the guarantee first, so that the caches of the other request cannot save time."""
    buffer = TextBuffer(case.cut.left + case.cut.right, Encoding.UTF32)
    lines = split_lines(case.cut.left)
    at = buffer.clamp(Point(len(lines) - 1, len(lines[-1])))
    client.open(uri, buffer.text, language_id(subject))
    # An editor opens a file long before its request, so the server finishes the opening before time is taken.
    await client.request("workspace/executeCommand", {"command": STATS})
    guarded = await _ask(client, subject, uri, at, case)
    client.configure({**settings, "guarantee": "off"})
    unguarded = await _ask(client, subject, uri, at, case)
    client.configure(settings)
    client.close(uri)
    return Trial(case, guarded, unguarded)


async def _ask(client: Client, subject: Subject, uri: str, at: Point, case: Case) -> Outcome:
    started = time.perf_counter()
    number, answer = client.begin_completion(uri, at.line, at.column)
    items = await asyncio.wait_for(answer, _ANSWER_SECONDS)
    seconds = time.perf_counter() - started
    report = report_of(client, number)
    # The server sends no item for an empty completion, because no editor wants one.
    text = items[0]["insertText"] if items else "" if report["candidates"] else None
    whole, guarantee = case.whole, report["guarantee"]
    gone = _replaced(items, at, case.cut.right)
    cut = replace(case.cut, right=case.cut.right[gone:])
    fits = text is not None and subject.verdict(whole.left + text + whole.right[gone:])
    return Outcome(
        text,
        fits,
        guarantee,
        text is not None and holds(subject, guarantee, report["absent"], cut, text),
        seconds,
        report["seconds"],
        report["problem"],
        subject.second_judge.faults(whole, text, gone) if fits and text is not None else None,
        compare(case.cut, text, gone) if text is not None else None,
    )


def _replaced(items: list[dict[str, Any]], at: Point, right: str) -> int:
    """Return how many closing brackets and quotes after the cursor the first completion replaces.

    Raises:
        ServerGoneError: a completion would change other text.
    """
    replaced = []
    for item in items:
        start, end = (
            Point(item["range"][edge]["line"], item["range"][edge]["character"]) for edge in ("start", "end")
        )
        gone = end.column - at.column
        if start != at or end.line != at.line or not CLOSERS.issuperset(right[:gone]):
            raise ServerGoneError("it offered to change text that was not asked about")
        replaced.append(gone)
    return replaced[0] if replaced else 0


def report_of(client: Client, number: int) -> dict[str, Any]:
    """Return the server's report about a request; reports about earlier requests are dropped.

    Raises:
        ServerGoneError: the server sent no report about the request.
    """
    reports = client.notifications[REPORT]
    while reports:
        report: dict[str, Any] = reports.pop(0)
        if report["id"] == number:
            return report
    raise ServerGoneError("it sent no report")
