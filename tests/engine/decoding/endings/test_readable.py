"""What the language adds by itself reads as a person would write it, and makes up no names but `name`."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import quoin
from tests.support.case_lines import parse_parts, read_lines

CASES = list(read_lines(Path(__file__).with_name("cases.txt")))
GRAMMARS = Path(__file__).parents[4] / "grammars"
WORD = re.compile(r"[^\W\d]\w*")
PLACEHOLDER = "name"


@pytest.mark.parametrize("line", CASES)
def test_case(line: str) -> None:
    language, _, case = line.partition(": ")
    parts = parse_parts(case)
    start = quoin.load_language(language).quotient(parts.left, parts.right, spare="words").start()
    assert start.completion() == parts.middle.encode()


def cuts(language: str, number: int) -> list[tuple[str, str]]:
    """Places in the language's examples, with all that follows or with the rest of the line gone."""
    rng = random.Random(language)
    files = sorted((GRAMMARS / language / "examples" / "accept").iterdir())
    found = []
    for _ in range(number):
        text = rng.choice(files).read_text(encoding="utf-8")
        at = rng.randrange(len(text) + 1)
        line_end = text.find("\n", at)
        gone = rng.choice((at, len(text) if line_end < 0 else line_end))
        found.append((text[:at], text[gone:]))
    return found


# A key of YAML is any text, of which the shortest is written, and not a name: `a:`.
@pytest.mark.parametrize("language", [name for name in quoin.language_names() if name != "yaml"])
def test_no_name_is_made_up(language: str) -> None:
    known = quoin.load_language(language)
    sources = (GRAMMARS / language).glob("*.lark")
    words = {word.lower() for source in sources for word in WORD.findall(source.read_text(encoding="utf-8"))}
    ended = 0
    for left, right in cuts(language, 60):
        ending = known.quotient(left, right, spare="words").start().completion(200)
        if ending:
            ended += 1
            # What was typed of a word or a number has to become one or other.
            own = re.sub(r"^\w+", "", ending.decode()) if re.search(r"[\w.]$", left) else ending.decode()
            made_up = set(WORD.findall(own)) - set(WORD.findall(left + right)) - {PLACEHOLDER}
            assert {word for word in made_up if word.lower() not in words or len(word) == 1} == set(), (
                left[-40:],
                ending,
                right[:40],
            )
    assert ended > 5
