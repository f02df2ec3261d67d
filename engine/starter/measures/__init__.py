"""Measures of a model on texts that it never saw.

| module | subject |
| --- | --- |
| `evaluate` | bits per byte |
| `shares` | the weights of n-grams next to a model |
| `spans` | how well a model fills lines without the engine |
"""
