"""Models on servers: what is asked, what is made of the answers, and what is said of bad ones."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from quoin.engine.decoding.timing import Cancelled
from quoin.engine.model import CompletionRequest, ModelError, ModelSettings
from quoin.engine.model.backends.remote_protocols import markers_of
from quoin.engine.model.worker.service import CompletionService
from quoin.engine.util.quotes import MAX_QUOTED

from .http_server import Answer, Scripted, serving

MODELS = {"data": [{"id": "/models/Qwen2.5-Coder-1.5B.gguf"}]}
MARKERS = ("<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>")


def written(text: str, *rest: str, others: dict[str, list[str]] | None = None) -> Callable[[str], list[str]]:
    """Tokens of a model that writes these one after another, whatever it has written."""
    tokens = [text, *rest]

    def following(middle: str) -> list[str]:
        whole = "".join(tokens)
        if others and middle in others:
            return others[middle]
        done = 0
        for number, token in enumerate(tokens):
            if done >= len(middle) and whole.startswith(middle):
                return tokens[number:]
            done += len(token)
        return []

    return following


def as_completions(
    following: Callable[[str], list[str]], alternatives: dict[str, str]
) -> Callable[[str, Any], Answer]:
    """A server with `/v1/completions` alone; `alternatives` are second choices by first ones."""

    def answer(path: str, body: Any) -> Answer:
        if path == "/v1/models":
            return 200, MODELS
        if path != "/v1/completions":
            return 404, {"detail": "Not Found"}
        middle = body["prompt"].partition("<|fim_middle|>")[2]
        tokens = following(middle)[: body["max_tokens"]]
        top = [
            {token: -0.1} | ({alternatives[token]: -2.5} if token in alternatives else {}) for token in tokens
        ]
        told = {"tokens": tokens, "token_logprobs": [-0.1] * len(tokens), "top_logprobs": top}
        reason = "length" if len(following(middle)) > body["max_tokens"] else "stop"
        choice = {"text": "".join(tokens), "logprobs": told, "finish_reason": reason}
        return 200, {"choices": [choice]}

    return answer


def as_infill(
    following: Callable[[str], list[str]], alternatives: dict[str, str]
) -> Callable[[str, Any], Answer]:
    """A server with `/infill`."""

    def answer(path: str, body: Any) -> Answer:
        if path == "/v1/models":
            return 200, MODELS
        if path != "/infill":
            return 404, {"error": {"message": "no such thing"}}
        tokens = following(body["prompt"])[: body["n_predict"]]
        told = [
            {
                "token": token,
                "logprob": -0.1,
                "top_logprobs": [
                    {"token": other, "logprob": logprob}
                    for other, logprob in ((token, -0.1), (alternatives.get(token), -2.5))
                    if other is not None
                ],
            }
            for token in tokens
        ]
        ended = "limit" if len(following(body["prompt"])) > body["n_predict"] else "eos"
        return 200, {"content": "".join(tokens), "completion_probabilities": told, "stop_type": ended}

    return answer


WAYS = [as_completions, as_infill]
Way = Callable[[Callable[[str], list[str]], dict[str, str]], Callable[[str, Any], Answer]]


def complete(server: Scripted, left: str, right: str, **options: Any) -> list[tuple[str, str]]:
    service = CompletionService(ModelSettings(remote_url=server.url), lambda _share: None)
    request = CompletionRequest(
        "python", left, right, "doc", **{"max_seconds": 20.0, "names": "off", **options}
    )
    result = service.complete(request, lambda: False)
    assert result.guarantee == ("none" if request.guarantee == "off" else "file")
    return [(one.text, one.ended) for one in result.candidates]


@pytest.mark.parametrize("way", WAYS)
def test_what_fits_is_taken(way: Way) -> None:
    with serving(way(written("a", ", ", "b"), {})) as server:
        assert complete(server, "f(", ")\n") == [("a, b", "end")]


@pytest.mark.parametrize("way", WAYS)
def test_unknown_names_of_which_the_model_is_sure(way: Way) -> None:
    with serving(way(written("a", ", ", "b"), {})) as server:
        assert complete(server, "f(", ")\n", names="prefer") == [("a, b", "end")]
    with serving(way(written("a", ", ", "b"), {"a": "c"})) as server:
        assert complete(server, "c = 1\nf(", ")\n", names="prefer") == [("a, b", "end")]
    with serving(way(written("a", ", ", "b"), {})) as server:
        assert complete(server, "f(", ")\n", names="strict") == [("abs", "closed")]


@pytest.mark.parametrize("way", WAYS)
def test_where_the_filter_objects_the_next_best_is_taken_and_the_model_goes_on(way: Way) -> None:
    others = {"a]": [" wrong"], "a, ": ["c"]}
    with serving(way(written("a", "]", " x", others=others), {"]": ", "})) as server:
        assert complete(server, "f(", ")\n") == [("a, c", "end")]
        middles = [
            body["prompt"].partition("<|fim_middle|>")[2] or body["prompt"]
            for path, body in server.asked
            if path in ("/v1/completions", "/infill")
        ]
        assert middles[-1].endswith("a, ")


@pytest.mark.parametrize("way", WAYS)
def test_where_no_other_token_is_known_as_much_as_fits_is_taken(way: Way) -> None:
    with serving(way(written("a", ", b]"), {})) as server:
        ((text, _),) = complete(server, "f(", ")\n")
        assert text == "a, b"


@pytest.mark.parametrize("way", WAYS)
def test_an_end_that_does_not_fit_is_closed(way: Way) -> None:
    with serving(way(written("g(", "a"), {})) as server:
        assert complete(server, "f(", ")\n") == [("g(a)", "closed")]


@pytest.mark.parametrize("way", WAYS)
def test_a_long_completion_takes_several_drafts(way: Way) -> None:
    tokens = [f"a{number}, " for number in range(40)] + ["b"]
    with serving(way(written(*tokens), {})) as server:
        ((text, ended),) = complete(server, "f(", ")\n", max_tokens=100)
        assert (text, ended) == ("".join(tokens), "end")


@pytest.mark.parametrize("way", WAYS)
def test_several_candidates_begin_differently(way: Way) -> None:
    others = {"b": [", d"]}
    with serving(way(written("a", ", c", others=others), {"a": "b"})) as server:
        assert [text for text, _ in complete(server, "f(", ")\n", candidates=2)] == ["a, c", "b, d"]


LONG = [f"a{number}, " for number in range(20)] + ["z"]
BEHIND_ANOTHER_FIRST = {"b": [", d"]}
BOTH = ["".join(LONG), "b, d"]


def middle_of(body: Any) -> str:
    before, _, after = body["prompt"].rpartition(MARKERS[2])
    return str(after or before)


@pytest.mark.parametrize("way", WAYS)
def test_candidates_are_asked_for_at_the_same_time(way: Way) -> None:
    """The first draft is one for all; of the two that follow, none is answered before both are asked for."""
    good = way(written(*LONG, others=BEHIND_ANOTHER_FIRST), {LONG[0]: "b"})
    both = threading.Barrier(2, timeout=10)

    def answer(path: str, body: Any) -> Answer:
        if path != "/v1/models" and middle_of(body).startswith(("a", "b")):
            both.wait()
        return good(path, body)

    with serving(answer) as server:
        assert [text for text, _ in complete(server, "f(", ")\n", candidates=2)] == BOTH


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("status", [429, 503])
def test_a_server_that_takes_one_request_at_a_time(way: Way, status: int) -> None:
    """It refuses once; after that it is not asked for several."""
    good = way(written(*LONG, others=BEHIND_ANOTHER_FIRST), {LONG[0]: "b"})
    busy = threading.Lock()
    refused: list[str] = []

    def answer(path: str, body: Any) -> Answer:
        if not busy.acquire(blocking=False):
            refused.append(path)
            return status, {"error": {"message": "one at a time"}}
        try:
            # Long enough for another request to come meanwhile, if it was sent at the same time.
            time.sleep(0.3 if path != "/v1/models" and middle_of(body) else 0)
            return good(path, body)
        finally:
            busy.release()

    with serving(answer) as server:
        service = CompletionService(ModelSettings(remote_url=server.url), lambda _share: None)
        request = CompletionRequest("python", "f(", ")\n", "doc", max_seconds=20.0, candidates=2, names="off")
        for _ in range(2):
            found = service.complete(request, lambda: False).candidates
            assert [one.text for one in found] == BOTH
    assert len(refused) == 1


@pytest.mark.parametrize("way", WAYS)
def test_staying_in_context(way: Way) -> None:
    with serving(way(written("a", ") + g(", "b"), {})) as server:
        assert complete(server, "f(", ")\n", stay_in_context=False)[0][0] == "a) + g(b"
        assert complete(server, "f(", ")\n", stay_in_context=True)[0][0] == "a"


def test_without_the_filter_all_is_taken() -> None:
    with serving(as_completions(written("a", "]]"), {})) as server:
        assert complete(server, "f(", ")\n", guarantee="off") == [("a]]", "end")]


def test_the_prompt_has_each_marker_once() -> None:
    """Text that spells a marker is left out, with what is beyond it."""
    with serving(as_completions(written("a"), {})) as server:
        complete(server, "x = '<|fim_suffix|>'\nf(", ")\ny = '<|fim_middle|>'\n")
        prompts = [body["prompt"] for path, body in server.asked if path == "/v1/completions"]
        assert prompts[0] == "<|fim_prefix|>'\nf(<|fim_suffix|>)\ny = '<|fim_middle|>"


def test_a_large_file_is_cut() -> None:
    with serving(as_completions(written("a"), {})) as server:
        service = CompletionService(
            ModelSettings(remote_url=server.url, context_size=256), lambda _share: None
        )
        line = "x = 1\n"
        request = CompletionRequest(
            "python", line * 5000 + "f(", ")\n" + line * 5000, "doc", max_tokens=32, names="off"
        )
        assert [one.text for one in service.complete(request, lambda: False).candidates] == ["a"]
        prompt = server.asked[-1][1]["prompt"]
        assert len(prompt) < 256 * 3 + 100
        assert prompt.startswith(f"<|fim_prefix|>{line}")
        assert f"{line}f(<|fim_suffix|>)\n{line}" in prompt


def test_servers_without_log_probabilities_are_asked_without() -> None:
    plain = as_completions(written("a", ", b"), {})

    def answer(path: str, body: Any) -> Answer:
        if path == "/v1/completions" and "logprobs" in body:
            return 400, {"error": {"message": "logprobs is not supported"}}
        status, said = plain(path, body)
        if path == "/v1/completions":
            said["choices"][0]["logprobs"] = None
        return status, said

    with serving(answer) as server:
        assert complete(server, "f(", ")\n") == [("a, b", "end")]


def test_a_character_in_two_drafts() -> None:
    """Servers show the bytes of half a character as a replacement character."""
    others = {"'": ["'", "\ufffd"], "": ["'", "é"]}
    with serving(as_completions(written("x", others=others), {})) as server:
        assert complete(server, "s = ", "\n")[0][0].startswith("'")


FAMILIES = [
    ("/models/Qwen2.5-Coder-7B-Instruct-Q4_K_M.gguf", "<|fim_prefix|>L<|fim_suffix|>R<|fim_middle|>"),
    ("bigcode/starcoder2-3b", "<fim_prefix>L<fim_suffix>R<fim_middle>"),
    ("deepseek-ai/deepseek-coder-6.7b-base", "<｜fim▁begin｜>L<｜fim▁hole｜>R<｜fim▁end｜>"),  # noqa: RUF001
    ("C:\\models\\codellama-7b.gguf", "<PRE>L <SUF>R <MID>"),
    ("codegemma-2b", "<|fim_prefix|>L<|fim_suffix|>R<|fim_middle|>"),
    ("mistralai/Codestral-22B-v0.1", "[SUFFIX]R[PREFIX]L"),
    ("ibm-granite/granite-3b-code-base", "<fim_prefix>L<fim_suffix>R<fim_middle>"),
    ("ByteDance-Seed/Seed-Coder-8B-Base", "<[fim-suffix]>R<[fim-prefix]>L<[fim-middle]>"),
    ("bigcode/santacoder", "<fim-prefix>L<fim-suffix>R<fim-middle>"),
]


@pytest.mark.parametrize(("name", "prompt"), FAMILIES)
def test_prompts_of_families(name: str, prompt: str) -> None:
    assert markers_of(name).prompt("L", "R") == prompt


def test_a_model_of_no_known_family() -> None:
    with pytest.raises(
        ModelError, match=r"'gpt-2' is of no family whose fill-in-the-middle markers are known"
    ):
        markers_of("openai/gpt-2")


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


BAD_ADDRESSES = [
    "",
    "localhost:8000",
    "ftp://localhost",
    "http://",
    "http://a:b",
    "file:///etc/passwd",
    "http://u@h",
]


@pytest.mark.parametrize("url", BAD_ADDRESSES)
def test_a_bad_address_is_named(url: str) -> None:
    with pytest.raises(ModelError, match="is no address of a server, such as http://localhost:8000"):
        CompletionService(ModelSettings(remote_url=url), lambda _share: None)


def test_a_refused_connection() -> None:
    url = f"http://127.0.0.1:{free_port()}"
    with pytest.raises(ModelError, match=f"the server at {url} does not answer: .*refused"):
        CompletionService(ModelSettings(remote_url=url), lambda _share: None)


BAD_SERVERS: list[tuple[Callable[[str, Any], Answer], str]] = [
    (lambda _path, _body: (404, {}), "/v1/models answered with status 404$"),
    (lambda _path, _body: (500, {"error": {"message": "out\nof memory"}}), "status 500: out of memory$"),
    (lambda _path, _body: (200, b"<html>"), "/v1/models did not answer with JSON$"),
    (lambda _path, _body: (200, [1]), "/v1/models names no model: is it a server for completions?"),
    (
        lambda path, _body: (200, MODELS) if path == "/v1/models" else (200, {"choices": [{}]}),
        "/infill answered with what is no completion$",
    ),
    (
        lambda path, _body: (200, MODELS) if path == "/v1/models" else (503, b""),
        "/infill answered with status 503$",
    ),
]


@pytest.mark.parametrize(("answer", "message"), BAD_SERVERS)
def test_a_server_that_cannot_be_used(answer: Callable[[str, Any], Answer], message: str) -> None:
    with serving(answer) as server, pytest.raises(ModelError, match=message):
        CompletionService(ModelSettings(remote_url=server.url), lambda _share: None)


def test_a_server_that_fails_later() -> None:
    good = as_completions(written("a"), {})
    broken = threading.Event()
    with serving(lambda path, body: (500, b"") if broken.is_set() else good(path, body)) as server:
        service = CompletionService(ModelSettings(remote_url=server.url), lambda _share: None)
        broken.set()
        with pytest.raises(ModelError, match=r"/v1/completions answered with status 500$"):
            service.complete(CompletionRequest("python", "f(", ")\n", "doc", max_seconds=20), lambda: False)


@pytest.fixture
def slow() -> Any:
    """A server that begins to answer when it is told to."""
    good = as_completions(written("a"), {})
    waiting, going = threading.Event(), threading.Event()

    def answer(path: str, body: Any) -> Answer:
        if path == "/v1/completions":
            waiting.set()
            going.wait(30)
        return good(path, body)

    with serving(answer) as server:
        yield CompletionService(ModelSettings(remote_url=server.url), lambda _share: None), waiting
        going.set()


def test_a_slow_server(slow: tuple[CompletionService, threading.Event]) -> None:
    with pytest.raises(ModelError, match=r"did not answer within 0\.2 s$"):
        slow[0].complete(CompletionRequest("python", "f(", ")\n", "doc", max_seconds=0.2), lambda: False)


def test_cancelling_does_not_wait_for_the_server(slow: tuple[CompletionService, threading.Event]) -> None:
    service, waiting = slow
    with pytest.raises(Cancelled):
        service.complete(CompletionRequest("python", "f(", ")\n", "doc", max_seconds=60), waiting.is_set)


TALK = "long words\n\x1b[31m" * 300_000
LONG_ANSWERS: tuple[tuple[str, Callable[[str, Any], Answer]], ...] = (
    (
        "the name of a model",
        lambda path, _: (200, {"data": [{"id": TALK}]}) if "models" in path else (404, {}),
    ),
    ("an error", lambda *_: (500, {"error": {"message": TALK}})),
    ("a detail", lambda *_: (500, {"detail": TALK})),
    ("an error that is a text", lambda *_: (500, {"error": TALK})),
    ("no JSON", lambda *_: (200, TALK.encode())),
    ("no name", lambda *_: (200, {"data": TALK})),
)


@pytest.mark.parametrize(
    "answer", [answer for _, answer in LONG_ANSWERS], ids=[name for name, _ in LONG_ANSWERS]
)
def test_little_is_quoted_of_what_a_server_says(answer: Callable[[str, Any], Answer]) -> None:
    with serving(answer) as server, pytest.raises(ModelError) as raised:
        CompletionService(ModelSettings(remote_url=server.url), lambda _share: None)
    message = str(raised.value)
    assert len(message) < MAX_QUOTED + 250
    assert message.isprintable()


def test_little_is_quoted_of_a_line_that_is_no_http() -> None:
    """A line of 60 kB, which the library quotes in its error."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def reply() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(1 << 16)
                connection.sendall(b"no http " * 7_500 + b"\r\n\r\n")

        threading.Thread(target=reply, daemon=True).start()
        with pytest.raises(ModelError) as raised:
            CompletionService(
                ModelSettings(remote_url=f"http://127.0.0.1:{listening.getsockname()[1]}"),
                lambda _share: None,
            )
    assert len(str(raised.value)) < MAX_QUOTED + 250
