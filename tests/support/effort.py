"""How hard property tests try: a little by default, more with `QUOIN_TEST_EFFORT=20`."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

EFFORT = float(os.environ.get("QUOIN_TEST_EFFORT", "1"))


def examples(number: int) -> settings:
    """Settings for about `number` examples, times the effort; no time limit for one of them."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    return settings(max_examples=max(1, int(number * EFFORT)), deadline=None, suppress_health_check=slow)
