"""A replay of typing, in which pieces of real files are typed again, key by key, with the real server.

A simulated user sees what an editor would show after each key and takes what is right. The shown texts are
judged by the original file and by this package's own rules, not by the engine.
"""
