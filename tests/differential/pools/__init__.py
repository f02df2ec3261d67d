"""Texts that mutants are made from, a module for each language."""

from tests.differential.pools.base import Pools, pieces
from tests.differential.pools.python import PYTHON

__all__ = ["PYTHON", "Pools", "pieces"]
