"""The arguments that several commands have in common."""

from pathlib import Path
from typing import Annotated

import typer

from quoin.engine.quotient.quotient import Names
from quoin.lsp_server.settings import settings

SAMPLING = "Choosing tokens (all but --beams with --temperature)"
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
Language = Annotated[
    str | None,
    typer.Option(
        "--language",
        metavar="NAME|DIR",
        help="The file's language: one that comes with quoin, or the folder of one of your own.",
        show_default="the one that the file's name says",
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(min=1, help="Threads of the model.", show_default="the physical cores less one"),
]
ContextSize = Annotated[int, typer.Option(min=256, help="Tokens of context given to the model.")]
GpuLayers = Annotated[int, typer.Option(min=-1, help="Layers given to a GPU; -1 for all.")]
Stop = Annotated[settings.Stop, typer.Option(help="Where a completion ends.")]
NamesRead = Annotated[
    Names,
    typer.Option("--names", help="The names that a completion reads: known ones, preferably, or any."),
]
PythonVersion = Annotated[
    str | None,
    typer.Option(
        "--python-version",
        metavar="VERSION",
        help="The version of Python that the file is written for, such as 3.12.",
        show_default="what the file's folder names, else the newest",
    ),
]
Temperature = Annotated[
    float | None,
    typer.Option(
        min=0,
        help="Draw tokens, the less likely ones more often the higher this is.",
        show_default="take the likeliest",
        rich_help_panel=SAMPLING,
    ),
]
TopK = Annotated[
    int, typer.Option(min=0, help="Draw from so many tokens at most; 0 for all.", rich_help_panel=SAMPLING)
]
TopP = Annotated[
    float,
    typer.Option(min=0, max=1, help="Draw from the likeliest tokens of this mass.", rich_help_panel=SAMPLING),
]
MinP = Annotated[
    float,
    typer.Option(
        min=0,
        max=1,
        help="Draw from tokens at least this share as likely as the likeliest.",
        rich_help_panel=SAMPLING,
    ),
]
RepetitionPenalty = Annotated[
    float,
    typer.Option(min=0.01, help="Makes tokens less likely that have come before.", rich_help_panel=SAMPLING),
]
Seed = Annotated[int, typer.Option(min=0, help="Seed of what is drawn.", rich_help_panel=SAMPLING)]
Beams = Annotated[
    int,
    typer.Option(
        min=0, max=32, help="Follow so many texts side by side, from 2 on.", rich_help_panel=SAMPLING
    ),
]
MaxTokens = Annotated[int, typer.Option(min=1, help="Most tokens of a completion.")]
