"""The engine: languages, their quotients by two contexts, decoding, and the model's process.

It knows no editor and no protocol of editors. The library's public names are those of the package `quoin`.
"""
