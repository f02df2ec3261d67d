"""Two protocols ask completion servers for drafts: `/infill` and `/v1/completions`.

With `/infill`, llama.cpp's server writes the fill-in-the-middle prompt itself. `/v1/completions`, which
llama-cpp-python, vLLM and others serve, takes a text that spells the markers; the file's own text is
therefore cut where it spells a marker.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Protocol

from quoin.engine.decoding.strategies.drafting import Alternative, Draft, Drafted
from quoin.engine.errors import ModelError
from quoin.engine.model.backends.remote_http import RefusedError
from quoin.engine.model.fim.families import FAMILIES, Family
from quoin.engine.util.quotes import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.decoding.timing import Deadline
    from quoin.engine.model.backends.remote_http import Server

ALTERNATIVES = 5
"""The number of alternative tokens that are requested at each position; no known server returns fewer."""

_NO_LOGPROBS = (400, 422, 500, 501)
"""HTTP statuses of servers that cannot report log-probabilities."""

FAMILIES_BY_NAME = (
    ("starter", "<|fim_prefix|>", "spm"),
    ("qwen", "<|fim_prefix|>", "psm"),
    ("codegemma", "<|fim_prefix|>", "psm"),
    ("deepseek", "<｜fim▁begin｜>", "psm"),  # noqa: RUF001 - the sign is the vocabulary's
    ("santacoder", "<fim-prefix>", "psm"),
    ("mellum", "<fim_prefix>", "spm"),
    ("starcoder", "<fim_prefix>", "psm"),
    ("granite", "<fim_prefix>", "psm"),
    ("codellama", "▁<PRE>", "psm"),
    ("codestral", "[PREFIX]", "spm"),
    ("seed-coder", "<[fim-prefix]>", "spm"),
)
"""For each family: a part of its models' names, the prefix marker that identifies it, and the order used."""


@dataclass(frozen=True)
class Markers:
    """The markers and their order in a prompt that is written as text.

    Attributes:
        prefix: The marker of the text before the cursor.
        suffix: The marker of the text after the cursor.
        middle: The marker of the middle; empty if there is none.
        suffix_first: Whether the text after the cursor stands first.
    """

    prefix: str
    suffix: str
    middle: str
    suffix_first: bool

    def prompt(self, left: str, right: str) -> str:
        """Return the prompt for a cursor between two texts, which are cut at the markers that they spell."""
        spelled = re.compile(
            "|".join(re.escape(text) for text in (self.prefix, self.suffix, self.middle) if text)
        )
        left, right = spelled.split(left)[-1], spelled.split(right)[0]
        before, after = self.prefix + left, self.suffix + right
        return (after + before if self.suffix_first else before + after) + self.middle


def markers_of(model: str) -> Markers:
    """Return the markers of a model, given its name or the path of its file.

    Raises:
        ModelError: The name matches no known family.
    """
    name = PurePosixPath(model.replace("\\", "/")).name.lower().replace("_", "-")
    for part, prefix, order in FAMILIES_BY_NAME:
        if part in name or part in name.replace("-", ""):
            family = next(family for family in FAMILIES if family.prefix == prefix)
            return _markers(family, suffix_first=order == "spm")
    raise ModelError(
        f"the server's model {quoted(name)!r} is of no family whose fill-in-the-middle markers are known; "
        "llama.cpp's own server, which has /infill, knows its model's"
    )


def _markers(family: Family, *, suffix_first: bool) -> Markers:
    # In SentencePiece's vocabularies the sign U+2581 stands for a blank.
    spellings = (text.replace("▁<", " <") for text in (family.prefix, family.suffix, family.middle))
    prefix, suffix, middle = spellings
    return Markers(prefix.lstrip(), suffix, middle, suffix_first)


class Way(Protocol):
    """A protocol for asking a server for the next tokens."""

    def drafts(
        self, left: str, right: str, middles: Sequence[str], length: int, watch: Deadline
    ) -> list[Draft]:
        """Return a continuation of each middle; see `quoin.engine.decoding.strategies.drafting.Drafter`."""


