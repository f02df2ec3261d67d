"""Errors that one part of the server raises and another part reports.

Each message is one line for a person to read.
"""

from __future__ import annotations


class InputError(Exception):
    """A user's input cannot be used.

    The text is the whole message: one line that names the problem, without any of the user's code.
    """


class UnknownDocumentError(KeyError):
    """A message names a document that is not open."""
