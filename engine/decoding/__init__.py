"""Turning a model's probabilities and a language's filter into completions.

Knows neither llama.cpp nor grammars: `interfaces.py` says what it needs of a model and of a state.
"""
