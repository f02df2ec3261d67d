"""What a client may set: names, meanings, ranges and defaults, and how bad values are reported.

Settings come in `initializationOptions` and in `workspace/didChangeConfiguration`, nested
(`{"model": {"path": …}}`) or with dotted names (`{"model.path": …}`), with or without a key
`quoin` around them. What is pushed later covers `initializationOptions`, which cover the
defaults. A bad or unknown setting is reported by name and otherwise ignored.

Some settings reach outside the editor: `model.path` is a file that native code reads, `remote.url` an
address that source text is sent to, `grammars` are folders with programs of a kind, `log.file` is
written to. A workspace can carry settings of its own, so
these count only where the client says that they are the user's: `"trusted": true` in
`initializationOptions`, and there alone, since what is pushed later may come from the workspace.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, get_args

from quoin.lsp_server.logs import LogLevel
from quoin.lsp_server.settings.readers import (
    Reader,
    absolute_path,
    absolute_paths,
    http_address,
    one_of,
    share,
    some_of,
    switches,
    truth,
    whole,
)

if TYPE_CHECKING:
    from pathlib import Path

    from quoin.engine.quotient.cursor_context import Place

Stop = Literal["line", "statement", "block", "auto"]
Trigger = Literal["automatic", "manual"]
Guarantee = Literal["file", "region", "off"]
StayInContext = Literal["automatic", "always", "never"]
PYTHON_VERSIONS = ("3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "3.14")


@dataclass(frozen=True)
class Settings:
    """All settings; the names given here are those that clients use.

    - `enable`: whether completions are offered; no model is loaded where they are not.
    - `languages`: true or false by language, as in `{"python": false}`; languages are on where nothing
      is said of them.
    - `trigger`: `automatic`, and completions come while the user types; `manual`, and they come only when
      the user asks for them.
    - `debounceMs`: how many milliseconds an automatic request waits for a pause in the typing.
    - `minConfidence`: the least probability, by the model itself, of a line that is shown while the user
      types; a completion that the user asks for is shown whatever it is.
    - `suppressIn`: places where no automatic completions begin: `comment`, `string`. Docstrings are strings.
    - `model.path`: GGUF file of a model with fill-in-the-middle tokens; null for the starter
      model that quoin carries. Only in a trusted workspace.
    - `model.contextSize`: tokens of context given to the model.
    - `model.threads`: threads of the model; null for the physical cores less one.
    - `model.gpuLayers`: layers given to a GPU; -1 for all of them.
    - `model.withoutFim`: whether a model without fill-in-the-middle tokens is used, which then sees only
      what stands before the cursor.
    - `model.memoryLimitMb`: megabytes that the model's process may take; null for a limit by the model's size
      (see `quoin.engine.model.llama.memory_limit`).
    - `remote.url`: address of a server with a model, which is then used in place of a file; null for none.
      It gets the text around the cursor. Only in a trusted workspace.
    - `python.version`: the version of Python that files are written for, such as `3.12`; null for
      the one that the workspace names (see `quoin.lsp_server.languages.python_version`), else the newest.
    - `maxTokens`: most tokens of a completion, with what the language needs to end it; more only where
      nothing that fits is so short.
    - `maxLatencyMs`: most milliseconds from a request to its answer; the best completion found
      by then is given, or none.
    - `maxLines`: most lines of a completion; null for any number.
    - `stop`: where a completion ends: with the `line`, the `statement` or the `block`; `auto` (see
      `quoin.engine.decoding.endings.stop_rule`): the block on an empty line after one that opens a block,
      else the statement.
    - `candidates`: how many completions to offer.
    - `guarantee`: `region`, and where a file is broken away from the cursor, what is shown parses
      together with the lines that are not; everywhere else it makes the whole file parse. `file`,
      and nothing is shown in a file that is broken elsewhere. `off` is experimental and for
      measuring: the same model without the filter, with no promise at all.
    - `stayInContext`: completions that close no bracket, string or block which was opened before the
      cursor and is closed behind it. `automatic`: those that come while the user types; `always`, `never`.
    - `context.leftLines`, `context.rightLines`: lines before and behind the cursor that the model sees,
      the cursor's own among them; null for as many as `model.contextSize` has room for. What a
      completion must fit into is always the whole file.
    - `context.otherFiles`: of how many other open documents of the same language the model may see parts.
    - `grammars`: folders of languages beside those that quoin brings, in the form of `grammars/` in its
      repository. Only in a trusted workspace.
    - `cache.entries`: cursors whose completions are remembered.
    - `prefetch`: whether the next completion is looked for as soon as one is accepted.
    - `log.level`: `error`, `warning`, `info` or `debug`. At `debug` the log holds messages with
      source text in them; at all other levels it holds none.
    - `log.file`: file that the log is written to, beside standard error. Only in a trusted
      workspace.
    """

    enable: bool = True
    languages: Mapping[str, bool] = field(default_factory=dict)
    trigger: Trigger = "automatic"
    debounce_ms: int = 75
    min_confidence: float = 0.08
    suppress_in: frozenset[Place] = frozenset({"comment", "string"})
    model_path: Path | None = None
    context_size: int = 4096
    threads: int | None = None
    gpu_layers: int = 0
    without_fim: bool = False
    memory_limit_mb: int | None = None
    remote_url: str | None = None
    python_version: str | None = None
    max_tokens: int = 128
    max_latency_ms: int = 2000
    max_lines: int | None = None
    stop: Stop = "statement"
    candidates: int = 1
    guarantee: Guarantee = "region"
    stay_in_context: StayInContext = "automatic"
    left_lines: int | None = None
    right_lines: int | None = None
    other_files: int = 10
    grammars: tuple[Path, ...] = ()
    cache_entries: int = 100
    prefetch: bool = True
    log_level: LogLevel = "info"
    log_file: Path | None = None


@dataclass(frozen=True)
class Complaint:
    """Something wrong with a setting: its name, and the line to show to the user."""

    name: str
    message: str


@dataclass(frozen=True)
class _Spec:
    attribute: str
    read: Reader
    trusted_only: bool = False


_SPECS = {
    "enable": _Spec("enable", truth),
    "languages": _Spec("languages", switches),
    "trigger": _Spec("trigger", one_of(*get_args(Trigger))),
    "debounceMs": _Spec("debounce_ms", whole(0, 2000)),
    "minConfidence": _Spec("min_confidence", share),
    "suppressIn": _Spec("suppress_in", some_of("comment", "string")),
    "model.path": _Spec("model_path", absolute_path, trusted_only=True),
    "model.contextSize": _Spec("context_size", whole(256, 131_072)),
    "model.threads": _Spec("threads", whole(1, 256)),
    "model.gpuLayers": _Spec("gpu_layers", whole(-1, 1000)),
    "model.withoutFim": _Spec("without_fim", truth),
    "model.memoryLimitMb": _Spec("memory_limit_mb", whole(256, 1_048_576)),
    "remote.url": _Spec("remote_url", http_address, trusted_only=True),
    "python.version": _Spec("python_version", one_of(*PYTHON_VERSIONS)),
    "maxTokens": _Spec("max_tokens", whole(1, 4096)),
    "maxLatencyMs": _Spec("max_latency_ms", whole(10, 60_000)),
    "maxLines": _Spec("max_lines", whole(1, 200)),
    "stop": _Spec("stop", one_of(*get_args(Stop))),
    "candidates": _Spec("candidates", whole(1, 10)),
    "guarantee": _Spec("guarantee", one_of(*get_args(Guarantee))),
    "stayInContext": _Spec("stay_in_context", one_of(*get_args(StayInContext))),
    "context.leftLines": _Spec("left_lines", whole(1, 100_000)),
    "context.rightLines": _Spec("right_lines", whole(1, 100_000)),
    "context.otherFiles": _Spec("other_files", whole(0, 20)),
    "grammars": _Spec("grammars", absolute_paths, trusted_only=True),
    "cache.entries": _Spec("cache_entries", whole(0, 10_000)),
    "prefetch": _Spec("prefetch", truth),
    "log.level": _Spec("log_level", one_of(*get_args(LogLevel))),
    "log.file": _Spec("log_file", absolute_path, trusted_only=True),
}
NAMES = tuple(_SPECS)
"""What clients may set."""

_GROUPS = {name.partition(".")[0] for name in _SPECS if "." in name}
UNTRUSTED = 'the client has not said that the workspace is trusted ("trusted": true)'


def flatten(raw: object) -> dict[str, object]:
    """Bring settings of any of the accepted shapes to dotted names.

    Anything but an object holds no settings. A key `quoin` stands for what is in it.
    """
    flat: dict[str, object] = {}
    pending: list[tuple[str, object]] = [("", raw)]
    while pending:
        prefix, value = pending.pop()
        if isinstance(value, Mapping) and (not prefix or prefix in _GROUPS):
            pending += [(_joined(prefix, str(key)), inner) for key, inner in value.items()]
        elif prefix:
            flat[prefix] = value
    return flat


def _joined(prefix: str, key: str) -> str:
    if prefix:
        return f"{prefix}.{key}"
    return "" if key == "quoin" else key.removeprefix("quoin.")


def read_settings(layers: list[Mapping[str, object]], *, trusted: bool) -> tuple[Settings, list[Complaint]]:
    """Build settings from layers of dotted names, later ones covering earlier ones.

    Null and an empty text bring back the default. Never fails: a setting that is unknown, bad or
    not allowed keeps the value that the layers below gave it, and is complained of.
    """
    values: dict[str, Any] = {}
    complaints: list[Complaint] = []
    for name, value in ((name, value) for layer in layers for name, value in layer.items()):
        spec = _SPECS.get(name)
        if spec is None:
            complaints.append(Complaint(name, f"unknown setting {name}"))
        elif value is None or value == "":
            values.pop(spec.attribute, None)
        elif spec.trusted_only and not trusted:
            complaints.append(Complaint(name, f"setting {name} is ignored: {UNTRUSTED}"))
        else:
            try:
                values[spec.attribute] = spec.read(value)
            except ValueError as error:
                complaints.append(Complaint(name, f"setting {name} {error}"))
    return Settings(**values), complaints
