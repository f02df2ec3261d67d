"""The header of a model file is read and checked before llama.cpp loads the file."""
