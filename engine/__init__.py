"""The engine contains languages, their quotients by two contexts, decoding, and the model's process.

It depends on no editor and no editor protocol. The library's public names are those of the package `quoin`.
"""
