"""Tests of the languages: their loader, and their grammars' examples."""
