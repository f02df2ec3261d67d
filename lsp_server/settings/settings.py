"""The settings of a client: names, meanings, ranges and defaults, and reports of bad values.

Settings are sent in `initializationOptions` and in `workspace/didChangeConfiguration`, nested
(`{"model": {"path": …}}`) or with dotted names (`{"model.path": …}`), with or without a key
`quoin` around them. Settings pushed later override `initializationOptions`, which override the
defaults. A bad or unknown setting is reported by name and otherwise ignored.

Some settings reach outside the editor: `model.path` is a file that native code reads, `remote.url` is an
address to which source text is sent, `grammars` are folders whose grammars run like programs, and `log.file`
is written to. A workspace can contain settings of its own, so these settings count only if the client
declares that they are the user's, by `"trusted": true` in `initializationOptions`. The declaration counts
only there, since settings pushed later may be the workspace's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, get_args

from quoin.engine.quotient.quotient import Names
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
    texts,
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
ShowInList = Literal["automatic", "always", "never"]
PYTHON_VERSIONS = ("3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "3.14")


@dataclass(frozen=True)
class Settings:
    """All settings, listed here by the names that clients use.

    - `enable`: whether completions are offered; if not, no model is loaded.
    - `languages`: true or false by language, as in `{"python": false}`; languages that are not named are on.
    - `trigger`: `automatic` for completions while the user types, `manual` for completions only on the
      user's request.
    - `debounceMs`: milliseconds for which an automatic request waits for a pause in the typing.
    - `minConfidence`: the minimal probability, by the model, of a line that is shown while the user
      types; a completion on the user's request is shown with any probability.
    - `suppressIn`: places where no automatic completions begin: `comment`, `string`. Docstrings are strings.
    - `model.path`: the GGUF file of a model with fill-in-the-middle tokens; null for the starter
      model that is part of quoin. Only in a trusted workspace.
    - `model.contextSize`: the model's context size in tokens.
    - `model.threads`: the model's number of threads; null for the number of physical cores less one.
    - `model.gpuLayers`: the number of layers that a GPU computes; -1 for all of them.
    - `model.withoutFim`: whether a model without fill-in-the-middle tokens is used, which then sees only
      the text before the cursor.
    - `model.memoryLimitMb`: the memory limit of the model's process in megabytes; null for a limit by the
      model's size (see `quoin.engine.model.llama.memory_limit`).
    - `remote.url`: the address of a server with a model, which then replaces the file; null for none.
      The server gets the text around the cursor. Only in a trusted workspace.
    - `python.version`: the version of Python that files are written for, as in `3.12`; null for
      the one that the workspace names (see `quoin.lsp_server.languages.python_version`), else the newest.
    - `maxTokens`: the maximal number of tokens of a completion, including those that the language needs to
      end it; a completion exceeds it only if no shorter one fits.
    - `maxLatencyMs`: the maximal number of milliseconds from a request to its answer, which is the best
      completion found by then, or none.
    - `maxLines`: the maximal number of lines of a completion; null for any number.
    - `stop`: where a completion ends: with the `line`, the `statement` or the `block`; `auto` (see
      `quoin.engine.decoding.endings.stop_rule`): the block on an empty line after one that opens a block,
      else the statement.
    - `candidates`: the number of completions to offer.
    - `guarantee`: with `region`, if a file is broken away from the cursor, a completion parses together
      with the lines that are not broken; in every other file it makes the whole file parse. With `file`,
      nothing is shown in a file that is broken elsewhere. `off` is experimental and for
      measurements: the model without the filter, and without any guarantee.
    - `names`: which names completions read. With `strict`, known names only: those that the file binds where
      they are read, and the language's own. With `prefer`, others if the model is much surer of them; with
      `off`, any.
    - `knownNames`: names that count as known everywhere, for example those that a framework puts into the
      language's own.
    - `imports`: whether completions may read names that an import can bind; the file gets the import when
      such a completion is accepted. Only with the `names` that are preferred.
    - `stayInContext`: which completions must not close a bracket, string or block that is opened before the
      cursor and closed after it, unless nothing else fits. `automatic`: those offered while the user types;
      `always`, `never`.
    - `completionList.show`: whether completions are entries of the editor's completion list.
      `automatic`: if the editor draws no ghost text; `always`, `never`. Read when the server starts.
    - `completionList.maxLatencyMs`: the maximal number of milliseconds for which the completion list waits; a
      completion that takes longer is remembered.
    - `context.leftLines`, `context.rightLines`: the numbers of lines before and after the cursor that the
      model sees, including the cursor's own; null for as many as `model.contextSize` has room for. A
      completion must fit into the whole file in every case.
    - `context.otherFiles`: the number of other open documents in the document's language of which the model
      may see parts.
    - `grammars`: folders of languages in addition to the packaged ones, in the form of `grammars/` in
      quoin's repository. Only in a trusted workspace.
    - `cache.entries`: the number of cursors whose completions are remembered.
    - `prefetch`: whether the next completion is computed as soon as one is accepted.
    - `log.level`: `error`, `warning`, `info` or `debug`. At `debug` the log contains messages with
      source text; at all other levels it contains no source text.
    - `log.file`: a file to which the log is written in addition to standard error. Only in a trusted
      workspace.
    """

    enable: bool = True
    languages: Mapping[str, bool] = field(default_factory=dict)
    trigger: Trigger = "automatic"
    debounce_ms: int = 75
    min_confidence: float = 0.06
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
    names: Names = "prefer"
    known_names: tuple[str, ...] = ()
    imports: bool = True
    stay_in_context: StayInContext = "always"
    show_in_list: ShowInList = "automatic"
    list_max_latency_ms: int = 500
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
    """A problem with a setting: the setting's name, and the line to show to the user."""

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
    "names": _Spec("names", one_of(*get_args(Names))),
    "knownNames": _Spec("known_names", texts),
    "imports": _Spec("imports", truth),
    "stayInContext": _Spec("stay_in_context", one_of(*get_args(StayInContext))),
    "completionList.show": _Spec("show_in_list", one_of(*get_args(ShowInList))),
    "completionList.maxLatencyMs": _Spec("list_max_latency_ms", whole(10, 60_000)),
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
"""The names of all settings."""

_GROUPS = {name.partition(".")[0] for name in _SPECS if "." in name}
UNTRUSTED = 'the client has not said that the workspace is trusted ("trusted": true)'


def flatten(raw: object) -> dict[str, object]:
    """Convert settings of any accepted shape to dotted names.

    Only an object contains settings. A key `quoin` around settings is removed.
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
    """Build settings from layers of dotted names, of which later ones override earlier ones.

    Null and an empty text restore the default. A setting that is unknown, bad or not allowed raises no
    error: it keeps its value from the earlier layers, and a complaint is returned for it.
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
