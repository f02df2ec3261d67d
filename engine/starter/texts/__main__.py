"""Read packages into texts: `python -m quoin.engine.starter.texts ARCHIVES OUT`."""

from __future__ import annotations

import argparse
import logging
import math
import re
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from quoin.engine.starter.texts import archives, corpus, lists, reading, shards
from quoin.engine.starter.texts.corpus import Gatherer
from quoin.engine.starter.texts.duplicates import Seen
from quoin.engine.starter.texts.reading import LIBRARY_HELD_OUT, Reading
from quoin.engine.starter.texts.summary import summary

if TYPE_CHECKING:
    from collections.abc import Mapping
    from concurrent.futures import Executor

PROCESSES = 2

_PROGRESS = 100
"""The number of packages after which the log says how many are read."""

_log = logging.getLogger("texts")


def main() -> None:
    """Read the archives, write the texts, and say what they are."""
    options = _options()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    options.out.mkdir(parents=True, exist_ok=True)
    seen = Seen()
    held_out = Gatherer(seen)
    training = Gatherer(seen)
    with ProcessPoolExecutor(options.processes) as executor:
        library = reading.read_library(reading.library())
        # What is held out comes first, so that copies of it are not trained on.
        held_out.add(_only(library, held_out=True))
        _gather(held_out, executor, _held_out(options.archives))
        training.add(_only(library, held_out=False), cap=math.inf)
        sources, missing = _listed(options.archives, options.lists)
        training.taken.refused.update(missing)
        _gather(training, executor, sources, lists.skipped(options.lists))
        limits = corpus.LIMITS | dict(options.limit)
        texts = corpus.fitted(training.taken.texts, limits, whole=[reading.LIBRARY])
        training.taken.refused["language is full"] += len(training.taken.texts) - len(texts)
        _log.info("%d texts for training, %d held out; compressing", len(texts), len(held_out.taken.texts))
        shards.write_one(held_out.taken.texts, options.out / "heldout.xz")
        files = shards.write(texts, options.out, executor)
    found = summary(texts, held_out.taken.texts, training.taken.refused, files)
    (options.out / "summary.txt").write_text(found, encoding="utf-8")
    _log.info("written to %s", options.out)


def _only(library: Reading, *, held_out: bool) -> Reading:
    texts = [text for text in library.texts if (text.path in LIBRARY_HELD_OUT) == held_out]
    return Reading(library.package, texts)


def _listed(folder: Path, listed: Path) -> tuple[dict[str, Path], Mapping[str, int]]:
    """Return the archives of the packages in the lists by their labels, and the reasons for others."""
    found = {registry: archives.find(folder / registry, registry) for registry in lists.REGISTRIES}
    sources: dict[str, Path] = {}
    refused: Counter[str] = Counter()
    for package in lists.listed(listed):
        archive = archives.archive_of(package, found[package.registry])
        reason = package.refusal or (None if archive else "no archive")
        if reason:
            _log.warning("%s: %s", package.label, reason)
            refused[f"packages: {reason}"] += 1
        elif archive:
            sources[package.label] = archive
    return sources, refused


def _held_out(folder: Path) -> dict[str, Path]:
    """Return the archives that are held out by labels, made of their file names without the version."""
    return {
        f"{registry}/{re.split('[-@]v?[0-9]', archive.name)[0]}": archive
        for registry in lists.REGISTRIES
        for archive in archives.find(folder / "heldout" / registry, registry).values()
    }


def _gather(
    gatherer: Gatherer,
    executor: Executor,
    sources: Mapping[str, Path],
    skipped: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> None:
    labels = corpus.in_turn(sources)
    files = [sources[label] for label in labels]
    _log.info("reading %d packages", len(labels))
    parts = [
        skipped.get(f"{label.partition('/')[0]}/{file.name}", ())
        for label, file in zip(labels, files, strict=True)
    ]
    for number, found in enumerate(executor.map(reading.read, labels, files, parts)):
        gatherer.add(found)
        if number % _PROGRESS == 0:
            _log.info("%d packages read", number)


def _limit(option: str) -> tuple[str, float]:
    language, _, size = option.partition("=")
    return language, float(size)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m quoin.engine.starter.texts", description=__doc__)
    parser.add_argument("archives", type=Path, help="folders of archives, named as the registries' lists")
    parser.add_argument("out", type=Path, help="the folder for the texts and the summary")
    parser.add_argument(
        "--lists",
        type=Path,
        default=lists.FOLDER,
        help="the folder of the lists (default: packages beside this)",
    )
    parser.add_argument(
        "--limit",
        type=_limit,
        action="append",
        default=[],
        metavar="LANGUAGE=MB",
        help="the maximal megabytes of a language, in place of the default",
    )
    parser.add_argument("--processes", type=int, default=PROCESSES, help=f"how many (default: {PROCESSES})")
    return parser.parse_args()


if __name__ == "__main__":
    main()
