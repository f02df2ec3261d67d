"""Masks beside those of llguidance and xgrammar: same vocabulary, same texts, same run.

Python, Go, Java, SQL: true middles of files, Python's of the library, the others' of the trees that
`--corpus` names, else of the examples in the language's folder. quoin knows both contexts, and the whole
language; llguidance has no right context, so it has read the left one, and takes plainer grammars
(`peer_grammars/`), its limits raised. A cut whose left context it refuses is left out for both, and counted.
JSON: whole documents made of the library's files, by llguidance and xgrammar in their own grammars of
JSON. Before each token a mask is made, and then the token is taken.

The peers come with the extra `bench`; each of them that is not there is left out.
"""

from __future__ import annotations

import argparse
import ast
import json
import statistics
import time
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import quoin
from benchmarks.languages import planned
from benchmarks.sources import library, library_cuts
from benchmarks.timing import percentile
from benchmarks.tokens import split
from benchmarks.vocabularies import empty_cache, read_tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

GRAMMARS = Path(__file__).parent / "peer_grammars"
# A grammar of llguidance's own format may not begin with what it skips, as files do, unless it says so.
MAY_BEGIN_WITH_BLANKS = '%llguidance {"allow_initial_skip": true}\n'
ANY_JSON = "{}"
LARGEST_LEFT = 8_000


class Place(Protocol):
    """A place in a text."""

    def mask(self) -> object:
        """The tokens that may come."""

    def take(self, token: int, data: bytes) -> bool:
        """Take a token; false if it is refused."""


@dataclass
class Times:
    """Seconds of the processor for the set-up and each call, and how many texts were refused."""

    set_up: float = 0.0
    refused: int = 0
    masks: list[float] = field(default_factory=list)
    takes: list[float] = field(default_factory=list)


@dataclass
class Sample:
    """How many texts, by which seed, and from which tree of files, if not the language's own."""

    count: int
    seed: int
    folder: str | None = None


@dataclass
class Text:
    """What is to be written between two contexts: tokens and their bytes."""

    left: str
    right: str
    tokens: list[tuple[int, bytes]]


class Quoin:
    """This engine."""

    name = "quoin"

    def __init__(self, language: str, pieces: Sequence[bytes]) -> None:
        self.language = quoin.load_language(language)
        self.language.prepare()
        self.vocabulary = quoin.Vocabulary(pieces)
        with empty_cache():
            self.vocabulary.prepare(self.language)

    def begin(self, text: Text) -> Place | None:
        """The place between a text's contexts; none where its left one is refused."""
        self._state = self.language.quotient(text.left, text.right).start()
        return self if self._state.viable else None

    def mask(self) -> object:
        """The tokens that may come."""
        return self._state.mask(self.vocabulary)

    def take(self, _token: int, data: bytes) -> bool:
        """Take a token; false if it is refused."""
        return self._state.advance(data)


class _Pieces:
    """A vocabulary as llguidance wants it: it tokenises nothing, so nothing is fast-forwarded."""

    def __init__(self, pieces: Sequence[bytes]) -> None:
        self.tokens = [*pieces, b"<end>"]
        self.eos_token_id = len(pieces)
        self.bos_token_id = None
        self.special_token_ids = [number for number, piece in enumerate(self.tokens) if not piece]
        self._numbers = {piece: number for number, piece in enumerate(pieces) if piece}
        self._known = set(self._numbers)

    def __call__(self, text: bytes | str) -> list[int]:
        data = text.encode() if isinstance(text, str) else text
        return [self._numbers[piece] for piece in split(data, self._known)]


