"""The command `quoin harness`."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from quoin.lsp_server.cli.commands.arguments import (
    ContextSize,
    GpuLayers,
    Json,
    MaxTokens,
    Model,
    NamesRead,
    Stop,
    Threads,
)

DOES_NOT_FIT = 1
REPLAY = "Typing replayed (--replay)"
_SECONDS, _REPLAY_SECONDS = 10.0, 2.0


def harness(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A tree of source files; folders of tests are left out.")
    ],
    language: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="A language that comes with quoin, or the folder of one of your own: its judge is run.",
            show_default="the one of the files in DIR",
        ),
    ] = None,
    cuts: Annotated[
        str, typer.Option(help="Kinds of cuts: randspan, boundary, boundary-first, typing.")
    ] = "randspan,boundary,typing",
    number: Annotated[int, typer.Option("--n", min=1, help="Cuts of each kind, or pieces.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of the cuts, or pieces.")] = 0,
    broken: Annotated[
        int, typer.Option(min=0, max=20, help="Spoil so many lines of each file, away from the cursor.")
    ] = 0,
    python_version: Annotated[
        str | None,
        typer.Option(
            "--python-version",
            metavar="VERSION",
            help="The version of Python to complete for. Its judge is always the Python that runs.",
            show_default="the version that runs",
        ),
    ] = None,
    guarantee: Annotated[
        Literal["region", "file"],
        typer.Option(
            help="What completions are to fit into; with `region`, all but the lines that are broken."
        ),
    ] = "region",
    names: NamesRead = "prefer",
    methods: Annotated[
        bool,
        typer.Option(
            "--methods", help="Compare four methods instead: unconstrained, checked, constrained, closed."
        ),
    ] = False,
    replay: Annotated[
        bool,
        typer.Option(
            "--replay",
            help="Type pieces of the files again instead, key by key, and say what that saves and shows.",
        ),
    ] = False,
    speed: Annotated[
        Literal["fast", "person"],
        typer.Option(
            help="Wait for each answer, or press five keys a second whatever comes.", rich_help_panel=REPLAY
        ),
    ] = "fast",
    keys: Annotated[
        int | None,
        typer.Option(
            min=1, help="Stop after so many keys.", show_default="all pieces", rich_help_panel=REPLAY
        ),
    ] = None,
    plots: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write a page with plots there.", rich_help_panel=REPLAY),
    ] = None,
    json: Json = False,
    max_size: Annotated[int, typer.Option(min=1, metavar="BYTES", help="Leave out larger files.")] = 60_000,
    max_seconds: Annotated[
        float | None,
        typer.Option(
            min=0.01, max=60, help="Most seconds for a completion.", show_default="10; 2 with --replay"
        ),
    ] = None,
    max_tokens: MaxTokens = 128,
    stop: Stop = "statement",
    model: Model = None,
    threads: Threads = None,
    context_size: ContextSize = 4096,
    gpu_layers: GpuLayers = 0,
) -> None:
    """Measure the real server on real files, at seeded cuts.

    Reports how many cuts were answered, how many answers are for a region of a broken file alone,
    how many are what was promised, with how many the file parses (its damage undone, with
    --broken), with how many it would parse had the same model run without the filter, and the
    times. What judges is the language's own parser where its folder names a program that is installed,
    else quoin's own; the report says which. Exits with 1 if a promise does not hold.

    With --replay, a simulated user types seeded pieces of the files again (a part of a line, a line, a
    statement, a body), with brackets and quotes closed as VS Code does, and takes what is right of what is
    shown: with the guarantee, and with the same model unguarded and cut at the line's end.
    """
    from quoin.engine.model.settings import STARTER
    from quoin.lsp_server.harness.measure import Measurement, compare_methods, measure, subject_of
    from quoin.lsp_server.harness.replay.run import Replay
    from quoin.lsp_server.harness.replay.run import replay as type_again
    from quoin.lsp_server.harness.subject import known_language
    from quoin.lsp_server.languages.python_version import version_for_tree

    known = known_language(language, folder)
    version = version_for_tree(python_version, known.source, folder)
    settings = {
        # The model is named even if it is the starter model, which by default serves only its own languages.
        "model.path": str((model or STARTER).absolute()),
        "model.contextSize": context_size,
        "model.threads": threads,
        "model.gpuLayers": gpu_layers,
        "maxTokens": max_tokens,
        "maxLatencyMs": round((max_seconds or (_REPLAY_SECONDS if replay else _SECONDS)) * 1000),
        "stop": stop,
        "guarantee": guarantee,
        "names": names,
        "python.version": version,
    }
    if replay:
        typing = Replay(folder, number, keys, seed, max_size, speed == "person", settings, plots)
        with subject_of(known, version) as subject:
            type_again(typing, subject, json=json)
        return
    wanted = Measurement(
        folder, known, version, tuple(cuts.split(",")), number, seed, broken, max_size, settings
    )
    if methods:
        compare_methods(wanted, json=json)
        return
    if not measure(wanted, json=json):
        raise typer.Exit(DOES_NOT_FIT)
