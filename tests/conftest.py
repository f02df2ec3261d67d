"""How tests are shared out among processes: a file's go to one, and those of real editors to one together.

Nor has an example of a property test a time limit, since a machine may have other work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadFileScheduling

if TYPE_CHECKING:
    import pytest
    from xdist.remote import Producer

# Two editors at once would wait for each other's processes, and their tests wait for what is shown.
_ONE_BY_ONE = "tests/editors/"

# What takes longest in one process is begun first, so that no other process waits for it at the end.
_LONGEST = (_ONE_BY_ONE, "tests/promises/", "tests/engine/decoding/test_answers.py")

settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


class _ByFile(LoadFileScheduling):  # type: ignore[misc]
    def _split_scope(self, nodeid: str) -> str:
        return _ONE_BY_ONE if nodeid.startswith(_ONE_BY_ONE) else nodeid.split("::", 1)[0]


def pytest_configure(config: pytest.Config) -> None:
    """Keep the order of what is shared out."""
    config.option.loadscopereorder = False


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put first what takes longest."""
    items.sort(key=lambda item: not item.nodeid.startswith(_LONGEST))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling:
    """Return what shares out the tests."""
    return _ByFile(config, log)
