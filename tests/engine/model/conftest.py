"""The starter model, loaded once."""

from __future__ import annotations

import pytest

from quoin.engine.model import STARTER, ModelSettings
from quoin.engine.model.llama.model import LlamaModel


@pytest.fixture(scope="session")
def starter() -> LlamaModel:
    return LlamaModel(ModelSettings(STARTER), lambda _share: None)
