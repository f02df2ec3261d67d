"""The statistics as whole documents, by the names of their forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from quoin.lsp_server.usage.statistics import Statistics


# The imports are late, since few sessions ask for a report.
def _html(statistics: Statistics) -> str:
    from quoin.lsp_server.usage.page import page  # noqa: PLC0415

    return page(statistics.kept(), str(statistics.folder))


def _text(statistics: Statistics) -> str:
    from quoin.lsp_server.usage.text import text  # noqa: PLC0415

    return text(statistics.kept(), str(statistics.folder))


REPORTS: Mapping[str, Callable[[Statistics], str]] = {"html": _html, "text": _text}
