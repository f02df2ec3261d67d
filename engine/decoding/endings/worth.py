"""`worth_showing` selects the part of a completion that is worth showing to a user who has not asked for it.

It is not enough that a completion parses. Lines of which the model is not sure are omitted, and so are
repetitions: a line equal to the one before it or to the next line of the file, words that form a loop, or the
definition of what the same block defines already.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from quoin.engine.decoding.conditions.chaining import repeats_branch
from quoin.engine.decoding.conditions.deciding import decides_nothing
from quoin.engine.decoding.conditions.excluding import excludes_itself
from quoin.engine.decoding.conditions.guarding import guards_wrongly
from quoin.engine.decoding.conditions.looping import loops_by_another
from quoin.engine.decoding.endings.closing import BLOCK, Closing
from quoin.engine.decoding.endings.empty import means_nothing
from quoin.engine.decoding.endings.oddities import (
    EVERY_WORD,
    INVENTED,
    ends_header,
    is_odd,
    leaves_open,
    says_twice,
)
from quoin.engine.decoding.endings.repetition import defines_again, repeats, stands_near
from quoin.engine.decoding.endings.scoping import reads_hidden, reads_unknown
from quoin.engine.decoding.endings.usefulness import FURTHER, NEEDED, logprob_of, sure_bytes, usefulness
from quoin.engine.decoding.functions.beside import gives_fewer
from quoin.engine.decoding.functions.declaring import declares_wrongly
from quoin.engine.decoding.functions.returning import returns_wrongly
from quoin.engine.decoding.members.calling import calls_wrongly
from quoin.engine.decoding.members.valueless import takes_nothing
from quoin.engine.decoding.seams.attributes import gives_attribute_again
from quoin.engine.decoding.seams.inserting import inserts_wrongly
from quoin.engine.decoding.seams.joining import joins_items
from quoin.engine.decoding.seams.properties import gives_property_again
from quoin.engine.decoding.seams.running_on import runs_on
from quoin.engine.decoding.seams.words import merges_words
from quoin.engine.decoding.sense.columns import gives_key_again, is_no_step
from quoin.engine.decoding.sense.commands import is_no_command
from quoin.engine.decoding.sense.early import reads_early
from quoin.engine.decoding.sense.formats import lacks_values
from quoin.engine.decoding.sense.importing import declares_imported, exports_unknown, imports_own
from quoin.engine.decoding.sense.itself import reads_itself
from quoin.engine.decoding.sense.listing import lists_again
from quoin.engine.decoding.sense.overwriting import is_overwritten
from quoin.engine.decoding.sense.reaching import is_never_reached
from quoin.engine.decoding.sense.rethrowing import rethrows_nothing
from quoin.engine.decoding.sense.sigils import reads_unbound
from quoin.engine.decoding.sense.unset import reads_unset
from quoin.engine.decoding.sense.variants import mistakes_variant
from quoin.engine.util.characters import ends_word
from quoin.engine.util.lines import LINE_END, first_line, last_line

if TYPE_CHECKING:
    from quoin.engine.decoding.endings.closing import Ended
    from quoin.engine.decoding.endings.oddities import Lexicon
    from quoin.engine.decoding.result import Candidate

USEFUL = 1.25
"""The least usefulness of what is shown, in bytes (see `usefulness`).

Half of it shows a tenth more texts in replayed typing and saves no more keys; twice as much saves 2 % fewer.
"""

SHORTEST = 2
"""The least number of bytes of what is shown, since accepting it takes a key press too."""

AGAIN = 0.5
"""The least probability of a text with a line that stands near the cursor already, in the same block."""

GOES_ON = 0.25
"""The least probability of what follows a beginning if it is to be no end."""

LONGEST_LINE = 1000
"""The largest number of bytes on either side of the cursor in a line that is judged by what it says.

What a person writes is shorter, and expressions may take long over what a program has written.
"""

CERTAIN = 0.99
"""The least probability of a name of fewer bytes: a parameter that the function's body reads, for example."""


