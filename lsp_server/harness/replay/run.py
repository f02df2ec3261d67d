"""A whole replay: it types pieces with and without the guarantee, judges the shown texts, and reports."""

from __future__ import annotations

import asyncio
import functools
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quoin.engine.model import STARTER
from quoin.lsp_server.about import versions
from quoin.lsp_server.console import print_json, results
from quoin.lsp_server.errors import InputError
from quoin.lsp_server.harness.files import read_corpus
from quoin.lsp_server.harness.measure import progress
from quoin.lsp_server.harness.replay.harm import Facts, harms
from quoin.lsp_server.harness.replay.keyboard import Keyboard
from quoin.lsp_server.harness.replay.page import write_page
from quoin.lsp_server.harness.replay.pieces import KINDS, choose
from quoin.lsp_server.harness.replay.player import PERSON_SECONDS, Player
from quoin.lsp_server.harness.replay.report import as_json, remark, table
from quoin.lsp_server.harness.replay.syntax import Syntax
from quoin.lsp_server.harness.replay.tally import Judged, Replayed, confidence
from quoin.lsp_server.harness.replay.user import keys_alone
from quoin.lsp_server.harness.runner import language_id, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from quoin.lsp_server.harness.files import Corpus
    from quoin.lsp_server.harness.replay.pieces import Piece
    from quoin.lsp_server.harness.replay.player import Played, Sight
    from quoin.lsp_server.harness.subject import Subject

# The settings of each way. `unguarded` is how other local plug-ins use a model: they show its text up to the
# line's end without a check.
WAYS: Mapping[str, Mapping[str, Any]] = {
    "quoin": {},
    "unguarded": {"guarantee": "off", "stop": "line"},
}


@dataclass(frozen=True)
class Replay:
    """The parameters of a replay.

    Attributes:
        folder: a tree of files.
        number: number of pieces.
        keys: number of keys, counted without completions, after which no piece is begun; None for no limit.
        seed: the seed of the pieces.
        max_bytes: size of the largest file that is read, in bytes.
        person: whether keys are pressed at a person's speed, without waiting for answers.
        settings: the server's settings, by dotted names.
        plots: folder for a page with plots; None for no page.
    """

    folder: Path
    number: int
    keys: int | None
    seed: int
    max_bytes: int
    person: bool
    settings: Mapping[str, Any]
    plots: Path | None = None


def replay(wanted: Replay, subject: Subject, *, json: bool) -> dict[str, list[Replayed]]:
    """Type all pieces each way and print the results.

    Raises:
        InputError: nothing can be typed, or the server failed.
    """
    corpus = read_corpus(wanted.folder, wanted.max_bytes, subject)
    syntax = Syntax(subject.known.manifest)
    keyboard = Keyboard(syntax, prefixes=subject.known.name == "python")
    chosen = choose(corpus.files, syntax, KINDS, wanted.number, wanted.seed)
    pieces = list(_enough(keyboard, chosen, wanted.keys))
    if not pieces:
        raise InputError(f"{wanted.folder} has nothing to type")
    with progress(len(pieces) * len(WAYS), "pieces") as advance:
        played = asyncio.run(_play(wanted, subject, keyboard, pieces, advance))
    judge = _Judge(subject, syntax, keyboard)
    found = {way: [judge.replayed(one) for one in ones] for way, ones in played.items()}
    heading = _heading(wanted, subject, corpus)
    if wanted.plots is not None:
        write_page(wanted.plots, found, remark(heading))
    if json:
        print_json(heading | as_json(found))
    else:
        results().print(table(found))
        results().print(remark(heading))
    return found


def _heading(wanted: Replay, subject: Subject, corpus: Corpus) -> dict[str, Any]:
    return {
        "versions": versions(),
        "language": subject.known.name,
        "model": Path(wanted.settings.get("model.path") or STARTER).name,
        "judge": subject.oracle.name,
        "seed": wanted.seed,
        "speed": "person" if wanted.person else "fast",
        "settings": dict(wanted.settings),
        "files": {"count": len(corpus.files), "sha256": corpus.digest, "max_bytes": wanted.max_bytes},
    }


def _enough(keyboard: Keyboard, pieces: Iterable[Piece], most: int | None) -> Iterator[Piece]:
    """Yield pieces until a number of keys, counted without completions, is reached."""
    keys = 0
    for piece in pieces:
        if most is not None and keys >= most:
            return
        keys += keys_alone(keyboard, piece.left, piece.middle, piece.right)
        yield piece


async def _play(
    wanted: Replay, subject: Subject, keyboard: Keyboard, pieces: Sequence[Piece], done: Callable[[], None]
) -> dict[str, list[Played]]:
    played: dict[str, list[Played]] = {way: [] for way in WAYS}
    hurry = {} if wanted.person else {"debounceMs": 0}
    pause = PERSON_SECONDS if wanted.person else None
    async with serving(subject, {**wanted.settings, **hurry}, pieces[0].file) as client:
        player = Player(client, keyboard, language_id(subject), pause)
        for number, piece in enumerate(pieces):
            for way, settings in WAYS.items():
                client.configure(settings)
                played[way].append(await player.play(piece, f"file:///{number}/{way}/{piece.file}"))
                done()
    return played


class _Judge:
    """A judge of shown texts."""

    def __init__(self, subject: Subject, syntax: Syntax, keyboard: Keyboard) -> None:
        self._syntax = syntax
        self._keyboard = keyboard
        self._is_python = subject.known.name == "python"
        # The file with a shown text does not change while the user types along the text, so the oracle's
        # answers are cached. Where it gives up, nothing is known to be wrong.
        self._parses = functools.lru_cache(maxsize=8)(lambda text: subject.verdict(text) is not False)

    def replayed(self, played: Played) -> Replayed:
        """Return a typed piece with its shown texts judged."""
        piece = played.piece
        right = bytes(self._syntax.code(piece.left + piece.middle + piece.right))
        after = right[len(right) - len(piece.right) :]
        judged = [self._judged(sight, after) for sight in played.sights]
        alone = keys_alone(self._keyboard, piece.left, piece.middle, piece.right)
        return Replayed(played, judged, alone)

    def _judged(self, sight: Sight, right: bytes) -> Judged:
        of_region = sight.candidate.get("guarantee") == "region"
        facts = Facts(self._syntax, self._is_python, self._parses, right, _added(sight), of_region)
        saved = len(sight.taken.text) - 1 if sight.taken else 0
        return Judged(sight, harms(sight.shown, facts), confidence(sight), saved)


def _added(sight: Sight) -> str | None:
    """Return the part that the language added to the model's text, or None if it is not reported."""
    written = sight.candidate.get("written")
    return None if written is None else str(sight.candidate["text"])[written:]
