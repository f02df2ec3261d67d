"""Sets a clone up, and builds what a release has: wheels, and the extension with the server inside.

`dev.py` is the command. Only the standard library is used, since this runs before anything is installed.
"""
