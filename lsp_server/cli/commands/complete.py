"""The command `quoin complete`."""

from dataclasses import replace
from typing import Annotated

import typer

from quoin.lsp_server.cli.commands.arguments import (
    PLACE,
    Beams,
    ContextSize,
    GpuLayers,
    Json,
    Language,
    MaxTokens,
    MinP,
    Model,
    NamesRead,
    PythonVersion,
    RepetitionPenalty,
    Seed,
    Stop,
    Temperature,
    Threads,
    TopK,
    TopP,
)

NO_COMPLETION = 1


def complete(
    place: Annotated[
        str, typer.Argument(metavar=PLACE, help="Lines and columns count from 1, columns in characters.")
    ],
    explain: Annotated[
        bool, typer.Option("--explain", help="Show what was refused, and what was expected.")
    ] = False,
    language: Language = None,
    python_version: PythonVersion = None,
    json: Json = False,
    model: Model = None,
    stop: Stop = "statement",
    names: NamesRead = "prefer",
    pay: Annotated[
        bool, typer.Option("--pay", help="Bind all names that the rest of the cursor's scope lacks.")
    ] = False,
    imports: Annotated[
        bool,
        typer.Option(help="Read names that an import can bind, and say the import."),
    ] = True,
    max_tokens: MaxTokens = 128,
    max_seconds: Annotated[float, typer.Option(min=0.01, help="Most seconds for the completion.")] = 10.0,
    candidates: Annotated[int, typer.Option(min=1, max=10, help="How many completions to print.")] = 1,
    temperature: Temperature = None,
    top_k: TopK = 0,
    top_p: TopP = 1.0,
    min_p: MinP = 0.0,
    repetition_penalty: RepetitionPenalty = 1.0,
    seed: Seed = 0,
    beams: Beams = 0,
    threads: Threads = None,
    context_size: ContextSize = 4096,
    gpu_layers: GpuLayers = 0,
) -> None:
    """Print a completion for a place in a file: inserted there, the file still parses.

    Exits with 1 where there is no completion.
    """
    from quoin.engine.decoding.request import Sampling
    from quoin.engine.model import ModelSettings
    from quoin.lsp_server.cli.one_shot import TextOptions, complete_once
    from quoin.lsp_server.cli.render import print_completions, show_completions
    from quoin.lsp_server.cli.source_location import read_location
    from quoin.lsp_server.languages.importables import imports_beside
    from quoin.lsp_server.languages.python_version import version_for_file

    sampling = None
    if temperature is not None:
        sampling = Sampling(temperature, top_k, top_p, min_p, repetition_penalty, seed)
    cursor = read_location(place, language)
    cursor = replace(cursor, version=version_for_file(python_version, cursor.file, cursor.language))
    lines = (
        imports_beside(cursor.file, cursor.language, cursor.version) if imports and names == "prefer" else {}
    )
    result, reason = complete_once(
        cursor,
        ModelSettings(model, context_size, threads, gpu_layers),
        TextOptions(stop, max_tokens, max_seconds, candidates, explain, sampling, beams, names, pay, lines),
    )
    (print_completions if json else show_completions)(cursor, result, reason, lines)
    if not result.candidates:
        raise typer.Exit(NO_COMPLETION)
