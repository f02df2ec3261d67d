"""The starter model, loaded once."""

from __future__ import annotations

import pytest

from engine.model import STARTER, ModelSettings
from engine.model.llama.model import LlamaModel


@pytest.fixture(scope="session")
def starter() -> LlamaModel:
    return LlamaModel(ModelSettings(STARTER), lambda _share: None)
