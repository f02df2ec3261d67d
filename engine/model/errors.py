"""What goes wrong with a model, as one message that can be shown to a person."""

from __future__ import annotations


class ModelError(Exception):
    """A model cannot be loaded or has failed; the text is one line that names what is wrong."""
