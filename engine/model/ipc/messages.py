"""This module defines the messages between the client and the worker.

A message is a JSON object with the key `kind`. The client sends `load`, `prepare`, `place`, `complete` and
`cancel`. The worker sends `progress`, `loaded`, `prepared`, `placed`, `failed`, `result` and `cancelled`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from quoin.engine.decoding.request import Sampling, Stop
from quoin.engine.decoding.result import BoundName, Candidate, Refusal
from quoin.engine.model.settings import ModelSettings

if TYPE_CHECKING:
    from quoin.engine.languages.definition import Level
    from quoin.engine.model.ipc.patch import SplitText
    from quoin.engine.quotient.cursor_context import Place
    from quoin.engine.quotient.quotient import Names

Wanted = Literal["file", "region", "off"]
"""The text that a completion must fit into: the whole `file`, the file without its broken lines if it is
broken elsewhere (`region`), or no text (`off`)."""

Guarantee = Literal["file", "region", "none"]
"""The text that a completion is guaranteed to fit into."""

NamesPromise = Literal["known", "open", "off"]
"""What candidates promise of the names that they read.

- `known`: They are known names, but for those that a candidate lists as `unknown`.
- `open`: Nothing, since names may be bound that cannot be seen.
- `off`: Nothing.
"""

Why = Literal[
    "comment", "string", "broken", "apart", "bound", "time", "unsure", "word", "nothing", "unkept", "unfit"
]
"""The reason for the absence of candidates.