def worth_showing(
    candidate: Candidate,
    sides: tuple[bytes, bytes],
    ended: Ended,
    least: float,
    lexicon: Lexicon = EVERY_WORD,
) -> Candidate | None:
    """Return the part of a completion that is worth showing.

    Of a text that the language has ended, a part that needs nothing but signs is preferred to the whole with
    words that nobody meant.

    The part is the one that is most useful (`usefulness`), and ends after a word where it fits, possibly with
    closing signs after it. Words of which the model is less sure are shown where the surer ones do not fit
    alone; text after the cursor's line requires more certainty (`FURTHER`). If the first line does not fit
    alone, as the header of a block, it is shown with what it needs, or with an empty block. If the first line
    repeats another one and there is a least probability, nothing is shown, since no part of the line is
    likely to be useful.

    Args:
        candidate: The completion, which fits unless it is `open`.
        sides: The left and the right context.
        ended: Returns a middle with the closing signs that make it a member, or the middle itself if it is
            one; None if signs do not suffice.
        least: The least probability under the model of what is shown; 0 for no limit.
        lexicon: What is known of words.

    Returns:
        The completion or a beginning of it; None if no part is worth showing.
    """
    if candidate.ended == "closed" and candidate.written:
        written = replace(candidate, text=candidate.text[: candidate.written], ended="open")
        part = _Choice(written, sides, ended, least, lexicon).best()
        if part is not None:
            return replace(part, ended="closed")
    return _Choice(candidate, sides, ended, least, lexicon).best()


def is_useful(candidate: Candidate, left: bytes, least: float) -> bool:
    """Return whether any beginning of a completion is useful enough to be shown, if it fits."""
    first = _first_line(candidate.text.encode(), left)
    return bool(_ends(candidate, least, first, NEEDED, CERTAIN))


