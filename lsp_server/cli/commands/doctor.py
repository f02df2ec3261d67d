"""The command `quoin doctor`."""

import typer

from quoin.lsp_server.cli.commands.arguments import ContextSize, GpuLayers, Json, Model, Threads

NOT_WELL = 1


def doctor(
    json: Json = False,
    model: Model = None,
    threads: Threads = None,
    context_size: ContextSize = 4096,
    gpu_layers: GpuLayers = 0,
) -> None:
    """Report versions, the model's file, its tokens for filling in, and times.

    Exits with 1 if something does not work.
    """
    from quoin.engine.model import ModelSettings
    from quoin.lsp_server.cli.doctor import examine, show, show_json

    findings = examine(ModelSettings(model, context_size, threads, gpu_layers))
    (show_json if json else show)(findings)
    if findings.problem is not None:
        raise typer.Exit(NOT_WELL)
