"""`worth_showing` selects the part of a completion that is worth showing to a user who has not asked for it.

It is not enough that a completion parses. Lines of which the model is not sure are omitted, and so are
repetitions: a line equal to the one before it or to the next line of the file, words that form a loop, or the
definition of what the same block defines already.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from quoin.engine.decoding.endings.oddities import EVERY_WORD, is_odd
from quoin.engine.util.lines import LINE_END, first_line, last_line, lines_below

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from quoin.engine.decoding.endings.oddities import Lexicon
    from quoin.engine.decoding.result import Candidate

    Ended = Callable[[bytes], bytes | None]

TIMES = 3
"""The number of consecutive repetitions of words that make a loop."""

LONGEST = 24
"""The largest number of words that a loop repeats."""

LEAST = 3
"""The least number of letters, or of words and signs, of a line whose repetition counts.

Braces and blank lines may be repeated.
"""

FURTHER = 0.5
"""The exponent of the least probability for text after the cursor's line, which has to be surer.

The least probability of the completion up to there is this power of the line's (0.06 for the line becomes
0.24), since a user who is typing expects one line.
"""

NEEDED = 2.0
"""The exponent of the least probability for lines that are shown because the first one does not fit alone.

They may be less sure, since what the user wants is the first line, but not such that nobody can mean them.
Where the first line has signs alone, as `):`, what they add is all that there is, and has to be as sure as
other text after the cursor's line.
"""

SHORTEST = 2
"""The least number of bytes of what is shown, since accepting it takes a key press too."""

CERTAIN = 0.99
"""The least probability of a name of fewer bytes: a parameter that the function's body reads, for example."""

CLOSERS = (b")", b"]", b"}")
"""The closing signs that are not added after one of `UNFINISHED`."""

UNFINISHED = (b",", b"(", b"[", b"{")
"""The signs after which a person would write more."""

GOING_ON = (b".", b"(", b"[")
"""The signs with which a word goes on."""

ARROWS = (b"=>", b"->")
"""The signs that make parameters of what stands before them."""

FIRST_WORDS = 2
"""The number of words at a line's beginning among which the one is that begins a definition."""

NEAR = 4000
"""The number of bytes before and after the cursor in which the nearest lines are searched."""

_WORD = re.compile(rb"\w+|[^\w\s]")


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

    The part ends where the model is no longer sure, or earlier, after a word where it fits, possibly with
    closing signs after it; text after the cursor's line requires more certainty (`FURTHER`). If the first
    line does not fit alone, as the header of a block, it is shown with as little text after it as fits. If
    the first line repeats another one and there is a least probability, nothing is shown, since no part of
    the line is likely to be useful.

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
        part = _worth_showing(written, sides, ended, least, lexicon)
        if part is not None:
            return replace(part, ended="closed")
    return _worth_showing(candidate, sides, ended, least, lexicon)


def _worth_showing(
    candidate: Candidate, sides: tuple[bytes, bytes], ended: Ended, least: float, lexicon: Lexicon
) -> Candidate | None:
    text = candidate.text.encode()
    tail = text[len(text.rstrip()) :]
    first = _first_line(text, sides[0])
    line = text[:first].rstrip()
    alone = ended(line) if line else None
    needs_nothing = bool(least) and ended(b"") == b""
    if least and line and repeats(alone or line, *sides):
        return None
    for end in _ends(candidate, least, first, whole_lines=bool(line) and alone is None):
        part = text[:end] if end == len(text) else text[:end].rstrip()
        if not _is_enough(part, text, candidate) or repeats(part, *sides):
            continue
        if least and is_odd(part, candidate, sides[0], lexicon):
            continue
        whole = text if part == text and candidate.ended != "open" else ended(part)
        if whole is None and LINE_END.search(tail):
            # The text after the cursor may need a line of its own.
            part += tail
            whole = ended(part)
        if whole is None or (whole != part and repeats(whole, *sides)):
            continue
        whole = _as_written(whole, part, text, ended)
        if least and defines_again(whole, *sides, lexicon.definers):
            continue
        if least and _is_idle(whole, candidate, least, needs_nothing=needs_nothing):
            continue
        if _is_neat(whole, len(part), sides[1]) and not _cuts_short(whole, part, text):
            own = len(whole) if text.startswith(whole) else len(part)
            return _of(candidate, whole.decode(), own)
    return None


