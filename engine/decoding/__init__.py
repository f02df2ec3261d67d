"""Decoding turns a model's probabilities and a language's filter into completions.

It depends neither on llama.cpp nor on grammars: `model.py` and `tokens/constraint.py` have the protocols of
the model and of the filter.
"""