class _Choice:
    """The choice of a part of one completion; the arguments are those of `worth_showing`."""

    def __init__(
        self,
        candidate: Candidate,
        sides: tuple[bytes, bytes],
        ended: Ended,
        least: float,
        lexicon: Lexicon,
    ) -> None:
        self._candidate = candidate
        self._text = candidate.text.encode()
        self._sides = sides
        self._ended = ended
        self._least = least
        self._lexicon = lexicon
        self._closing = Closing(self._text, sides, ended)
        self._needs_nothing = bool(least) and ended(b"") == b""
        self._is_legible = max(len(last_line(sides[0])), len(first_line(sides[1]))) <= LONGEST_LINE

    def best(self) -> Candidate | None:
        """Return the most useful part that is worth showing."""
        first = _first_line(self._text, self._sides[0])
        line = self._text[:first].rstrip()
        alone = self._ended(line) if line else None
        if (
            self._least
            and line
            and (repeats(alone or line, *self._sides) or self._stands_near(alone or line))
        ):
            return None
        needs = self._needs(line, alone)
        # A block that is there already shows that its header ends so.
        is_due = not _says(line) and ends_header(line, *self._sides)
        certain = self._least**FURTHER if is_due else CERTAIN
        for end in _ends(self._candidate, self._least, first, needs, certain):
            part = self._beginning(end)
            whole = self._closed(part) if self._is_whole(part) else None
            if whole is not None and self._is_kept(whole, part):
                own = len(whole) if self._text.startswith(whole) else len(part)
                return _of(self._candidate, whole.decode(), own)
        return None

    def _beginning(self, end: int) -> bytes:
        """Return the text's beginning up to an offset; before a word, with the blank that follows it."""
        if end == len(self._text):
            return self._text
        part = self._text[:end].rstrip()
        is_parted = ends_word(self._sides[1][:1]) and self._text.startswith(b" ", len(part))
        return part + b" " if is_parted else part

    def _needs(self, line: bytes, alone: bytes | None) -> float | None:
        """Return the exponent of the least probability of what the first line needs; None without a need.

        A header may have an empty block, so its body has to be as sure as other text after the cursor's line.
        """
        if not line or (alone is not None and not line.endswith(BLOCK)):
            return None
        return NEEDED if alone is None and _says(line) else FURTHER

    def _is_whole(self, part: bytes) -> bool:
        """Return whether a beginning ends between words, repeats nothing, and is not odd."""
        if not _is_enough(part, self._text, self._candidate) or repeats(part, *self._sides):
            return False
        return not (self._least and is_odd(part, self._candidate, self._sides[0], self._lexicon))

    def _closed(self, part: bytes) -> bytes | None:
        """Return a beginning with what closes it; None if it cannot be closed, or nobody would keep it so."""
        is_all = part == self._text and self._candidate.ended != "open"
        whole = part if is_all else self._ended(part)
        tail = self._text[len(self._text.rstrip()) :]
        if whole is None and LINE_END.search(tail):
            # The text after the cursor may need a line of its own.
            part += tail
            whole = self._ended(part)
        if whole is None or (whole != part and repeats(whole, *self._sides)):
            return None
        return self._closing.closed(part, whole, is_sure=self._surely_goes_on(part))

    def _surely_goes_on(self, part: bytes) -> bool:
        """Return whether the model is sure of what follows a beginning."""
        follows = next((mark for mark in self._candidate.marks if mark.begin >= len(part)), None)
        return bool(self._least) and follows is not None and follows.logprob >= math.log(GOES_ON)

    def _is_kept(self, whole: bytes, part: bytes) -> bool:
        """Return whether a user who has not asked keeps a beginning with what closes it."""
        if not self._least:
            return True
        if defines_again(whole, *self._sides, self._lexicon.definers) or leaves_open(whole, *self._sides):
            return False
        if self._stands_near(whole) or (self._is_legible and self._is_senseless(whole, part)):
            return False
        if whole != part and part.endswith(BLOCK) and sure_bytes(self._candidate, self._least) < len(part):
            # An empty block is a line more that the user has not asked for.
            return False
        return not (self._needs_nothing and _is_idle(whole, self._candidate, self._least))

    def _is_senseless(self, whole: bytes, part: bytes) -> bool:
        """Return whether nobody means what the cursor's line says with a text, or the file contradicts it."""
        if says_twice(whole, self._sides[0]) or means_nothing(whole, *self._sides):
            return True
        left = self._sides[0]
        if excludes_itself(whole, *self._sides) or decides_nothing(whole, left):
            return True
        if loops_by_another(whole, left) or repeats_branch(whole, *self._sides):
            return True
        if guards_wrongly(whole, *self._sides) or reads_itself(whole, *self._sides):
            return True
        return self._is_wrong(whole) or self._reads_wrongly(whole, part)

    def _is_wrong(self, whole: bytes) -> bool:
        """Return whether a text does not go with what the file declares."""
        if returns_wrongly(whole, *self._sides) or declares_wrongly(whole, *self._sides):
            return True
        left = self._sides[0]
        if lists_again(whole, *self._sides) or lacks_values(whole, left):
            return True
        if imports_own(whole, *self._sides) or declares_imported(whole, *self._sides):
            return True
        if is_overwritten(whole, *self._sides) or self._meets_wrongly(whole):
            return True
        if self._lexicon.keys_by_column and (gives_key_again(whole, *self._sides) or is_no_step(whole, left)):
            return True
        return self._goes_wrong(whole) or self._lexicon.clashes(whole)

    def _meets_wrongly(self, whole: bytes) -> bool:
        """Return whether a text becomes one with what follows, or a command of a shell that nobody runs."""
        if joins_items(whole, *self._sides) or runs_on(whole, *self._sides):
            return True
        if inserts_wrongly(whole, *self._sides):
            return True
        if gives_attribute_again(whole, *self._sides) or gives_property_again(whole, *self._sides):
            return True
        if not self._lexicon.words_by_blanks:
            return False
        return merges_words(whole, *self._sides) or is_no_command(whole, *self._sides)

    def _goes_wrong(self, whole: bytes) -> bool:
        """Return whether a text would fail when it is run, or is never run."""
        left = self._sides[0]
        if rethrows_nothing(whole, left) or is_never_reached(whole, left):
            return True
        if reads_unbound(whole, left) or reads_unset(whole, left) or reads_early(whole, *self._sides):
            return True
        if mistakes_variant(whole, *self._sides) or exports_unknown(whole, *self._sides):
            return True
        if calls_wrongly(whole, *self._sides) or gives_fewer(whole, *self._sides):
            return True
        return takes_nothing(whole, *self._sides)

    def _reads_wrongly(self, whole: bytes, part: bytes) -> bool:
        """Return whether a text reads a name that another function has, or that the model made up."""
        if not self._lexicon.is_scoped:
            return False
        left, right = self._sides
        if reads_hidden(whole, left, right):
            return True
        is_sure = sure_bytes(self._candidate, INVENTED) >= len(part)
        return not is_sure and reads_unknown(whole, left, self._lexicon.has)

    def _stands_near(self, whole: bytes) -> bool:
        """Return whether a text has a line that stands near the cursor, and the model is not sure of it."""
        is_sure = sure_bytes(self._candidate, AGAIN) >= min(len(whole), len(self._text))
        return not is_sure and stands_near(whole, *self._sides)


