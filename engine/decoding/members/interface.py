"""What is known of members at a cursor, as the preference for known members asks for it."""

from __future__ import annotations

import re
from typing import NamedTuple, Protocol

GOES_ON = re.compile(rb"[\w\x80-\xff]")
"""The first byte of a token that continues a name."""


class Known(NamedTuple):
    """The members that are known of something.

    Attributes:
        names: Their names.
        is_closed: Whether there are no others.
        common: Those of the names that everything has, which are seldom meant.
    """

    names: frozenset[str]
    is_closed: bool
    common: frozenset[str] = frozenset()


class Members(Protocol):
    """What is known of members at a cursor."""

    @property
    def access(self) -> re.Pattern[bytes]:
        """The expression of something, a sign, and a member, perhaps an empty one: its three groups."""

    @property
    def target(self) -> re.Pattern[bytes] | None:
        """The expression of a member that is given its value; None if none keeps what is given."""

    @property
    def goes_on(self) -> re.Pattern[bytes]:
        """The expression of the first byte of a token that continues a member."""

    @property
    def receivers(self) -> tuple[str, ...]:
        """The names of objects to which a line may give a new member."""

    @property
    def hidden(self) -> str:
        """What members begin with that are seldom listed; empty if there are none."""

    @property
    def given(self) -> frozenset[str]:
        """What an object is given where it is made."""

    @property
    def to_keep(self) -> frozenset[str]:
        """What of that it does not have yet."""

    def of(self, owner: str, sign: str, begun: str) -> Known | None:
        """Return the members of what stands before a sign, of which one has begun; None if unknown."""