- `comment`, `string`: The cursor is in a comment or a string, and no candidates are wanted there.
- `broken`: The file is broken.
- `apart`: The texts before and after the cursor do not fit together.
- `time`: The time was over before a candidate was found.
- `unsure`: The model is not sure enough of any candidate.
- `word`: The cursor is at the beginning of a word.
- `nothing`: The model wants no text at the cursor.
- `unkept`: No candidate is worth keeping.
- `unfit`: No candidate with the given number of tokens fits."""

Message = dict[str, Any]


@dataclass(frozen=True)
class ModelInfo:
    """A loaded model.

    Attributes:
        path: The path of the file.
        name: The name in the file's metadata, or else the name of the file.
        architecture: llama.cpp's name for the architecture, for example `llama` or `qwen2`.
        parameters: The number of weights.
        size_bytes: The size of the file.
        context_size: The number of tokens of prompt and completion together.
        vocab_size: The number of tokens in the vocabulary.
        threads: The number of threads that compute.
        fim: The ids of the markers by name (prefix, suffix, middle, separator, repository).
        fim_order: `psm`, `spm` or `spm2` (see `quoin.engine.model.fim.families`); `none` without markers.
        load_seconds: The time from the request to a usable model.
    """

    path: Path
    name: str
    architecture: str
    parameters: int
    size_bytes: int
    context_size: int
    vocab_size: int
    threads: int
    fim: dict[str, int]
    fim_order: str
    load_seconds: float


class OtherFile(NamedTuple):
    """A document that is open beside the one that is completed, by its path below the open folder."""

    path: str
    text: str


@dataclass(frozen=True)
class CompletionRequest:
    """A request for completions at a cursor.

    Attributes:
        language: The name of a language that the engine knows.
        left: The text of the buffer before the cursor, as a string or in UTF-8.
        right: The text after the cursor.
        document: A key. Requests with an equal key share the engine's charts.
        max_tokens: The maximum number of tokens of each candidate.
        max_seconds: The maximum time for the whole request.
        stop: Where a candidate ends if the model does not end it.
        candidates: The number of different candidates that are wanted.
        guarantee: The text that candidates must fit into; `off` does not restrict the model.
        explain: Whether the refused tokens are reported too.
        max_lines: The maximum number of lines of a candidate; None for no maximum.
        version: The version of the language; None for its newest.
        left_lines: The number of lines before the cursor that the model sees, the cursor's own among them.
            None for as many as its context holds. Candidates must fit into the whole text in any case.
        right_lines: The number of lines after the cursor that the model sees, the rest of the cursor's own
            among them. None for as many as its context holds.
        stay_in_context: Whether candidates may not close what was opened left of the cursor and is closed
            right of it.
        other_files: The paths and texts of other open documents, the most recent first. The model may see
            parts of them.
        cells_before: The texts of the cells before the document, which is a cell of a notebook. The model
            sees them before the document's text, and their names are known.
        cells_after: The texts of the cells after it.
        path: The name of the document itself, shown to the model if it sees other documents.
        sampling: The method of drawing tokens; None takes the likeliest. A model on a server always takes the
            likeliest.
        beams: The number of branches that are followed side by side, from 2 on.
        closing: Whether the language ends what the model does not; without it some places get no completion.
        unasked: Whether the user is typing and has not asked for a completion. Candidates that are not worth
            showing are left out then, see `quoin.engine.decoding.endings.worth`.
        least_confidence: The minimum probability of a line that is shown unasked.
        unwanted_in: The places in which no candidates are wanted.
        names: The names that candidates read, in languages of whose names anything is known.
        known_names: Names that count as known besides those that the file binds.
        importable: Names that are not known, but that an import can bind. With the names `prefer`, candidates
            read them if the model is surer of them.
        pay: Whether candidates must bind all names that the rest of the cursor's scope lacks.
        cut: Both texts, in place of `left` and `right`, as an object that knows their changes. Only a
            `ModelClient` accepts it.
    """

    language: str
    left: str | bytes
    right: str | bytes
    document: str
    max_tokens: int = 64
    max_seconds: float = 2.0
    stop: Stop = "line"
    candidates: int = 1
    guarantee: Wanted = "region"
    explain: bool = False
    max_lines: int | None = None
    version: str | None = None
    left_lines: int | None = None
    right_lines: int | None = None
    stay_in_context: bool = False
    other_files: tuple[OtherFile, ...] = ()
    cells_before: tuple[str, ...] = ()
    cells_after: tuple[str, ...] = ()
    path: str = ""
    sampling: Sampling | None = None
    beams: int = 0
    closing: bool = True
    unasked: bool = False
    least_confidence: float = 0.0
    unwanted_in: tuple[Place, ...] = ()
    names: Names = "prefer"
    known_names: tuple[str, ...] = ()
    importable: tuple[str, ...] = ()
    pay: bool = False
    cut: SplitText | None = None


@dataclass(frozen=True)
class CompletionResult:
    """The answer to a request.

    Attributes:
        candidates: Different texts, perhaps none: complete ones first, and by falling score.
        guarantee: `file` if the whole file fits with each candidate, `region` if it does without the absent
            lines and with the present texts, `none` if nothing was checked.
        problem: The reason why nothing can stand at the cursor, or why nothing is wanted there, if there is
            one.
        why: The reason for the absence of candidates; None if there are some.
        broken_line: The number, from 1, of the line at which the file is broken, if that is the reason.
        level: What the guarantee says of the file: `compiles` if the compiler accepts it as well. A file that
            the compiler refuses for a reason elsewhere keeps `parses`.
        names: What candidates promise of the names that they read; see `NamesPromise`.
        empty: Whether the model wants no text at the cursor, and the empty text fits. There are no candidates
            then.
        absent: The numbers, from 1, of the broken lines that the guarantee does not cover.
        present: The texts that the guarantee takes as present, since constructs around the cursor owe them.
        refused: The refused tokens, only if they were requested.
        seconds: The time in seconds spent on `quotient`, in parallel on `prompt` (tokenising and evaluating
            it), then on `model` (the tokens after it) and `engine` (checking tokens), and in `total`.
        tokens: The number of tokens evaluated for the candidates, including those cut off again.
        tokens_refused: The number of the model's choices that the language refused.
    """

    candidates: list[Candidate]
    guarantee: Guarantee
    problem: str | None = None
    refused: list[Refusal] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    tokens: int = 0
    tokens_refused: int = 0
    absent: list[int] = field(default_factory=list)
    present: list[str] = field(default_factory=list)
    empty: bool = False
    why: Why | None = None
    broken_line: int | None = None
    level: Level = "parses"
    names: NamesPromise = "off"


def settings_to_json(settings: ModelSettings) -> Message:
    """Return the settings, with the path as text that is valid in any working folder."""
    return {**asdict(settings), "path": None if settings.path is None else str(settings.path.absolute())}


def settings_from_json(data: Message) -> ModelSettings:
    """Undo `settings_to_json`."""
    path = data["path"]
    return ModelSettings(**{**data, "path": None if path is None else Path(path)})


def info_to_json(info: ModelInfo) -> Message:
    """Return the facts about a model, with the path as text."""
    return {**asdict(info), "path": str(info.path)}


def info_from_json(data: Message) -> ModelInfo:
    """Undo `info_to_json`."""
    return ModelInfo(**{**data, "path": Path(data["path"])})


def request_to_json(request: CompletionRequest) -> Message:
    """Return all fields by name."""
    told = {name: getattr(request, name) for name in _REQUEST_FIELDS}
    return {**told, "sampling": None if request.sampling is None else asdict(request.sampling)}


_LISTS = ("unwanted_in", "known_names", "importable", "cells_before", "cells_after")
_REQUEST_FIELDS = tuple(field.name for field in fields(CompletionRequest))


def request_from_json(data: Message) -> CompletionRequest:
    """Undo `request_to_json`."""
    others = tuple(OtherFile(path, text) for path, text in data["other_files"])
    sampling = None if data["sampling"] is None else Sampling(**data["sampling"])
    lists = {name: tuple(data[name]) for name in _LISTS}
    return CompletionRequest(**{**data, **lists, "other_files": others, "sampling": sampling})


def result_to_json(result: CompletionResult) -> Message:
    """Return all fields by name."""
    # The marks are not sent, because the worker has already decided what is worth showing.
    candidates = [{**vars(one), "marks": ()} for one in result.candidates]
    refused = list(map(vars, result.refused))
    return {**vars(result), "candidates": candidates, "refused": refused}


def result_from_json(data: Message) -> CompletionResult:
    """Undo `result_to_json`."""
    candidates = [
        Candidate(
            **{
                **candidate,
                "marks": (),
                "unknown": tuple(candidate["unknown"]),
                "binds": tuple(BoundName(*one) for one in candidate["binds"]),
            }
        )
        for candidate in data["candidates"]
    ]
    refused = [Refusal(**refusal) for refusal in data["refused"]]
    return CompletionResult(**{**data, "candidates": candidates, "refused": refused})
