"""Servers with models at the usual ports of this machine; they are asked only when the user says so.

Only the loopback address is asked, with one or two short requests for each port, and no redirect is followed.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quoin.engine.model import describe_model_file
from quoin.engine.util.quotes import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LOOPBACK = "127.0.0.1"
MAX_SECONDS = 1.0
"""The longest wait for one answer in seconds; a server that takes longer counts as absent."""

MAX_BYTES = 1 << 20
"""The largest answer in bytes; of a longer one nothing is used."""

MAX_NAMES = 50
"""The largest number of a server's models that are listed."""

_OK = 200


@dataclass(frozen=True)
class FoundServer:
    """A server that has answered.

    Attributes:
        program: The name of its program.
        address: Its address, in the form of the setting `remote.url`.
        models: The names of its models.
        fim: Whether the model can fill in the middle; None if that cannot be told from here.
        usable: Whether quoin can complete with this program as it is.
    """

    program: str
    address: str
    models: tuple[str, ...]
    fim: bool | None
    usable: bool


def running_servers(
    ports: Sequence[tuple[int, Callable[[int], FoundServer | None]]] = (),
) -> list[FoundServer]:
    """Return the servers that answer at the given ports, or else at the usual ones; this takes seconds."""
    asked = ports or USUAL
    with ThreadPoolExecutor(len(asked)) as pool:
        found = pool.map(lambda one: one[1](one[0]), asked)
        return [server for server in found if server is not None]


def llama_server(port: int) -> FoundServer | None:
    """Look for llama.cpp's server, which says which file it has loaded."""
    properties = _get(port, "/props")
    if not isinstance(properties, dict) or "default_generation_settings" not in properties:
        return None
    path = properties.get("model_path")
    fim = None
    if isinstance(path, str) and Path(path).is_absolute() and Path(path).is_file():
        fim = describe_model_file(Path(path)).fim
    names = (quoted(Path(path).name),) if isinstance(path, str) and path else ()
    return FoundServer("llama.cpp", _address(port), names, fim, usable=True)


def ollama_server(port: int) -> FoundServer | None:
    """Look for Ollama, whose models quoin takes as files: it gives no probabilities of alternatives."""
    answer = _get(port, "/api/tags")
    names = _names(answer, "models", "name")
    return None if names is None else FoundServer("Ollama", _address(port), names, None, usable=False)


def lm_studio_server(port: int) -> FoundServer | None:
    """Look for LM Studio, whose models quoin takes as files, too."""
    names = _names(_get(port, "/v1/models"), "data", "id")
    return None if names is None else FoundServer("LM Studio", _address(port), names, None, usable=False)


USUAL: tuple[tuple[int, Callable[[int], FoundServer | None]], ...] = (
    (8012, llama_server),
    (8080, llama_server),
    (11434, ollama_server),
    (1234, lm_studio_server),
)
"""The usual ports, and who listens there."""


def _address(port: int) -> str:
    return f"http://{LOOPBACK}:{port}"


def _names(answer: Any, key: str, name: str) -> tuple[str, ...] | None:  # noqa: ANN401 - JSON
    """Return the names in a list of models; None if the answer is none."""
    try:
        return tuple(quoted(str(model[name])) for model in answer[key][:MAX_NAMES])
    except (KeyError, TypeError, IndexError):
        return None


def _get(port: int, path: str) -> Any:  # noqa: ANN401 - JSON
    """Return the JSON that a server answers with; None if there is none."""
    connection = HTTPConnection(LOOPBACK, port, timeout=MAX_SECONDS)
    try:
        with suppress(OSError, HTTPException, ValueError, RecursionError):
            connection.request("GET", path, headers={"Accept": "application/json"})
            answer = connection.getresponse()
            if answer.status == _OK:
                body = answer.read(MAX_BYTES + 1)
                return json.loads(body) if len(body) <= MAX_BYTES else None
        return None
    finally:
        connection.close()
