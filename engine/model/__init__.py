"""This package runs a model in a process of its own.

`ModelClient` starts the worker, sends it requests and receives its answers. Importing this package loads
neither llama.cpp nor numpy; only the worker loads them. Each name is loaded at its first use, because the two
processes use different names and a user waits for the start of both.
"""

from typing import TYPE_CHECKING

from quoin.engine.util.lazy_exports import on_demand

if TYPE_CHECKING:
    from quoin.engine.decoding.result import Candidate, Refusal
    from quoin.engine.errors import ModelError
    from quoin.engine.model.client.client import ModelClient
    from quoin.engine.model.fim.describe import ModelDescription, describe_model_file
    from quoin.engine.model.ipc.messages import CompletionRequest, CompletionResult, ModelInfo, OtherFile
    from quoin.engine.model.settings import STARTER, ModelSettings

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
    "OtherFile",
    "Refusal",
    "describe_model_file",
]

__getattr__ = on_demand(
    __name__,
    {
        "quoin.engine.decoding.result": ("Candidate", "Refusal"),
        "quoin.engine.model.client.client": ("ModelClient",),
        "quoin.engine.model.fim.describe": ("ModelDescription", "describe_model_file"),
        "quoin.engine.errors": ("ModelError",),
        "quoin.engine.model.ipc.messages": (
            "CompletionRequest",
            "CompletionResult",
            "ModelInfo",
            "OtherFile",
        ),
        "quoin.engine.model.settings": ("STARTER", "ModelSettings"),
    },
)
