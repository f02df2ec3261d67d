"""`python -m lsp_server` is the command `quoin`."""

from __future__ import annotations

from lsp_server.cli import main

if __name__ == "__main__":
    main()
