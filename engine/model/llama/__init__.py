"""The evaluation of a model by llama.cpp."""
