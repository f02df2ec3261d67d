"""A local model in a process of its own.

`ModelClient` starts the worker, hands it requests and takes its answers. Importing this package
loads neither llama.cpp nor numpy: only the worker does.
"""

from engine.decoding.outcome import Candidate, Refusal
from engine.model.client import ModelClient
from engine.model.description import ModelDescription, describe_model_file
from engine.model.errors import ModelError
from engine.model.messages import CompletionRequest, CompletionResult, ModelInfo
from engine.model.settings import STARTER, ModelSettings

__all__ = [
    "STARTER",
    "Candidate",
    "CompletionRequest",
    "CompletionResult",
    "ModelClient",
    "ModelDescription",
    "ModelError",
    "ModelInfo",
    "ModelSettings",
    "Refusal",
    "describe_model_file",
]
