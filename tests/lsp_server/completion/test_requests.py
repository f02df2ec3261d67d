"""What the model is asked, by what is set."""

from __future__ import annotations

from typing import Any

import pytest

from quoin.lsp_server.completion.open_files import OpenFiles
from quoin.lsp_server.completion.requests import RequestBuilder
from quoin.lsp_server.documents.documents import Documents
from quoin.lsp_server.documents.notebooks import Notebooks
from quoin.lsp_server.languages.importables import Importables
from quoin.lsp_server.languages.languages import Languages
from quoin.lsp_server.languages.python_version import NamedVersions
from quoin.lsp_server.settings.configuration import Configuration
from tests.lsp_server.documents.contexts import context_of

CASES: list[tuple[dict[str, Any], str, object]] = [
    ({}, "stay_in_context", True),
    ({}, "other_files", (("b.py", "b = 1\n"),)),
    ({"context.otherFiles": 0}, "other_files", ()),
    ({}, "path", "a.py"),
    ({"context.otherFiles": 1}, "other_files", (("b.py", "b = 1\n"),)),
    ({"maxTokens": 7}, "max_tokens", 7),
    ({"maxLatencyMs": 500}, "max_seconds", 0.5),
    ({"stop": "auto"}, "stop", "block"),
    ({"stop": "line"}, "stop", "line"),
    ({"guarantee": "off"}, "guarantee", "off"),
    ({"python.version": "3.9"}, "version", "3.9"),
    ({"context.leftLines": 4}, "left_lines", 4),
    ({"context.rightLines": 5}, "right_lines", 5),
]


@pytest.mark.parametrize(("settings", "name", "value"), CASES)
def test_settings(settings: dict[str, Any], name: str, value: object) -> None:
    documents, languages = Documents(), Languages()
    configuration = Configuration(pytest.fail)
    configuration.initialize(settings)
    importables = Importables(documents, languages)
    neighbours = OpenFiles(documents, languages, Notebooks(documents))
    requests = RequestBuilder(configuration, languages, NamedVersions(), neighbours, importables)
    documents.open("file:///p/b.py", "python", 1, "b = 1\n")
    document = documents.open("file:///p/a.py", "python", 1, "if x:\n    \n")
    request = requests.write(document, context_of("if x:\n    ", "\n"), bounded=True)
    assert getattr(request, name) == value
