"""These modules evaluate a model with llama.cpp."""
