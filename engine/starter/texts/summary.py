"""What the texts are: bytes, files and packages by language, and what was refused."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from quoin.engine.starter.texts.corpus import MB
from quoin.engine.starter.texts.languages import side

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from quoin.engine.starter.texts.reading import Text


def summary(
    training: Sequence[Text], held_out: Sequence[Text], refused: Mapping[str, int], files: Sequence[Path]
) -> str:
    """Return the text of a summary.

    Args:
        training: the texts for training.
        held_out: the texts for measurements.
        refused: the number of files, or of packages, that were not taken, by the reason.
        files: the compressed texts for training.
    """
    size = sum(file.stat().st_size for file in files)
    raw = _size(training)
    return "\n".join(
        [
            "texts for training",
            *_table(training),
            "",
            *(f"{file.name}: {file.stat().st_size / 2**20:.1f} MiB" for file in files),
            f"{raw / MB:.1f} MB in {size / 2**20:.1f} MiB: a ratio of {raw / max(size, 1):.2f}",
            "",
            "texts held out",
            *_table(held_out),
            "",
            "not taken",
            *(f"{count:>9,}  {reason}" for reason, count in sorted(refused.items(), key=lambda one: -one[1])),
            "",
        ]
    )


def _size(texts: Iterable[Text]) -> int:
    return sum(len(text.text.encode()) for text in texts)


def _table(texts: Sequence[Text]) -> list[str]:
    groups: dict[str, list[Text]] = defaultdict(list)
    for text in texts:
        groups[text.language].append(text)
        if kind := side(text.path):
            groups[f"{text.language}, {kind}"].append(text)
    groups["all"] = list(texts)
    rows = [f"{'language':<22}{'MB':>9}{'files':>9}{'packages':>9}  registries, MB"]
    for language, some in sorted(groups.items(), key=lambda one: -_size(one[1])):
        packages = len({text.package for text in some})
        rows.append(
            f"{language:<22}{_size(some) / MB:>9.2f}{len(some):>9,}{packages:>9,}  {_registries(some)}"
        )
    return rows


def _registries(texts: Iterable[Text]) -> str:
    sizes: Counter[str] = Counter()
    for text in texts:
        sizes[text.package.partition("/")[0]] += len(text.text.encode())
    return " ".join(f"{registry} {size / MB:.1f}" for registry, size in sizes.most_common())