class Completions:
    """The protocol `/v1/completions`.

    Args:
        server: The server.
        model: The name of the model on the server.
        markers: The markers of the model.
    """

    def __init__(self, server: Server, model: str, markers: Markers) -> None:
        self._server = server
        self._model = model
        self._markers = markers
        self._logprobs: int | None = ALTERNATIVES

    def drafts(
        self, left: str, right: str, middles: Sequence[str], length: int, watch: Deadline
    ) -> list[Draft]:
        """Return a continuation of each middle.

        Raises:
            Cancelled: The caller gave up.
            TimeIsUp: The deadline has passed.
            ModelError: The server failed.
        """
        prompt = self._markers.prompt(left, right)
        common: dict[str, object] = {"model": self._model, "max_tokens": length, "temperature": 0}
        bodies = [common | {"prompt": prompt + middle} for middle in middles]
        try:
            told = {} if self._logprobs is None else {"logprobs": self._logprobs}
            answers = self._server.post("/v1/completions", [body | told for body in bodies], watch)
        except RefusedError as error:
            if self._logprobs is None or error.status not in _NO_LOGPROBS:
                raise
            self._logprobs = None
            answers = self._server.post("/v1/completions", bodies, watch)
        return [_understood(self._server, "/v1/completions", answer, _completion) for answer in answers]


class Infill:
    """The protocol `/infill`.

    Args:
        server: The server.
    """

    def __init__(self, server: Server) -> None:
        self._server = server

    def drafts(
        self, left: str, right: str, middles: Sequence[str], length: int, watch: Deadline
    ) -> list[Draft]:
        """Return a continuation of each middle.

        Raises:
            Cancelled: The caller gave up.
            TimeIsUp: The deadline has passed.
            ModelError: The server failed.
        """
        common: dict[str, object] = {
            "input_prefix": left,
            "input_suffix": right,
            "n_predict": length,
            "temperature": 0,
            "n_probs": ALTERNATIVES,
            "cache_prompt": True,
            "stream": False,
        }
        answers = self._server.post("/infill", [common | {"prompt": middle} for middle in middles], watch)
        return [_understood(self._server, "/infill", answer, _infilled) for answer in answers]


def _understood(server: Server, path: str, answer: object, read: Any) -> Draft:  # noqa: ANN401
    try:
        draft: Draft = read(answer)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise ModelError(f"{server.url}{path} answered with what is no completion") from None
    return draft


def _completion(answer: Any) -> Draft:  # noqa: ANN401
    choice = answer["choices"][0]
    told = choice.get("logprobs") or {}
    tokens, logprobs = told.get("tokens") or [], told.get("token_logprobs") or []
    others = told.get("top_logprobs") or [None] * len(tokens)
    drafted = [
        _drafted(text, logprob or 0.0, (other or {}).items())
        for text, logprob, other in zip(tokens, logprobs, others, strict=False)
    ]
    return _draft(choice["text"], drafted, ended=choice.get("finish_reason") == "stop")


def _infilled(answer: Any) -> Draft:  # noqa: ANN401
    drafted = []
    for one in answer.get("completion_probabilities") or []:
        others = ((other["token"], other["logprob"]) for other in one.get("top_logprobs", ()))
        drafted.append(_drafted(one.get("token", ""), one.get("logprob", 0.0), others))
    ended = answer.get("stop_type") in ("eos", "word") or answer.get("stopped_eos") is True
    return _draft(answer["content"], drafted, ended=ended)


def _drafted(text: str, logprob: float, others: Any) -> Drafted:  # noqa: ANN401
    named = sorted(((other, float(share)) for other, share in others), key=lambda pair: -pair[1])
    different = tuple(Alternative(other.encode(), share) for other, share in named if other != text)
    return Drafted(text.encode(), float(logprob), different)


def _draft(text: str, drafted: list[Drafted], *, ended: bool) -> Draft:
    """Return the reported tokens that spell the start of the text, and the rest of the text as one token.

    The tokens may not spell the whole text, since servers differ in how they show an incomplete character.
    """
    whole = text.encode()
    spelled = accumulate((one.data for one in drafted), initial=b"")
    fitting = [
        one for one, end in zip(drafted, list(spelled)[1:], strict=True) if one.data and whole.startswith(end)
    ]
    rest = whole[sum(len(one.data) for one in fitting) :]
    if rest.endswith("\ufffd".encode()):
        return Draft(fitting, ended=False)
    return Draft([*fitting, Drafted(rest, 0.0)] if rest else fitting, ended=ended)
