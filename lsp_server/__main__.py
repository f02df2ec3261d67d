"""`python -m quoin.lsp_server` is the command `quoin`."""

from __future__ import annotations

from quoin.lsp_server.cli import main

if __name__ == "__main__":
    main()
