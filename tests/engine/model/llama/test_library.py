"""llama.cpp's code for the processor is loaded from files of its own, where a wheel has them."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from quoin.engine.model.llama.library import _load_backends, load_library

FOLDER = Path("/wheels/llama_cpp/lib")


def library(count: int | None) -> tuple[Any, list[bytes]]:
    """A library with so many backends; None where it does not say, as on Windows."""
    loaded: list[bytes] = []
    native = SimpleNamespace(ggml_backend_load_all_from_path=loaded.append)
    if count is not None:
        native.ggml_backend_reg_count = lambda: count
    return SimpleNamespace(_lib=native, _base_path=FOLDER), loaded


@pytest.mark.parametrize(("count", "expected"), [(0, [b"/wheels/llama_cpp/lib"]), (1, []), (None, [])])
def test_backends_are_loaded_where_none_is_linked_in(count: int | None, expected: list[bytes]) -> None:
    made, loaded = library(count)
    _load_backends(made)
    assert loaded == expected


def test_the_installed_library_has_a_backend() -> None:
    assert load_library()._lib.ggml_backend_reg_count() > 0