def _ends(candidate: Candidate, least: float, first: int, needs: float | None, certain: float) -> list[int]:
    """Return the lengths in bytes at which a completion may end, the most useful one first.

    Args:
        candidate: The completion.
        least: The least probability of its first line; 0 for the longest ends first.
        first: The end of its first line, in bytes.
        needs: The exponent of the least probability of the further lines that the first one needs; None if it
            needs none.
        certain: The least probability of what is shown although it is too short to be useful.
    """
    text = candidate.text.encode()
    # A part of the cursor's line saves keys; a part of a further line is something to clean up.
    lines = {match.start() for match in LINE_END.finditer(text)}
    likely = len(text) if candidate.likely_end is None else min(candidate.likely_end, len(text))
    ends = {*lines, *(begin for begin, _ in candidate.marks if begin <= first), likely, len(text)}
    if least <= 0:
        return sorted(ends, reverse=True)
    found = {}
    for end in ends:
        line_end = min(end, first)
        further = _further(candidate, least, (first, end), needs)
        if further is None or logprob_of(candidate, 0, line_end) < NEEDED * math.log(least):
            continue
        useful = usefulness(candidate, 0, line_end, least) + further
        if useful >= USEFUL or sure_bytes(candidate, certain) >= end:
            found[end] = useful
    return sorted(found, key=lambda end: (found[end], end), reverse=True)


def _further(candidate: Candidate, least: float, lines: tuple[int, int], needs: float | None) -> float | None:
    """Return the usefulness of what follows a completion's first line; None if it is not to be shown.

    Args:
        candidate: The completion.
        least: The least probability of its first line.
        lines: The end of its first line, and the end of what follows, in bytes.
        needs: The exponent of the least probability of what the first line needs; None if it needs nothing.
    """
    first, end = lines
    if end <= first:
        return 0.0
    if needs is None:
        is_sure = logprob_of(candidate, 0, end) >= FURTHER * math.log(least)
        return usefulness(candidate, first, end, least**FURTHER) if is_sure else None
    is_meant = logprob_of(candidate, first, end) >= needs * math.log(least)
    return usefulness(candidate, first, end, least, given=True) if is_meant else None


def _is_idle(whole: bytes, candidate: Candidate, least: float) -> bool:
    """Return whether a completion adds signs alone, and the model is not quite sure of them."""
    return not _says(whole) and len(whole) > sure_bytes(candidate, least**FURTHER)


def _says(text: bytes) -> bool:
    """Return whether a text has a letter or a digit."""
    return any(sign.isalnum() for sign in text.decode("utf-8", "replace"))


def _first_line(text: bytes, left: bytes) -> int:
    """Return the end of a completion's first line: the cursor's, or if that is blank, the next other one."""
    begun = bool(last_line(left).strip())
    line = LINE_END.search(text, 0 if begun else len(text) - len(text.lstrip()))
    return len(text) if line is None else line.start()


def _of(candidate: Candidate, text: str, own: int) -> Candidate:
    """Return a candidate with another text, of which the first `own` bytes are the original one's."""
    kept = candidate.text.encode()[:own].decode()
    written = len(kept) if candidate.written is None else min(len(kept), candidate.written)
    line = LINE_END.search(text.encode(), len(text) - len(text.lstrip()))
    end = own if line is None else min(own, line.start())
    return replace(candidate, text=text, written=written, first_line_logprob=logprob_of(candidate, 0, end))


def _is_enough(part: bytes, whole: bytes, candidate: Candidate) -> bool:
    """Return whether a beginning ends between words, and has `SHORTEST` bytes, or is a certain name."""
    rest = whole[len(part) :]
    is_name = part.strip().isalpha() and sure_bytes(candidate, CERTAIN) >= len(part)
    return (is_name or len(part.strip()) >= SHORTEST) and not (ends_word(part) and ends_word(rest[:1]))
