"""This module loads the low-level bindings of llama-cpp-python without the rest of that package.

Importing the package itself also imports its high-level class with a template engine and a disk cache. These
take a tenth of a second and compile templates that model files contain. Only the module of plain C functions
is used here, so the package's own initialisation is skipped.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from quoin.engine.errors import ModelError
from quoin.engine.util.quotes import quoted

if TYPE_CHECKING:
    import ctypes

_PACKAGE = "llama_cpp"
_ERROR_LEVEL = 4


def load_library() -> Any:  # noqa: ANN401  the bindings have no useful types
    """Return the module of C functions `llama_cpp.llama_cpp`.

    Raises:
        ModelError: The package is not installed, or its native library does not load.
    """
    try:
        if _PACKAGE not in sys.modules:
            spec = importlib.util.find_spec(_PACKAGE)
            if spec is None:
                raise ModelError("llama-cpp-python is not installed")
            sys.modules[_PACKAGE] = importlib.util.module_from_spec(spec)
        library = importlib.import_module(f"{_PACKAGE}.llama_cpp")
        _load_backends(library)
    except (ImportError, OSError, RuntimeError) as error:
        raise ModelError(f"llama.cpp cannot be loaded: {error}") from error
    return library


def _load_backends(library: Any) -> None:  # noqa: ANN401
    """Let llama.cpp load its code for this processor, if that lies in files of its own beside the library.

    A wheel for all processors has one such file for each family of them. By itself llama.cpp looks beside the
    program and in the working folder.
    """
    count = getattr(library._lib, "ggml_backend_reg_count", None)  # noqa: SLF001
    # Windows does not find it through the library that uses it; wheels for Windows have no such files.
    if count is not None and count() == 0:
        library._lib.ggml_backend_load_all_from_path(str(library._base_path).encode())  # noqa: SLF001


class ErrorLog:
    """A log that silences llama.cpp and keeps its first error, because later ones are less exact.

    Only `error_log` makes a log, and only one: llama.cpp has one callback for all models and keeps only its
    address.
    """

    def __init__(self, library: Any) -> None:  # noqa: ANN401
        self._first = ""

        def take(level: int, text: bytes, _data: ctypes.c_void_p) -> None:
            if level == _ERROR_LEVEL and not self._first:
                self._first = text.decode("utf-8", "replace").strip()

        self._callback = library.llama_log_callback(take)
        library.llama_log_set(self._callback, None)

    def clear(self) -> None:
        """Forget the error."""
        self._first = ""

    @property
    def reason(self) -> str:
        """The error message of llama.cpp on one line; it may quote the file."""
        return quoted(self._first) or "it gives no reason"


@lru_cache(maxsize=1)
def error_log() -> ErrorLog:
    """Return the log of this process."""
    return ErrorLog(load_library())
