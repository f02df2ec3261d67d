"""What `initializationOptions` hold beside settings: facts about the client.

- `trusted`: true where the user trusts the workspace (see
  `quoin.lsp_server.settings.settings`); false if absent.
- `status`: true for the notification `quoin/status` at each change (see
  `quoin.lsp_server.notifications.status`); false if absent.
- `reports`: true for a notification `$/quoin/report` after each completion, with its times and
  counts, for measuring; false if absent. Its fields are those of `CompletionReport`. Nothing is
  counted in the user's statistics then.
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
    """Facts about the client, and its first layer of settings by dotted names."""

    trusted: bool
    reports: bool
    status: bool
    settings: Mapping[str, object]


def read_options(raw: object) -> tuple[ClientOptions, list[Complaint]]:
    """Take `initializationOptions` of any shape; what cannot be used is complained of."""
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
    """Parameters of `$/quoin/report`.

    `id` is the request's; `seconds` holds the parts named by the engine (`quotient`, `prompt`,
    `model`, `engine`, `total`) and `server`, the time between the request's arrival and its
    answer; `candidates` counts the empty completion too, which is no item; `tokens` and `refused`
    count what the model said and what the filter refused; `problem` is why nothing fits, or null;
    `guarantee` is what holds for the completions, and `absent` holds the numbers from 1 of the
    lines that a guarantee of `region` leaves out; `choices` holds what the engine says of each candidate
    (see `quoin.engine.decoding.result.Candidate`).
    """

    id: int | str | None
    uri: str
    guarantee: str
    absent: Sequence[int]
    problem: str | None
    candidates: int
    tokens: int
    refused: int
    choices: Sequence[Mapping[str, object]]
    seconds: Mapping[str, float]