def _ends(candidate: Candidate, least: float, first: int, *, whole_lines: bool) -> Iterator[int]:
    """Yield the lengths in bytes at which a completion may end, best first: the longest sure one.

    Args:
        candidate: The completion.
        least: The least probability of its first line.
        first: The end of its first line, in bytes.
        whole_lines: Whether it may extend to the end of a later line if the model is sure of the first line.
    """
    text = candidate.text.encode()
    sure = sure_bytes(candidate, least)
    if sure > first:
        sure = max(first, sure_bytes(candidate, least**FURTHER))
    lines = [match.start() for match in LINE_END.finditer(text)]
    # A part of the cursor's line saves keys; a part of a further line is something to clean up.
    ends = {*lines, *(begin for begin, _ in candidate.marks if begin <= first), len(text)}
    yield from (end for end in sorted(ends, reverse=True) if end <= sure)
    if whole_lines:
        says = any(sign.isalnum() for sign in text[:first].decode("utf-8", "replace"))
        limit = (NEEDED if says else FURTHER) * math.log(least) if least > 0 else -math.inf
        needed = (end for end in [*lines, len(text)] if first <= sure < end)
        yield from (end for end in needed if _logprob(candidate, first, end) >= limit)


def _logprob(candidate: Candidate, begin: int, end: int) -> float:
    """Return the natural log-probability under the model of a part of a completion, in bytes."""
    return sum(mark.logprob for mark in candidate.marks if begin <= mark.begin < end)


def _is_neat(whole: bytes, own: int, right: bytes) -> bool:
    """Return whether a person would keep the closing signs after a beginning.

    A list is closed neither just after a comma nor while it is empty, and no `;` makes the rest of the line a
    statement of its own.
    """
    added = whole[own:].strip()
    if whole[:own].rstrip().endswith(UNFINISHED) and added[:1] in CLOSERS:
        return False
    return b";" not in added or not first_line(right).strip()


def _is_idle(whole: bytes, candidate: Candidate, least: float, *, needs_nothing: bool) -> bool:
    """Return whether a completion adds signs alone where none is needed, and the model is not quite sure."""
    says = any(sign.isalnum() for sign in whole.decode("utf-8", "replace"))
    return needs_nothing and not says and len(whole) > sure_bytes(candidate, least**FURTHER)


def _as_written(whole: bytes, part: bytes, text: bytes, ended: Ended) -> bytes:
    """Return the closing signs after a beginning with the blanks and line ends that the model gave them."""
    length, left_out = _agreeing(whole[len(part) :], text[len(part) :])
    written = text[: len(part) + length]
    return written if not left_out and written != whole and ended(written) == written else whole


def _agreeing(signs: bytes, rest: bytes) -> tuple[int, bytes]:
    """Return the length of the beginning of `rest` that has the first of `signs`, and the signs left out.

    Blanks count in neither of them.
    """
    signs = b"".join(signs.split())
    end = at = 0
    for number, sign in enumerate(signs):
        while at < len(rest) and rest[at : at + 1].isspace():
            at += 1
        if rest[at : at + 1] != bytes([sign]):
            return end, signs[number:]
        end = at = at + 1
    return end, b""


def _cuts_short(whole: bytes, part: bytes, text: bytes) -> bool:
    """Return whether signs close a beginning of a completion that means less without what follows.

    In `f(a.b)`, a user who sees `f(a)` reads another call; `f((a) => b)` has parameters and `f((a))` has
    none; and a header whose block is left out does nothing with `;` after it.
    """
    if whole == part:
        return False
    added, rest = whole[len(part) :], text[len(part) :]
    if rest[:1] in GOING_ON and _ends_word(part):
        return True
    length, left_out = _agreeing(added, rest)
    follows = rest[length:].lstrip()
    return follows.startswith(ARROWS) or (left_out[:1] == b";" and follows[:1] == b"{")


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
    sure = sum(logprob for begin, logprob in candidate.marks if begin < end)
    return replace(candidate, text=text, written=written, first_line_logprob=sure)


