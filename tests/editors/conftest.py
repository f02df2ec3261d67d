"""Tests of the plug-ins; those that drive Neovim exist only where QUOIN_NEOVIM names one, 0.12 or newer."""

from __future__ import annotations

import os

collect_ignore = [] if os.environ.get("QUOIN_NEOVIM") else ["test_neovim.py"]
