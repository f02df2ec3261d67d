"""Tests, and the checks and references that they share."""