class Llguidance:
    """llguidance, with limits high enough for any of the texts."""

    name = "llguidance"

    def __init__(self, language: str, pieces: Sequence[bytes]) -> None:
        import llguidance  # noqa: PLC0415 - an extra

        self._library = llguidance
        wrapper = llguidance.TokenizerWrapper(_Pieces(pieces))
        slices = llguidance.LLTokenizer.json_slices() if language == "json" else None
        self._tokenizer = llguidance.LLTokenizer(wrapper, slices=slices)
        matcher = llguidance.LLMatcher
        self._grammar = (
            matcher.grammar_from_json_schema(ANY_JSON)
            if language == "json"
            else matcher.grammar_from_lark(
                MAY_BEGIN_WITH_BLANKS + (GRAMMARS / f"{language}.lark").read_text()
            )
        )
        self._first = self._new()

    def _new(self) -> Any:  # noqa: ANN401 - the library is an extra
        most = 1 << 30
        limits = self._library.LLParserLimits(
            max_items_in_row=most, initial_lexer_fuel=most, step_lexer_fuel=most, step_max_items=most,
            max_lexer_states=most, max_grammar_size=most,
        )  # fmt: skip
        made = self._library.LLMatcher(self._tokenizer, self._grammar, log_level=0, limits=limits)
        if made.is_error():
            raise SystemExit(made.get_error())
        return made

    def begin(self, text: Text) -> Place | None:
        """The place between a text's contexts; none where its left one is refused."""
        self._matcher = self._first.deep_copy()
        tokens = self._tokenizer.greedy_tokenize(text.left) if text.left else []
        return self if not tokens or self._matcher.consume_tokens(tokens) else None

    def mask(self) -> object:
        """The tokens that may come."""
        return self._matcher.compute_bitmask()

    def take(self, token: int, _data: bytes) -> bool:
        """Take a token; false if it is refused."""
        return bool(self._matcher.consume_token(token))


class Xgrammar:
    """xgrammar, with its own grammar of JSON."""

    name = "xgrammar"

    def __init__(self, _language: str, pieces: Sequence[bytes]) -> None:
        import xgrammar  # noqa: PLC0415 - an extra

        self._library = xgrammar
        pieces = [*pieces, b"<end>"]
        info = xgrammar.TokenizerInfo(pieces, xgrammar.VocabType.RAW, stop_token_ids=[len(pieces) - 1])
        self._compiled = xgrammar.GrammarCompiler(info).compile_builtin_json_grammar()
        self._bitmask = xgrammar.allocate_token_bitmask(1, len(pieces))

    def begin(self, _text: Text) -> Place | None:
        """The place between a text's contexts; none where its left one is refused."""
        self._matcher = self._library.GrammarMatcher(self._compiled)
        return self

    def mask(self) -> object:
        """The tokens that may come."""
        return self._matcher.fill_next_token_bitmask(self._bitmask)

    def take(self, token: int, _data: bytes) -> bool:
        """Take a token; false if it is refused."""
        return bool(self._matcher.accept_token(token))


PEERS: dict[str, tuple[type[Quoin | Llguidance | Xgrammar], ...]] = {
    "python": (Quoin, Llguidance),
    "go": (Quoin, Llguidance),
    "java": (Quoin, Llguidance),
    "sqlite": (Quoin, Llguidance),
    "json": (Quoin, Llguidance, Xgrammar),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vocabularies", nargs="+", type=Path, help="GGUF files")
    parser.add_argument("--texts", type=int, default=40)
    parser.add_argument(
        "--corpus", action="append", default=[], metavar="LANGUAGE=DIR", help="a tree of files"
    )
    parser.add_argument("--only", choices=PEERS, action="append", help="a language; all of them by default")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="a JSON file for the figures")
    arguments = parser.parse_args()
    saved = []
    folders = dict(corpus.split("=", 1) for corpus in arguments.corpus)
    print("times in microseconds, set-up in milliseconds; ratios to quoin")
    for file in arguments.vocabularies:
        pieces = read_tokens(file)
        for language in arguments.only or PEERS:
            known = [one for one in PEERS[language] if one is Quoin or find_spec(one.name)]
            sample = Sample(arguments.texts, arguments.seed, folders.get(language))
            figures = compare(language, known, pieces, sample)
            saved += show(f"{language}, {file.stem.removeprefix('ggml-vocab-')}", figures)
    if arguments.save:
        arguments.save.write_text(json.dumps(saved, indent=1) + "\n")


