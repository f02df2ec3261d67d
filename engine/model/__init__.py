"""A local model in a process of its own.

`ModelClient` starts the worker, hands it requests and takes its answers. Importing this package
loads neither llama.cpp nor numpy: only the worker does.
"""

from engine.decoding.outcome import Candidate, Refusal
from engine.model.client import ModelClient
from engine.model.errors import ModelError
from engine.model.messages import CompletionRequest, CompletionResult, ModelInfo
from engine.model.settings import STARTER, ModelSettings

__all__ = [
    "STARTER",
    "Candidate",
    "CompletionRequest",
    "CompletionResult",
    "ModelClient",
    "ModelError",
    "ModelInfo",
    "ModelSettings",
    "Refusal",
]
