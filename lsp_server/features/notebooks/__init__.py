"""The protocol's methods for notebooks, whose cells are documents like others."""

from __future__ import annotations
