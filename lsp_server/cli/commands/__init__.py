"""The commands of `quoin`, each in a module of its own.

Modules that a command needs only to run are imported when it runs, so that `quoin --help` and the shell's
completion answer at once.
"""