def sure_bytes(candidate: Candidate, least: float) -> int:
    """Return the length of the longest beginning of which the model is sure, in bytes; all without marks."""
    logprob, limit = 0.0, math.log(least) if least > 0 else -math.inf
    for begin, own in candidate.marks:
        logprob += own
        if logprob < limit:
            return begin
    return len(candidate.text.encode())


def _is_enough(part: bytes, whole: bytes, candidate: Candidate) -> bool:
    """Return whether a beginning ends between words, and has `SHORTEST` bytes, or is a certain name."""
    rest = whole[len(part) :]
    is_name = part.strip().isalpha() and sure_bytes(candidate, CERTAIN) >= len(part)
    return (is_name or len(part.strip()) >= SHORTEST) and not (_ends_word(part) and _ends_word(rest[:1]))


def _ends_word(text: bytes) -> bool:
    return text[-1:].isalnum() or text[-1:] == b"_" or text[-1:] >= b"\x80"


def repeats(middle: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion repeats a line just before or after it, or contains a loop."""
    written = last_line(left) + middle
    lines = [line for line in _stripped(written) if _counts(line)]
    above = [line for line in _stripped(left[-NEAR:].removesuffix(last_line(left))) if _counts(line)][-1:]
    below = [line for line in _stripped(right[:NEAR].removeprefix(first_line(right))) if _counts(line)][:1]
    if any(one == other for one, other in pairwise(above + lines)) or (below and below[0] in lines):
        return True
    if any(lines.count(line) >= TIMES for line in lines):
        return True
    return _loops(_WORD.findall(written), bytes.isalpha) or _loops(_WORD.findall(middle), bytes.isalnum)


def defines_again(middle: bytes, left: bytes, right: bytes, definers: Sequence[str]) -> bool:
    """Return whether the block of one of a completion's lines has an equal line that begins a definition."""
    words = [word.encode() for word in definers]
    rest = first_line(right)
    lines = list(lines_below(last_line(left) + middle + rest))
    above = list(lines_below(left[-NEAR:].removesuffix(last_line(left))))
    below = list(lines_below(right[:NEAR].removeprefix(rest)))
    for at, line in enumerate(lines):
        begun = line.rstrip()
        if not any(word in words for word in begun.split()[:FIRST_WORDS]):
            continue
        before, after = [*above, *lines[:at]], [*lines[at + 1 :], *below]
        if begun in (*_in_block(reversed(before), begun), *_in_block(after, begun)):
            return True
    return False


def _in_block(lines: Iterable[bytes], line: bytes) -> Iterator[bytes]:
    """Yield the lines up to the first one that is indented less than a line."""
    indentation = len(line) - len(line.lstrip())
    for other in lines:
        if other.strip() and len(other) - len(other.lstrip()) < indentation:
            return
        yield other.rstrip()


def _stripped(text: bytes) -> Iterator[bytes]:
    return (line.strip() for line in lines_below(text))


def _counts(line: bytes) -> bool:
    """Return whether a line has enough content for its repetition to count."""
    words = _WORD.findall(line)
    letters = sum(map(len, re.findall(rb"[^\W\d_]+", line)))
    return letters >= LEAST or (len(words) >= LEAST and any(map(bytes.isalnum, words)))


def _loops(words: list[bytes], says: Callable[[bytes], bool]) -> bool:
    """Return whether a sequence of at least two words is repeated `TIMES` times in a row.

    `says` has to return true for the first byte of at least one of the words.
    """
    for period in range(2, min(LONGEST, len(words) // TIMES) + 1):
        for at in range(len(words) - TIMES * period + 1):
            once = words[at : at + period]
            if once * TIMES == words[at : at + TIMES * period] and any(says(word[:1]) for word in once):
                return True
    return False
