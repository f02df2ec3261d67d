"""The command `quoin check --jsonl`, which reads one case per line and writes one verdict per line.

A case is an object with the texts `language`, `left`, `middle` and `right`, and optionally `version`, the
version of the language, which is otherwise the newest. A verdict is an object with `viable`, `member` and,
where text is refused, `at` and `expected` (see `Verdict.as_json`). A line that is not a case yields an object
with `error`, and the run continues. Other programs read this format: fields may be added to it, but never
renamed or removed.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import quoin
from quoin.lsp_server.cli.judgement import judge

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

_FIELDS = ("language", "left", "middle", "right")


def check_lines(lines: Iterable[bytes], output: TextIO) -> None:
    """Write a verdict for each line at once, so that programs can wait for it; blank lines are skipped."""
    for line in lines:
        if line.strip():
            output.write(json.dumps(check_line(line)) + "\n")
            output.flush()


def check_line(line: bytes) -> dict[str, object]:
    """Return the verdict on one line, or an object with `error`."""
    try:
        case = json.loads(line)
    except (ValueError, RecursionError):
        return {"error": "not JSON"}
    wrong = _wrong(case)
    if wrong is not None:
        return {"error": wrong}
    try:
        language = quoin.load_language(case["language"], case.get("version"))
        return judge(language, case["left"], case["middle"], case["right"]).as_json()
    except UnicodeEncodeError:
        return {"error": "a text holds half of a surrogate pair"}
    except quoin.EngineError as error:
        return {"error": str(error)}


def _wrong(case: object) -> str | None:
    """Return why a value is not a case, or None if it is one."""
    if not isinstance(case, dict):
        return "not an object"
    texts = {name: case.get(name) for name in _FIELDS} | {"version": case.get("version", "")}
    return next((f"{name} must be a text" for name, text in texts.items() if not isinstance(text, str)), None)
