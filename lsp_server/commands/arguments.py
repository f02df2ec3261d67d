"""Arguments that several commands take."""

from pathlib import Path
from typing import Annotated

import typer

from lsp_server import settings

PLACE = "FILE:LINE:COLUMN"

Json = Annotated[bool, typer.Option("--json", help="Write JSON.")]
Model = Annotated[
    Path | None,
    typer.Option(
        "--model",
        metavar="FILE",
        help="A GGUF model with fill-in-the-middle tokens.",
        show_default="the starter model",
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(min=1, help="Threads of the model.", show_default="the physical cores less one"),
]
ContextSize = Annotated[int, typer.Option(min=256, help="Tokens of context given to the model.")]
GpuLayers = Annotated[int, typer.Option(min=-1, help="Layers given to a GPU; -1 for all.")]
Stop = Annotated[settings.Stop, typer.Option(help="Where a completion ends.")]
PythonVersion = Annotated[
    str | None,
    typer.Option(
        "--python-version",
        metavar="VERSION",
        help="The version of Python that the file is written for, such as 3.12.",
        show_default="what the file's folder names, else the newest",
    ),
]
MaxTokens = Annotated[int, typer.Option(min=1, help="Most tokens of a completion.")]
