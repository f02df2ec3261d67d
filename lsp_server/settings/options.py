"""The client options, which `initializationOptions` contain in addition to settings.

- `trusted`: true if the user trusts the workspace (see
  `quoin.lsp_server.settings.settings`); false if absent.
- `status`: true for the notification `quoin/status` at each change (see
  `quoin.lsp_server.notifications.status`); false if absent.
- `reports`: true for a notification `$/quoin/report` after each completion, with its times and
  counts, for measurements; false if absent. Its fields are those of `CompletionReport`. Completions
  are then not counted in the user's statistics.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quoin.lsp_server.settings.settings import Complaint, flatten

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

REPORT = "$/quoin/report"


@dataclass(frozen=True)
class ClientOptions:
    """The client options, and the client's first layer of settings by dotted names."""

    trusted: bool
    reports: bool
    status: bool
    settings: Mapping[str, object]


def read_options(raw: object) -> tuple[ClientOptions, list[Complaint]]:
    """Read `initializationOptions` of any shape; return a complaint for each bad value."""
    flat = flatten(raw)
    complaints = []
    flags = {}
    for name in ("trusted", "reports", "status"):
        value = flat.pop(name, False)
        flags[name] = value is True
        if not isinstance(value, bool):
            complaints.append(Complaint(name, f"setting {name} must be true or false"))
    return ClientOptions(settings=flat, **flags), complaints


@dataclass(frozen=True)
class CompletionReport:
    """The parameters of `$/quoin/report`.

    Attributes:
        id: the request's id.
        uri: the document's URI.
        guarantee: the guarantee that holds for the completions.
        level: what it says of the file: `compiles` or `parses`.
        names: what the completions promise of the names that they read: `known`, `open` or `off`.
        absent: the numbers, from 1, of the lines that a guarantee of `region` leaves out.
        present: the texts that it takes as present, since constructs around the cursor owe them.
        problem: the reason why nothing fits, or null.
        candidates: the number of completions, including the empty one, which is not an item.
        tokens: the number of tokens evaluated for the candidates.
        refused: the number of the model's choices that the filter has refused.
        choices: the fields of each candidate (see `quoin.engine.decoding.result.Candidate`).
        seconds: the engine's times by part (`quotient`, `prompt`, `model`, `engine`, `total`), and `server`,
            the time between the request's receipt and its answer.
    """

    id: int | str | None
    uri: str
    guarantee: str
    level: str
    names: str
    absent: Sequence[int]
    present: Sequence[str]
    problem: str | None
    candidates: int
    tokens: int
    refused: int
    choices: Sequence[Mapping[str, object]]
    seconds: Mapping[str, float]
