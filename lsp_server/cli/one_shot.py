"""One completion without a server, for the command line."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quoin.engine.decoding.endings.stop_rule import stop_for
from quoin.engine.model import (
    CompletionRequest,
    CompletionResult,
    ModelClient,
    ModelError,
    ModelInfo,
    ModelSettings,
)
from quoin.lsp_server.errors import InputError
from quoin.lsp_server.languages.embedded import known_part
from quoin.lsp_server.languages.languages import named_language
from quoin.lsp_server.reasons import Kind, of_result, reason

if TYPE_CHECKING:
    from collections.abc import Mapping

    from quoin.engine.decoding.request import Sampling
    from quoin.engine.quotient.quotient import Names
    from quoin.lsp_server.cli.source_location import SourceLocation
    from quoin.lsp_server.reasons import Reason
    from quoin.lsp_server.settings.settings import Stop


@dataclass(frozen=True)
class TextOptions:
    """The options of a completion; `quoin.lsp_server.settings.settings` defines their meanings.

    `sampling` and `beams` determine how tokens are chosen (see `quoin.engine.decoding`); `importable` are the
    names that imports can bind, with the lines that do.
    """

    stop: Stop
    max_tokens: int
    max_seconds: float
    candidates: int = 1
    explain: bool = False
    sampling: Sampling | None = None
    beams: int = 0
    names: Names = "prefer"
    pay: bool = False
    importable: Mapping[str, str] = field(default_factory=dict)


def complete_once(
    place: SourceLocation, model: ModelSettings, options: TextOptions
) -> tuple[CompletionResult, Reason | None]:
    """Load the model, complete once, and end the model's process.

    A model that is not for the file's language is not loaded. Returns the result, and the reason if no
    completion was found.

    Raises:
        InputError: the model cannot be used.
    """
    language = named_language(place.language).called("", place.file.name)
    if not model.supports(language):
        return CompletionResult([], "none"), reason(Kind.STARTER, language=language)
    result = asyncio.run(_complete(place, model, options))[1]
    return result, of_result(result, options.max_seconds)


def try_model(
    place: SourceLocation, model: ModelSettings, options: TextOptions
) -> tuple[ModelInfo, CompletionResult]:
    """Load the model, complete once, and end the model's process; return also a description of the model.

    Raises:
        InputError: the model cannot be used.
    """
    return asyncio.run(_complete(place, model, options))


async def _complete(
    place: SourceLocation, model: ModelSettings, options: TextOptions
) -> tuple[ModelInfo, CompletionResult]:
    client = ModelClient(on_progress=None)
    part = known_part(named_language(place.language), (place.left, place.right), named_language)
    request = CompletionRequest(
        language=place.language,
        left=place.left,
        right=place.right,
        document=str(place.file),
        max_tokens=options.max_tokens,
        max_seconds=options.max_seconds,
        stop=stop_for(options.stop, place.left),
        candidates=options.candidates,
        explain=options.explain,
        sampling=options.sampling,
        beams=options.beams,
        max_lines=None,
        stay_in_context=True,
        version=place.version,
        names=options.names,
        pay=options.pay,
        importable=tuple(options.importable),
    )
    if part is not None:
        request = part.requested(request, None)
    try:
        info = await client.start(model)
        result = await client.complete(request)
        return info, result if part is None else part.in_document(result)
    except ModelError as error:
        raise InputError(str(error)) from None
    finally:
        await client.close()
