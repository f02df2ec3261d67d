"""Random edits of real files: what a session keeps from text to text must not show.

    python -m tests.differential.edits --edits 100000 --seed 1 --versions 3.8 3.12 3.14
    python -m tests.differential.edits --edits 100000 --names --language lua
    python -m tests.differential.edits --edits 100000 --at-once 40

A walk goes from one text and cursor to the next as an editor does: characters are typed and taken back,
the cursor moves, texts change elsewhere, and changes are undone. After each step a session that has seen
them all, in a language whose charts other texts have made, has to say what a session says that has seen
none, in a language without charts. Some readings are interrupted at a random point, and the session then goes
on with the same text or with the next one. With `--names`, middles read known names only, and what is known
and what is missing counts as well. With `--at-once`, the session reads few positions at once, and so chunk by
chunk, and many texts have long runs or lie deep in themselves: equal chunks share what is known of them.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sysconfig
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import quoin
from grammars.python.judge import parses
from quoin.engine.languages.loader import GRAMMARS
from quoin.engine.quotient.interrupting import Interruptible
from quoin.lsp_server.grammar_test.corpus import source_files
from tests.differential import tokens
from tests.differential.pools import PYTHON
from tests.differential.pools.go import GO
from tests.differential.pools.java import JAVA
from tests.differential.pools.javascript import JAVASCRIPT
from tests.differential.pools.json import JSON
from tests.differential.pools.lua import LUA
from tests.differential.pools.sqlite import SQLITE
from tests.differential.pools.toml import TOML

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quoin.engine.languages.definition import Level

LARGEST = 6_000
STEPS_A_FILE = 60
# The number of words that are probed where names matter.
WORDS = 400
# How often many equal pieces are added, also where a session reads chunk by chunk; how often a text lies deep
# in itself there; and the length of those pieces, at most.
RUNS = 0.01
RUNS_BY_CHUNK = 0.15
NESTED = 0.6
LONGEST_RUN = 8_000
READ_AHEAD = 0.1
READ_ON = 0.7
# What lies deep in itself: what stands before, what opens, what stands in the midst, what closes, and what
# follows. How often it opens, the blanks after each, and the positions that are read at once where nothing is
# shared.
NESTS = {
    "python": ("x = ", "(", "1", ")", "\n"),
    "go": ("package p\nvar x = ", "(", "1", ")", "\n"),
    "java": ("class A { int x = ", "(", "1", ")", "; }\n"),
    "javascript": ("x = ", "(", "1", ")", "\n"),
    "tsx": ("x = ", "<a>", "b", "</a>", "\n"),
    "typescript": ("let x: ", "A<", "b", ">", "\n"),
    "json": ("", "[", "1", "]", ""),
    "lua": ("", "do ", "x = 1 ", "end ", ""),
    "sqlite": ("SELECT ", "(", "1", ")", ";"),
    "toml": ("x = ", "[", "1", "]", "\n"),
    "yaml": ("x: ", "[", "1", "]", "\n"),
    "bash": ("", "(", " a ", ")", "\n"),
}
DEEPEST = {"python": 190}
DEEP = 900
BLANKS = 12
ALL_AT_ONCE = 1 << 20
# How often a reading is interrupted, how often the session then goes on with the next text, and which of the
# core's questions ends it, at most.
INTERRUPTED = 0.3
LEFT_SO = 0.3
QUESTIONS = 5
POOLS = {
    "python": PYTHON,
    "go": GO,
    "java": JAVA,
    "javascript": JAVASCRIPT,
    "tsx": JAVASCRIPT,
    "typescript": JAVASCRIPT,
    "json": JSON,
    "lua": LUA,
    "sqlite": SQLITE,
    "toml": TOML,
}
# What is typed in languages of which there are no mutants.
TYPED = {
    "yaml": (
        *(
            "- ",
            "? ",
            ": ",
            "a: ",
            "b:\n  ",
            "- a\n- ",
            "  ",
            "    ",
            "\n  ",
            "\n      ",
            "\n- ",
            "\n\n",
            "---",
            "...",
        ),
        *(
            "[",
            "]",
            "{",
            "}",
            ", ",
            '"',
            "'",
            "''",
            '\\"',
            "|",
            ">-",
            "|\n  ",
            "&a ",
            "*a",
            "!t ",
            "%YAML 1.1",
            "true",
        ),
    ),
    "bash": (
        *(
            "if a; then",
            "fi",
            "else",
            "for x in",
            "do",
            "done",
            "case a in",
            "esac",
            ";;",
            "{ ",
            " }",
            "(",
            ")",
            "f() {",
        ),
        *(
            "$(",
            "`",
            "${a",
            "$((",
            "))",
            "[[ ",
            " ]]",
            "[ ",
            " ]",
            '"',
            "'",
            "$'",
            "$a",
            "=",
            "|",
            "&&",
            ";",
            ">",
            "<<<",
        ),
        *(
            "<<EOF\n",
            "\nEOF\n",
            "<<-END\n",
            "a=(",
            "function g",
            "while",
            "until",
            "! ",
            "&",
            "*)",
            "=~ ",
            "1",
            "#",
        ),
    ),
}


def files(language: str) -> list[str]:
    """Texts of a language: CPython's library, or the examples in the language's folder."""
    if language == "python":
        paths = source_files(
            [Path(sysconfig.get_path("stdlib"))], "*.py", with_tests=False, max_bytes=LARGEST
        )
        return [
            text for text in (path.read_bytes().decode("utf-8", "replace") for path in paths) if parses(text)
        ]
    examples = sorted((GRAMMARS / language / "examples" / "accept").iterdir())
    return [file.read_bytes().decode() for file in examples if file.stat().st_size <= LARGEST]


def pieces(language: str) -> tuple[str, ...]:
    """What is typed and put elsewhere."""
    if language in TYPED:
        pieces = TYPED[language]
    else:
        pools = POOLS[language]
        pieces = (*pools.brackets, *pools.quotes, *pools.operators, *pools.words, *pools.signs)
    return tuple(piece for piece in (*pieces, "\n", "\n    ", " ", "\t", "#", "//", "/*", "\\\n") if piece)


@dataclass(frozen=True)
class Place:
    """A text and the cursor in it."""

    text: str
    cursor: int

    def changed(self, at: int, dropped: int, added: str) -> Place:
        """The text changed somewhere; the cursor stays where it was in what it stands in."""
        text = self.text[:at] + added + self.text[at + dropped :]
        cursor = self.cursor if self.cursor <= at else max(at, self.cursor - dropped) + len(added)
        return Place(text, min(cursor, len(text)))


def nest(language: str, rng: random.Random) -> Place:
    """A text in which something lies deep in itself, and a cursor in its midst."""
    before, opening, midst, closing, after = NESTS[language]
    deepest = DEEPEST.get(language, DEEP)
    count, blanks = rng.randint(deepest // 2, deepest), " " * rng.randint(0, BLANKS)
    left = before + (opening + blanks) * count + midst
    return Place(left + (closing + blanks) * count + after, len(left))


def steps(begin: Place, known: tuple[str, ...], rng: random.Random, runs: float = RUNS) -> Iterator[Place]:
    """A walk over a file, with pieces of the language and of the file itself."""
    pieces = [*known, *tokens.split(begin.text)]
    places = [begin]
    while True:
        yield places[-1]
        places.append(_next(places, pieces, rng, runs))


def _next(places: list[Place], pieces: list[str], rng: random.Random, runs: float) -> Place:
    here, turn = places[-1], rng.random()
    if rng.random() < runs:
        piece = rng.choice(pieces)[: rng.randint(1, 6)]
        run = piece * (rng.randint(1, LONGEST_RUN) // max(1, len(piece)))
        return here.changed(rng.choice((here.cursor, rng.randint(0, len(here.text)))), 0, run)
    if turn < 0.4:
        return here.changed(here.cursor, 0, rng.choice(pieces)[: rng.randint(1, 4)])
    if turn < 0.5:
        taken = min(here.cursor, rng.randint(1, 3))
        return here.changed(here.cursor - taken, taken, "")
    if turn < 0.7:
        near = here.cursor + rng.randint(-40, 40)
        moved = rng.choice((near, rng.randint(0, len(here.text))))
        return Place(here.text, max(0, min(len(here.text), moved)))
    if turn < 0.85:
        at = rng.randint(0, len(here.text))
        return here.changed(at, rng.choice((0, 0, 1, 3, 40)), rng.choice(("", *rng.sample(pieces, 3))))
    first = places[0].text
    return rng.choice((rng.choice(places[-20:]), Place(first, rng.randint(0, len(first)))))


class Stopped(Exception):  # noqa: N818  not an error: what was asked for
    """A reading was interrupted."""


def interrupt(
    session: quoin.Session, contexts: tuple[str, str], names: tuple[str, ...] | None, question: int
) -> bool:
    """Read two contexts and end the reading at one of its questions; whether it was ended."""
    questions = iter(range(question))

    def stop() -> None:
        if next(questions, None) is None:
            raise Stopped

    with Interruptible(stop, 0):
        try:
            session.quotient(*contexts, names=names)
        except Stopped:
            return True
    return False


def facts(quotient: quoin.Quotient, vocabulary: quoin.Vocabulary) -> tuple[object, ...]:
    """What can be asked of a quotient."""
    start = quotient.start()
    seen: list[object] = [quotient.problem, start.viable, quotient.filters_names]
    if start.viable:
        seen += [start.missing, start.still_missing(), start.open_bracket()]
        seen += [start.member, start.expected(), start.completion(200, 300), start.mask(vocabulary)]
    return tuple(seen)


def language_apart(name: str, version: str | None, level: Level) -> quoin.Language:
    """A language again, sharing nothing with the one of that name."""
    with tempfile.TemporaryDirectory() as folder:
        # A language may build on another one.
        copies = shutil.copytree(GRAMMARS, Path(folder) / "grammars")
        return quoin.load_language(copies / name, version, level=level)


def words(texts: Sequence[str], rng: random.Random) -> list[str]:
    """Some words of some texts."""
    found = {
        word for text in rng.sample(texts, min(len(texts), 40)) for word in re.findall(r"[^\W\d]\w*", text)
    }
    return rng.sample(sorted(found), min(len(found), WORDS))


def walk(
    name: str,
    versions: Sequence[str | None],
    edits: int,
    seed: int,
    *,
    names: bool = False,
    at_once: int | None = None,
) -> dict[str, int]:
    """Compare after each of some edits; the counts of places where some middle fits, and where none.

    With `names`, middles read known names only, at the level `compiles`. `at_once` is how many
    positions after the cursor the session reads at once.

    Raises:
        AssertionError: A session says something else than a fresh one; names the place.
    """
    rng = random.Random(seed)
    texts, known = files(name), pieces(name)
    level: Level = "compiles" if names else "parses"
    may_read: tuple[str, ...] | None = () if names else None
    kept = {version: quoin.load_language(name, version, level=level) for version in versions}
    apart = {version: language_apart(name, version, level) for version in versions}
    pool = (*known, *words(texts, rng)) if names else known
    vocabulary = quoin.Vocabulary(list(dict.fromkeys(piece.encode() for piece in pool)))
    counts = {"some middle fits": 0, "none does": 0, "interrupted": 0}
    for number in range(0, edits, STEPS_A_FILE):
        version = versions[number // STEPS_A_FILE % len(versions)]
        session = quoin.Session(kept[version], max_at_once=at_once)
        text = rng.choice(texts)
        begin = Place(text, rng.randint(0, len(text)))
        if at_once is not None and rng.random() < NESTED:
            begin = nest(name, rng)
        places = steps(begin, known, rng, RUNS if at_once is None else RUNS_BY_CHUNK)
        for _ in range(min(STEPS_A_FILE, edits - number)):
            place = next(places)
            contexts = place.text[: place.cursor], place.text[place.cursor :]
            if rng.random() < READ_AHEAD:
                while session.read_ahead(place.text) and rng.random() < READ_ON:
                    pass
            if rng.random() < INTERRUPTED:
                is_stopped = interrupt(session, contexts, may_read, rng.randrange(QUESTIONS))
                counts["interrupted"] += is_stopped
                if is_stopped and rng.random() < LEFT_SO:
                    continue
            told = facts(session.quotient(*contexts, names=may_read), vocabulary)
            apart[version].forget()
            alone = quoin.Session(apart[version], max_at_once=ALL_AT_ONCE)
            fresh = facts(alone.quotient(*contexts, names=may_read), vocabulary)
            if told != fresh:
                raise AssertionError((version, contexts, told[:5], fresh[:5]))
            counts["some middle fits" if told[1] else "none does"] += 1
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.differential.edits",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--language", default="python", choices=NESTS)
    parser.add_argument("--edits", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--versions", nargs="+", default=[None], metavar="3.N")
    parser.add_argument("--names", action="store_true", help="middles read known names only")
    parser.add_argument("--at-once", type=int, help="positions after the cursor that are read at once")
    options = parser.parse_args()
    begun = time.monotonic()
    counts = walk(
        options.language,
        options.versions,
        options.edits,
        options.seed,
        names=options.names,
        at_once=options.at_once,
    )
    print(counts, f"{time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
