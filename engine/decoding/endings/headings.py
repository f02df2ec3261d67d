"""`Headings` finds lines of the prompt that no file has: those that name the files.

A model that has read an excerpt under a line such as `# other.py` writes such a line itself where a text
might end. It is no text of any file, so that decoding goes back before the line and writes something else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin.engine.util.lines import last_line

if TYPE_CHECKING:
    from collections.abc import Sequence


class Headings:
    """The lines of a prompt that name files.

    Args:
        lines: The lines, without line ends.
        left: The left context.
    """

    def __init__(self, lines: Sequence[bytes], left: bytes) -> None:
        # A comment may well say `# other`; it is the dot after it that makes it the name of a file.
        self._begun = tuple({_up_to_the_ending(line) for line in lines if line})
        self._line = last_line(left) if self._begun else b""

    def come(self, written: bytes | bytearray, beyond: bytes) -> bool:
        """Return whether a token makes one of the lines.

        Args:
            written: The middle before the token.
            beyond: The bytes that the token adds.
        """
        if not self._begun or not beyond:
            return False
        at = written.rfind(b"\n") + 1
        line = written[at:] if at else self._line + written
        return any(one.lstrip().startswith(self._begun) for one in (line + beyond).split(b"\n"))

    def may_begin(self, written: bytes | bytearray) -> bool:
        """Return whether a line begins with the next token, as far as the model writes it."""
        return bool(self._begun) and (not written or written.endswith(b"\n"))


def _up_to_the_ending(line: bytes) -> bytes:
    """Return a line up to the dot before the ending of the file's name, if it has one."""
    stem, dot, ending = line.rpartition(b".")
    return stem + dot if stem.strip() and ending and b"/" not in ending else line