def compare(
    language: str,
    classes: Sequence[type[Quoin | Llguidance | Xgrammar]],
    pieces: list[bytes],
    sample: Sample,
) -> dict[str, Times]:
    """The times of all peers over the texts that each of them can begin with, a text after another."""
    numbers = {piece: number for number, piece in enumerate(pieces) if piece}
    times = {one.name: Times() for one in classes}
    peers = []
    for one in classes:
        begun = time.process_time()
        peers.append(one(language, pieces))
        times[one.name].set_up = time.process_time() - begun
    for text in texts(language, numbers, sample):
        places = [peer.begin(text) for peer in peers]
        for peer, place in zip(peers, places, strict=True):
            times[peer.name].refused += place is None
        if all(place is not None for place in places) and text.tokens:
            for peer, place in zip(peers, places, strict=True):
                if place is not None:
                    follow(place, text, times[peer.name])
    return times


def follow(place: Place, text: Text, times: Times) -> None:
    """Make a mask before each token of a text, and take it; a text that is refused ends there."""
    for token, data in text.tokens:
        begun = time.thread_time()
        place.mask()
        made = time.thread_time()
        is_taken = place.take(token, data)
        times.takes.append(time.thread_time() - made)
        times.masks.append(made - begun)
        if not is_taken:
            return


def texts(language: str, numbers: dict[bytes, int], sample: Sample) -> Iterator[Text]:
    """Whole documents of JSON; true middles of cuts whose left context can be read by a token at a time."""
    count, seed, folder = sample.count, sample.seed, sample.folder
    if language == "json":
        yield from json_texts(numbers, count, seed)
        return
    is_of_library = language == "python" and folder is None
    most = count * 8
    cuts = library_cuts("randspan", most, seed) if is_of_library else planned(language, folder, most, seed)[0]
    for cut in [cut for cut in cuts if len(cut.left) < LARGEST_LEFT][:count]:
        yield Text(cut.left, cut.right, tokens_of(cut.middle, numbers))


def json_texts(numbers: dict[bytes, int], count: int, seed: int) -> Iterator[Text]:
    """What the library's files define, as JSON."""
    for source in library()[seed : seed + count // 2]:
        nodes = [node for node in ast.walk(ast.parse(source.text)) if isinstance(node, ast.FunctionDef)]
        rows = [
            {"name": node.name, "line": node.lineno, "arguments": [one.arg for one in node.args.args],
             "text": ast.get_docstring(node), "share": round(node.lineno / (1 + len(source.text)), 6)}
            for node in nodes[:6]
        ]  # fmt: skip
        yield Text("", "", tokens_of(json.dumps({"definitions": rows}, indent=2), numbers))


def tokens_of(text: str, numbers: dict[bytes, int]) -> list[tuple[int, bytes]]:
    return [(numbers[piece], piece) for piece in split(text.encode(), set(numbers))]


def show(title: str, times: dict[str, Times]) -> list[dict[str, Any]]:
    """Print the figures of one vocabulary, and return them."""
    rows = []
    own = times["quoin"]
    print(f"\n{title}: {len(own.masks)} masks")
    for name, one in times.items():
        print(f"  {name}: {one.refused} texts refused at the cursor, and left out for all")
    print(
        "              set-up  mask 50th    99th    mean   take 50th    99th  mask 50th : quoin  mean : quoin"
    )
    for name, one in times.items():
        masks = [percentile(one.masks, 50), percentile(one.masks, 99), statistics.mean(one.masks)]
        takes = [percentile(one.takes, 50), percentile(one.takes, 99)]
        ratios = [masks[0] / percentile(own.masks, 50), masks[2] / statistics.mean(own.masks)]
        figures = "{:11.1f} {:7.0f} {:7.0f} {:11.1f} {:7.1f}".format(
            *(value * 1e6 for value in masks + takes)
        )
        print(f"  {name:10s} {one.set_up * 1e3:7.0f} {figures} {ratios[0]:19.1f} {ratios[1]:13.1f}")
        rows.append(
            {
                "title": title,
                "peer": name,
                "set_up": one.set_up,
                "masks": masks,
                "takes": takes,
                "refused": one.refused,
            }
        )
    return rows


if __name__ == "__main__":
    main()
