"""Tests in a separate process whether a language's folder can be used.

Loading a grammar is like running a program: it may fail, take for ever or fill the memory. So it is loaded
here first, with limits, before the model's process loads it:
`python -m quoin.lsp_server.languages.grammar_trial FOLDER SECONDS` prints why a folder cannot be used, or
nothing.
"""

from __future__ import annotations

import asyncio
import stat
import sys
from pathlib import Path

from quoin.engine.errors import EngineError, LanguageError
from quoin.engine.languages.manifest import MANIFEST_NAME, Manifest, read_manifest
from quoin.engine.util.system import is_out_of_time, limit_address_space, limit_processor_time
from quoin.lsp_server.child import run_module

MAX_BYTES = 1 << 20
MAX_SECONDS = 30
"""The longest time to load a language, in seconds of the processor, which others who work do not change."""
MAX_WAITED = 300.0
"""The longest time to load a language, in seconds, however little the processor does."""
MAX_MEMORY = 2 << 30

_MODULE = "quoin.lsp_server.languages.grammar_trial"


async def try_folder(folder: Path) -> Manifest:
    """Load the language in a folder, and return its manifest.

    Raises:
        LanguageError: the language cannot be used; with the file and the line if they are known.
    """
    _check_size(folder / MANIFEST_NAME)
    manifest = read_manifest(folder)
    _check_size(manifest.grammar)
    try:
        said, status = await run_module(_MODULE, str(folder), str(MAX_SECONDS), seconds=MAX_WAITED)
    except asyncio.TimeoutError:
        raise LanguageError(f"takes longer than {MAX_WAITED:.0f} seconds to load", manifest.grammar) from None
    if is_out_of_time(status):
        raise LanguageError(
            f"takes more than {MAX_SECONDS} seconds of the processor to load", manifest.grammar
        )
    if said:
        raise LanguageError(said.decode("utf-8", "replace").strip())
    if status:
        raise LanguageError(
            f"needs more than {MAX_MEMORY >> 30} GiB of memory, or ends the loader", manifest.grammar
        )
    return manifest


def _check_size(file: Path) -> None:
    try:
        found = file.stat()
    except OSError as error:
        raise LanguageError(f"cannot be read: {error.strerror}", file) from error
    # A pipe or a device may have no end, and would block its reader.
    if not stat.S_ISREG(found.st_mode):
        raise LanguageError("is no file", file)
    if found.st_size > MAX_BYTES:
        raise LanguageError(f"is larger than {MAX_BYTES >> 20} MiB", file)


def main() -> None:
    """Load the folder given on the command line, and print why it cannot be used, if so."""
    from quoin import load_language  # noqa: PLC0415 - the server's process loads no core

    limit_address_space(MAX_MEMORY)
    limit_processor_time(int(sys.argv[2]))
    try:
        load_language(Path(sys.argv[1])).quotient("", "").start()
    except EngineError as error:
        print(error)  # noqa: T201 - the server reads this output


if __name__ == "__main__":
    main()
