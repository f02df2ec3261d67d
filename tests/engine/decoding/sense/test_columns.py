"""No key is given that the block of its column has already."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.sense.columns import gives_key_again, is_no_step

# The left context, the completion and the right context.
AGAIN = [
    "permissions:\n  ‖contents: read‖\n  contents: write\n",
    "permissions:\n  contents: read\n\n  # More.\n  con‖tents: write‖\n",
    "‖jobs:‖\n  a: b\n\njobs:\n  c: d\n",
    "a:\n  b:\n    - c\n  d: e\n  ‖b: f‖\n",
    "a:\n  - b: c\n    d: e\n    ‖b: f‖\n",
    "a:\n  - ‖b: c‖\n    d: e\n    b: f\n",
    "a:\n- b\n‖a: c‖\n",
    "'a': 1\n‖'a': 2‖\n",
]
APART = [
    "permissions:\n  ‖contents: read‖\n  pages: write\n",
    "a:\n  b: c\nd:\n  ‖b: c‖\n",
    "a:\n  - b: c\n  - ‖b: d‖\n  - b: e\n",
    "a:\n  - b: c\n  ‖b: d‖\n",
    "a:\n  - b: c\n    ‖d: e‖\n  - d: f\n",
    "a:\n  ‖b: c‖\nb: d\n",
    "a: b\n---\n‖a: c‖\n---\na: d\n",
    "a: b\n‖c‖\na: d\n",
    "a: ‖b‖\nc: d\n",
    "a: |\n  b: c\n‖b: d‖\n",
]


# The left context and the completion.
NO_STEPS = [
    "services:\n  db:\n    volumes:\n      - ‖uses: actions/checkout@v6",
    "services:\n  db:\n    ports:\n      - '80:80'\n      ‖- run: make",
    "volumes:\n- uses‖: actions/setup-node@v6",
]
STEPS = [
    "jobs:\n  a:\n    steps:\n      - ‖uses: actions/checkout@v6",
    "jobs:\n  a:\n    steps:\n      - name: b\n        with:\n         c: d\n\n     # e\n      ‖- run: make",
    "    steps:\n    - uses: a\n    - ‖uses: b",
    "- ‖run: make",
    "volumes:\n  - ‖runs: a",
    "volumes:\n  - ‖name: a\n",
    "volumes:\n  - uses: ‖a\n",
]


@pytest.mark.parametrize("case", NO_STEPS)
def test_no_steps(case: str) -> None:
    left, whole = (part.encode() for part in case.split("‖"))
    assert is_no_step(whole, left)


@pytest.mark.parametrize("case", STEPS)
def test_steps(case: str) -> None:
    left, whole = (part.encode() for part in case.split("‖"))
    assert not is_no_step(whole, left)


@pytest.mark.parametrize("case", AGAIN)
def test_again(case: str) -> None:
    assert _gives(case)


@pytest.mark.parametrize("case", APART)
def test_apart(case: str) -> None:
    assert not _gives(case)


def _gives(case: str) -> bool:
    left, whole, right = (part.encode() for part in case.split("‖"))
    return gives_key_again(whole, left, right)
