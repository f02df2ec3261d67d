"""The commands of `quoin`, one file each.

What a command needs beyond its own arguments is imported when it runs, so that `quoin --help` and
the shell's completion answer at once.
"""
