"""`workspace/executeCommand`: the commands that completion items contain and that editors call."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, get_args

from lsprotocol import types
from pygls.exceptions import JsonRpcInternalError, JsonRpcInvalidParams

from quoin.engine.errors import SupplyError
from quoin.lsp_server.documents.cursor import Cursor
from quoin.lsp_server.features.answering import open_document, place_in, place_to_complete
from quoin.lsp_server.features.apply_edit import add_imports, imports_read
from quoin.lsp_server.first_steps import first_steps
from quoin.lsp_server.settings.readers import absolute_path
from quoin.lsp_server.settings.settings import UNTRUSTED
from quoin.lsp_server.supply.downloads import Wish
from quoin.lsp_server.usage.report import REPORTS
from quoin.lsp_server.usage.statistics import Part
from quoin.lsp_server.usage.summary import summary

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from quoin.engine.model import ModelDescription
    from quoin.lsp_server.server import QuoinServer

    Command = Callable[..., Coroutine[object, object, object]]

ACCEPTED = "quoin.accepted"
FULL = "full"
ENTRY = "entry"
"""The kind of an acceptance in a completion list, whose entry contains the imports."""
STATS = "quoin.stats"
STATS_REPORT = "quoin.statsReport"
DESCRIBE_MODEL = "quoin.describeModel"
DISMISSED = "quoin.dismissed"
BIND_NEXT = "quoin.bindNext"
CURSOR_RESTS = "quoin.cursorRests"
FIRST_STEPS = "quoin.firstSteps"
MODELS = "quoin.models"
GET_MODEL = "quoin.getModel"


def commands(ls: QuoinServer) -> dict[str, Command]:
    """Return the commands by name, each of which takes its arguments unconverted."""

    # The protocol library passes the server to a function whose first argument may be a server by its
    # annotation. That is the case for `object`, so the arguments are annotated with `Any`.
    async def accepted(*arguments: Any) -> object:  # noqa: ANN401
        offer_id, kind = _text(arguments, 0), _text(arguments, 1) if len(arguments) > 1 else FULL
        if kind in {FULL, ENTRY}:
            shown = ls.accepted(offer_id)
            if kind == FULL and shown is not None and shown.offer.imports:
                ls.in_background(add_imports(ls, shown.uri, shown.offer.imports))
        elif kind in get_args(Part):
            part = ls.acceptance.accept_part(offer_id, cast("Part", kind), _count(arguments, 2))
            imports = () if part is None else imports_read(ls, *part)
            if part is not None and imports:
                ls.in_background(add_imports(ls, part[0].uri, imports))
        else:
            raise JsonRpcInvalidParams(
                f"argument 2 must be one of {FULL}, {ENTRY}, {', '.join(get_args(Part))}"
            )
        return None

    async def bind_next(*arguments: Any) -> object:  # noqa: ANN401
        ls.suggestions.bind_next(_text(arguments, 0))
        return None

    async def dismissed(*arguments: Any) -> object:  # noqa: ANN401
        ls.suggestions.dismiss(_text(arguments, 0))
        return None

    async def cursor_rests(*arguments: Any) -> object:  # noqa: ANN401
        document = open_document(ls, _text(arguments, 0))
        if document is not None:
            at = place_in(document, types.Position(_count(arguments, 1), _count(arguments, 2)))
            ls.suggestions.rests(document, place_to_complete(ls, document, Cursor(at, at)))
        return None

    return {
        ACCEPTED: accepted,
        BIND_NEXT: bind_next,
        DISMISSED: dismissed,
        CURSOR_RESTS: cursor_rests,
        **_commands_that_tell(ls),
        **_commands_of_supply(ls),
    }


def _commands_that_tell(ls: QuoinServer) -> dict[str, Command]:
    async def stats(*_: Any) -> object:  # noqa: ANN401
        return summary(ls.statistics)

    async def stats_report(*arguments: Any) -> object:  # noqa: ANN401
        return _report(ls, _text(arguments, 0))

    async def steps(*_: Any) -> object:  # noqa: ANN401
        return first_steps()

    return {STATS: stats, STATS_REPORT: stats_report, FIRST_STEPS: steps}


def _commands_of_supply(ls: QuoinServer) -> dict[str, Command]:
    async def describe_model(*arguments: Any) -> object:  # noqa: ANN401
        return await _describe(_text(arguments, 0), trusted=ls.configuration.options.trusted)

    async def models(*arguments: Any) -> object:  # noqa: ANN401
        return await _models(arguments, trusted=ls.configuration.options.trusted)

    async def get_model(*arguments: Any) -> object:  # noqa: ANN401
        return await ls.downloads.get(_wish(arguments, trusted=ls.configuration.options.trusted))

    return {DESCRIBE_MODEL: describe_model, MODELS: models, GET_MODEL: get_model}


def _text(arguments: tuple[object, ...], place: int) -> str:
    if len(arguments) <= place or not isinstance(arguments[place], str):
        raise JsonRpcInvalidParams(f"argument {place + 1} must be a text")
    return str(arguments[place])


def _report(ls: QuoinServer, form: str) -> str:
    if form not in REPORTS:
        raise JsonRpcInvalidParams(f"argument 1 must be one of {', '.join(REPORTS)}")
    return REPORTS[form](ls.statistics)


def _count(arguments: tuple[object, ...], place: int) -> int:
    value = arguments[place] if len(arguments) > place else 0
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0 or value != int(value):
        raise JsonRpcInvalidParams(f"argument {place + 1} must be a whole number")
    return int(value)


def _object(arguments: tuple[object, ...]) -> Mapping[str, object]:
    """Return the one argument of a command that takes an object; an empty one if there is none."""
    given = arguments[0] if arguments else {}
    if not isinstance(given, Mapping):
        raise JsonRpcInvalidParams("argument 1 must be an object")
    return given


async def _models(arguments: tuple[object, ...], *, trusted: bool) -> dict[str, Any]:
    """Return the survey of models; the servers of this machine are asked only if the argument says so."""
    from quoin.lsp_server.supply.surveying import run_survey  # noqa: PLC0415 - few clients use it

    servers = _object(arguments).get("servers") is True
    if not trusted:
        raise JsonRpcInvalidParams(UNTRUSTED)
    try:
        return await run_survey(servers=servers)
    except SupplyError as error:
        raise JsonRpcInternalError(str(error)) from error


def _wish(arguments: tuple[object, ...], *, trusted: bool) -> Wish:
    """Read what the user has confirmed; a client that does not vouch for itself downloads nothing."""
    given = _object(arguments)
    name, address, sha256, token = (given.get(key) for key in ("name", "address", "sha256", "token"))
    if not isinstance(name, str) or not isinstance(address, str):
        raise JsonRpcInvalidParams("argument 1 must have the texts name and address")
    if (
        not isinstance(sha256, str | None)
        or isinstance(token, bool)
        or not isinstance(token, str | int | None)
    ):
        raise JsonRpcInvalidParams("sha256 must be a text, and token a text or a number")
    if not trusted:
        raise JsonRpcInvalidParams(UNTRUSTED)
    return Wish(name, address, sha256, token)


async def _describe(path: str, *, trusted: bool) -> dict[str, Any]:
    """Describe a model file; one that cannot be read is described with a problem, like an unusable one."""
    # The import is late, since few clients use this command and it needs modules of its own.
    from quoin.engine.model import describe_model_file  # noqa: PLC0415

    if not trusted:
        return _as_json(_refused(path, UNTRUSTED))
    try:
        file = absolute_path(path)
    except ValueError as error:
        return _as_json(_refused(path, f"the path {error}"))
    # Reading a large vocabulary takes some tenths of a second, so it is done in a thread.
    return _as_json(await asyncio.to_thread(describe_model_file, file))


def _refused(path: str, problem: str) -> ModelDescription:
    from quoin.engine.model import ModelDescription  # noqa: PLC0415 - as above

    return ModelDescription(Path(path).stem, "", 0, fim=False, problem=problem)


def _as_json(model: ModelDescription) -> dict[str, Any]:
    return {
        "name": model.name,
        "architecture": model.architecture,
        "sizeBytes": model.size_bytes,
        "fim": model.fim,
        "problem": model.problem,
    }
