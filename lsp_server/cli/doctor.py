"""The checks of `quoin doctor`: versions, the grammar, the model, and a completion with its times."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from quoin import EngineError, load_language
from quoin.lsp_server.about import versions
from quoin.lsp_server.cli.one_shot import TextOptions, try_model
from quoin.lsp_server.cli.source_location import SourceLocation
from quoin.lsp_server.console import print_json, results
from quoin.lsp_server.errors import InputError
from quoin.lsp_server.languages.languages import DEFAULT, packaged

if TYPE_CHECKING:
    from quoin.engine.model import CompletionResult, ModelInfo, ModelSettings

_LEFT = "def area(width, height):\n    return "
_RIGHT = "\n\nprint(area(2, 3))\n"
_SAMPLE = SourceLocation(Path("sample.py"), 2, 12, _LEFT, _RIGHT, DEFAULT)
_OPTIONS = TextOptions(stop="line", max_tokens=32, max_seconds=30.0)


@dataclass
class Findings:
    """The results of the checks; `problem` describes the first failure, or is None."""

    versions: dict[str, str]
    model: dict[str, Any] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    languages: dict[str, str] = field(default_factory=dict)
    completion: str | None = None
    problem: str | None = None


def examine(model: ModelSettings) -> Findings:
    """Try every part in turn up to the first failure, which is stored in `problem`."""
    findings = Findings(versions())
    findings.languages = {known.name: known.manifest.promise.told for known in packaged()}
    try:
        findings.seconds["grammar"] = _timed_grammar()
        info, result = try_model(_SAMPLE, model, _OPTIONS)
    except (EngineError, InputError) as error:
        findings.problem = str(error)
        return findings
    findings.model = _describe(info)
    findings.seconds["load"] = info.load_seconds
    _take_completion(findings, result)
    return findings


def _timed_grammar() -> float:
    started = time.perf_counter()
    load_language(DEFAULT)
    return time.perf_counter() - started


def _describe(info: ModelInfo) -> dict[str, Any]:
    return {
        "file": str(info.path),
        "name": info.name,
        "architecture": info.architecture,
        "parameters": info.parameters,
        "bytes": info.size_bytes,
        "context_size": info.context_size,
        "vocabulary": info.vocab_size,
        "fim": dict(info.fim),
    }


def _take_completion(findings: Findings, result: CompletionResult) -> None:
    findings.seconds |= {f"completion: {part}": seconds for part, seconds in result.seconds.items()}
    if result.candidates:
        findings.completion = result.candidates[0].text
    else:
        findings.problem = f"the sample got no completion: {result.problem or 'nothing was found in time'}"


def show(findings: Findings) -> None:
    """Print the findings as a table."""
    table = Table(show_header=False, box=None)
    table.add_column(style="cyan")
    table.add_column(overflow="fold")
    for name, version in findings.versions.items():
        table.add_row(name, version)
    for name, promise in findings.languages.items():
        table.add_row(f"language: {name}", promise)
    for name, value in findings.model.items():
        shown = ", ".join(f"{key} {number}" for key, number in value.items()) if name == "fim" else str(value)
        table.add_row(f"model: {name}", shown)
    for part, seconds in findings.seconds.items():
        table.add_row(part, f"{seconds * 1000:.1f} ms")
    if findings.completion is not None:
        table.add_row("sample", f"{_LEFT.splitlines()[-1]}‖{findings.completion}‖".strip())
    console = results()
    console.print(table)
    if findings.problem is None:
        console.print("everything works", style="green")
    else:
        console.print(f"problem: {findings.problem}", style="red")


def show_json(findings: Findings) -> None:
    """Print the findings as one JSON object."""
    print_json(
        {
            "versions": findings.versions,
            "languages": findings.languages,
            "model": findings.model,
            "seconds": findings.seconds,
            "completion": findings.completion,
            "problem": findings.problem,
        }
    )
