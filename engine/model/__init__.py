"""A local model in a process of its own.

`ModelClient` starts the worker, hands it requests and takes its answers. Importing this package
loads neither llama.cpp nor numpy: only the worker does. Each name is loaded when it is first used,
since the two processes use different ones, and somebody waits for both.
"""

from typing import TYPE_CHECKING

from engine.util.lazy_exports import on_demand

if TYPE_CHECKING:
    from engine.decoding.outcome import Candidate, Refusal
    from engine.model.client.client import ModelClient
    from engine.model.errors import ModelError
    from engine.model.fim.describe import ModelDescription, describe_model_file
    from engine.model.ipc.messages import CompletionRequest, CompletionResult, ModelInfo
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

__getattr__ = on_demand(
    __name__,
    {
        "engine.decoding.outcome": ("Candidate", "Refusal"),
        "engine.model.client.client": ("ModelClient",),
        "engine.model.fim.describe": ("ModelDescription", "describe_model_file"),
        "engine.model.errors": ("ModelError",),
        "engine.model.ipc.messages": ("CompletionRequest", "CompletionResult", "ModelInfo"),
        "engine.model.settings": ("STARTER", "ModelSettings"),
    },
)
