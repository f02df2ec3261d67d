"""Typing replayed: pieces of real files are typed again, key by key, through the real server.

A simulated user sees what an editor would show after each key and takes what is right. What is shown is
judged by the file as it was, and by rules of this package's own, not by the engine.
"""
