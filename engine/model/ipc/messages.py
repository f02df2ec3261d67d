"""What the client and the worker say to each other.

A message is a JSON object with the key `kind`. From the client: `load`, `prepare`, `place`, `complete`,
`cancel`. From the worker: `progress`, `loaded`, `prepared`, `placed`, `failed`, `result`, `cancelled`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from quoin.engine.decoding.request import Sampling, Stop
from quoin.engine.decoding.result import Candidate, Refusal
from quoin.engine.model.settings import ModelSettings

if TYPE_CHECKING:
    from quoin.engine.languages.definition import Level
    from quoin.engine.model.ipc.patch import SplitText
    from quoin.engine.quotient.cursor_context import Place

Wanted = Literal["file", "region", "off"]
"""What a completion must fit into: the whole file; a file that is broken elsewhere, without its broken lines,
if need be; or nothing."""

Guarantee = Literal["file", "region", "none"]
"""What a completion does fit into."""

Why = Literal["comment", "string", "broken", "apart", "time", "unsure", "word", "nothing", "unkept", "unfit"]
"""Why there are no candidates: the cursor is in a `comment` or a `string` and none are wanted there; the file
is `broken`, or what stands on the cursor's two sides does not go together (`apart`); the `time` was over
before one was found; the model is not sure enough of any (`unsure`), or wants `nothing` there; the cursor
stands at the beginning of a `word`; what was found is not worth keeping (`unkept`); or nothing fits in so few
tokens (`unfit`)."""

Message = dict[str, Any]


@dataclass(frozen=True)
class ModelInfo:
    """A loaded model.

    Attributes:
        path: of the file.
        name: the model's own name for itself, or the file's.
        architecture: llama.cpp's name for it, such as `llama` or `qwen2`.
        parameters: number of weights.
        size_bytes: of the file.
        context_size: tokens of prompt and completion together.
        vocab_size: number of tokens.
        threads: threads that compute.
        fim: ids of the markers by name (prefix, suffix, middle, separator, repository).
        fim_order: `psm`, `spm` or `spm2` (see `quoin.engine.model.fim.families`); `none` without markers.
        load_seconds: time from the request to a usable model.
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
    """A cursor to complete at.

    Attributes:
        language: name of a language the engine knows.
        left: text of the buffer before the cursor, as it is or in UTF-8.
        right: text after it.
        document: requests with the same key share the engine's charts.
        max_tokens: budget of each candidate, in tokens.
        max_seconds: budget of the whole request.
        stop: where a candidate ends if the model does not end it.
        candidates: how many different ones are wanted.
        guarantee: what candidates must fit into; `off` lets the model write what it likes.
        explain: also report the tokens that were refused.
        max_lines: most lines that a candidate may have; None for any number.
        version: of the language; None for its newest.
        left_lines: how many lines before the cursor the model sees, the cursor's own among them; None for as
            many as its context holds. What candidates must fit into is always the whole text.
        right_lines: the same behind the cursor.
        stay_in_context: whether candidates may not close what was opened left of the cursor and is closed
            right of it.
        other_files: paths and texts of other open documents that the model may see parts of, the latest
            first.
        path: name of the document itself, shown to the model where it sees others.
        sampling: how to draw tokens; None takes the likeliest. A model on a server takes the likeliest.
        beams: how many branches to follow side by side, from 2 on.
        closing: whether the language ends what the model does not; without it some places get no completion.
        unasked: whether the user is typing and has not asked: then what is not worth showing is left out, see
            `quoin.engine.decoding.endings.worth`.
        least_confidence: the least probability of a line that is shown unasked.
        unwanted_in: places in which there are to be no candidates.
        cut: both texts, in place of `left` and `right`, as something that knows what has changed in them. It
            is a `ModelClient` that takes it.
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
    path: str = ""
    sampling: Sampling | None = None
    beams: int = 0
    closing: bool = True
    unasked: bool = False
    least_confidence: float = 0.0
    unwanted_in: tuple[Place, ...] = ()
    cut: SplitText | None = None


@dataclass(frozen=True)
class CompletionResult:
    """The answer to a request.

    Attributes:
        candidates: different texts, perhaps none; those that came to an end first, then by falling score.
        guarantee: `file` when each candidate makes the whole file fit, `region` when it does so but for
            the absent lines, `none` when nothing was checked.
        problem: why nothing can stand at the cursor, or nothing is wanted there, if so.
        why: why there are no candidates; None where there are some.
        broken_line: where the file is broken, counted from 1, if that is why.
        level: what the guarantee says of the file: `compiles` if the language's compiler takes it, too. A file
            that does not compile elsewhere keeps `parses`.
        empty: whether the model wants nothing at the cursor, and that fits; there are no candidates then.
        absent: numbers from 1 of lines that are broken themselves and that nothing is promised for.
        refused: only when asked for.
        seconds: spent on `quotient`, beside that on `prompt` (tokenising and evaluating it), then on `model`
            (the tokens after it) and `engine` (checking tokens), and in `total`.
        tokens: evaluated for the candidates, also those cut off again.
        tokens_refused: how many of the model's choices the language refused.
    """

    candidates: list[Candidate]
    guarantee: Guarantee
    problem: str | None = None
    refused: list[Refusal] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    tokens: int = 0
    tokens_refused: int = 0
    absent: list[int] = field(default_factory=list)
    empty: bool = False
    why: Why | None = None
    broken_line: int | None = None
    level: Level = "parses"


def settings_to_json(settings: ModelSettings) -> Message:
    """The settings, with the path as text that holds in any working folder."""
    return {**asdict(settings), "path": None if settings.path is None else str(settings.path.absolute())}


def settings_from_json(data: Message) -> ModelSettings:
    """Undo `settings_to_json`."""
    path = data["path"]
    return ModelSettings(**{**data, "path": None if path is None else Path(path)})


def info_to_json(info: ModelInfo) -> Message:
    """The facts about a model, with the path as text."""
    return {**asdict(info), "path": str(info.path)}


def info_from_json(data: Message) -> ModelInfo:
    """Undo `info_to_json`."""
    return ModelInfo(**{**data, "path": Path(data["path"])})


def request_to_json(request: CompletionRequest) -> Message:
    """All fields, by name."""
    told = {name: getattr(request, name) for name in _REQUEST_FIELDS}
    return {**told, "sampling": None if request.sampling is None else asdict(request.sampling)}


_REQUEST_FIELDS = tuple(field.name for field in fields(CompletionRequest))


def request_from_json(data: Message) -> CompletionRequest:
    """Undo `request_to_json`."""
    others = tuple(OtherFile(path, text) for path, text in data["other_files"])
    sampling = None if data["sampling"] is None else Sampling(**data["sampling"])
    told = {"other_files": others, "sampling": sampling, "unwanted_in": tuple(data["unwanted_in"])}
    return CompletionRequest(**{**data, **told})


def result_to_json(result: CompletionResult) -> Message:
    """All fields, by name."""
    # What is worth showing has been decided here, and nobody else needs the marks.
    candidates = [{**vars(one), "marks": ()} for one in result.candidates]
    refused = list(map(vars, result.refused))
    return {**vars(result), "candidates": candidates, "refused": refused}


def result_from_json(data: Message) -> CompletionResult:
    """Undo `result_to_json`."""
    candidates = [Candidate(**{**candidate, "marks": ()}) for candidate in data["candidates"]]
    refused = [Refusal(**refusal) for refusal in data["refused"]]
    return CompletionResult(**{**data, "candidates": candidates, "refused": refused})
