"""What completion servers are asked, and what they answer.

`/infill` of llama.cpp's server writes the fill-in-the-middle prompt itself. `/v1/completions`, which
llama-cpp-python, vLLM and others serve, takes a text; the markers are spelled in it, so the file's own text
is cut where it spells one.
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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.decoding.timing import Deadline
    from quoin.engine.model.backends.remote_http import Server

ALTERNATIVES = 5
"""Other tokens that are asked for at each place; no server is known to give fewer."""

_NO_LOGPROBS = (400, 422, 500, 501)
"""Statuses with which servers answer that cannot tell log-probabilities."""

FAMILIES_BY_NAME = (
    ("starter", "<|fim_prefix|>", "spm"),
    ("qwen", "<|fim_prefix|>", "psm"),
    ("codegemma", "<|fim_prefix|>", "psm"),
    ("deepseek", "<｜fim▁begin｜>", "psm"),  # noqa: RUF001 - the sign is the vocabulary's
    ("santacoder", "<fim-prefix>", "psm"),
    ("starcoder", "<fim_prefix>", "psm"),
    ("granite", "<fim_prefix>", "psm"),
    ("codellama", "▁<PRE>", "psm"),
    ("codestral", "[PREFIX]", "spm"),
    ("seed-coder", "<[fim-prefix]>", "spm"),
)
"""What models are called, the marker that names their family, and the order that is used."""


@dataclass(frozen=True)
class Markers:
    """How a prompt is written as text.

    Attributes:
        prefix: marker of the text before the cursor.
        suffix: of the text behind it.
        middle: of the middle; empty where there is none.
        suffix_first: whether the text behind the cursor comes first.
    """

    prefix: str
    suffix: str
    middle: str
    suffix_first: bool

    def prompt(self, left: str, right: str) -> str:
        """The prompt for a cursor between two texts, without what of them spells a marker."""
        spelled = re.compile(
            "|".join(re.escape(text) for text in (self.prefix, self.suffix, self.middle) if text)
        )
        left, right = spelled.split(left)[-1], spelled.split(right)[0]
        before, after = self.prefix + left, self.suffix + right
        return (after + before if self.suffix_first else before + after) + self.middle


def markers_of(model: str) -> Markers:
    """The markers of a model by its name or the path of its file.

    Raises:
        ModelError: no family is known by such a name.
    """
    name = PurePosixPath(model.replace("\\", "/")).name.lower().replace("_", "-")
    for part, prefix, order in FAMILIES_BY_NAME:
        if part in name or part in name.replace("-", ""):
            family = next(family for family in FAMILIES if family.prefix == prefix)
            return _markers(family, suffix_first=order == "spm")
    raise ModelError(
        f"the server's model {name!r} is of no family whose fill-in-the-middle markers are known; "
        "llama.cpp's own server, which has /infill, knows its model's"
    )


def _markers(family: Family, *, suffix_first: bool) -> Markers:
    # In SentencePiece's vocabularies the sign stands for a blank.
    spellings = (text.replace("▁<", " <") for text in (family.prefix, family.suffix, family.middle))
    prefix, suffix, middle = spellings
    return Markers(prefix.lstrip(), suffix, middle, suffix_first)


class Way(Protocol):
    """A way to ask a server for the next tokens."""

    def drafts(
        self, left: str, right: str, middles: Sequence[str], length: int, watch: Deadline
    ) -> list[Draft]:
        """What comes behind each of some middles; see `quoin.engine.decoding.strategies.drafting.Drafter`."""


class Completions:
    """`/v1/completions`.

    Args:
        server: that is asked.
        model: its name there.
        markers: of the model.
    """

    def __init__(self, server: Server, model: str, markers: Markers) -> None:
        self._server = server
        self._model = model
        self._markers = markers
        self._logprobs: int | None = ALTERNATIVES

    def drafts(
        self, left: str, right: str, middles: Sequence[str], length: int, watch: Deadline
    ) -> list[Draft]:
        """What comes behind each of some middles.

        Raises:
            Cancelled, TimeIsUp: as the watch says.
            ModelError: the server failed.
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
    """`/infill`.

    Args:
        server: that is asked.
    """

    def __init__(self, server: Server) -> None:
        self._server = server

    def drafts(
        self, left: str, right: str, middles: Sequence[str], length: int, watch: Deadline
    ) -> list[Draft]:
        """What comes behind each of some middles.

        Raises:
            Cancelled, TimeIsUp: as the watch says.
            ModelError: the server failed.
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
    """Tokens as they are told, as far as they spell the text; else the text as one token.

    Servers show the bytes of half a character as they like.
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
