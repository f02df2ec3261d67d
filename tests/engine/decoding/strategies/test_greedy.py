"""What greedy decoding makes of a model's wishes under a filter."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quoin.engine.decoding.decoder import Decoder
from quoin.engine.decoding.request import Task
from quoin.engine.decoding.result import Found, Refusal
from quoin.engine.decoding.search import TRIED
from quoin.engine.decoding.timing import Cancelled, Deadline, Stopwatch, TimeIsUp
from quoin.engine.decoding.tokens.constraint import Constraint, NoConstraint
from tests.engine.decoding.fakes import END, STEP, Brackets, FakeGuard, ScriptedModel

Script = Callable[[str], Sequence[str | bytes]]


def follow(*texts: str | bytes) -> Script:
    """A model that writes these tokens one after another, whatever was written, then ends."""

    def script(written: str) -> Sequence[str | bytes]:
        done = 0
        for count, text in enumerate(texts):
            if done >= len(written.encode()):
                return [text]
            done += len(text.encode() if isinstance(text, str) else text)
            if count == len(texts) - 1:
                return [END]
        return [END]

    return script


def at(places: dict[str, Sequence[str | bytes]]) -> Script:
    """A model that prefers these tokens after these texts, and elsewhere the end."""
    return lambda written: places.get(written, [END])


def run(
    script: Script,
    left: str = "",
    right: str = "",
    *,
    words: Sequence[str | bytes] = (),
    guarded: bool = True,
    watch: Deadline | None = None,
    given_back: str = "",
    after: str = "",
    **options: Any,
) -> Found:
    model = ScriptedModel(words, script)
    guard: Constraint = NoConstraint(len(model.pieces))
    if guarded:
        state = Brackets(left, right)
        guard = FakeGuard(state, model.pieces)
    task = Task(
        prompt=model.ask(model.tokenise(b"prompt")),
        given_back=given_back.encode(),
        left=left.encode(),
        right=after.encode(),
        **{"stop": "line", "max_tokens": 20, **options},
    )
    unlimited = Deadline(math.inf, lambda: False)
    return Decoder(model).decode(task, guard, watch or unlimited, Stopwatch())


def check(script: Script, *texts: str, ended: str | None = None, **how: Any) -> Found:
    found = run(script, **how)
    assert [candidate.text for candidate in found.candidates] == list(texts)
    if ended is not None:
        assert [candidate.ended for candidate in found.candidates] == [ended] * len(texts)
    return found


def test_ends_where_the_model_ends() -> None:
    check(follow("a", "b"), "ab", ended="end", left="(", right=")")


def test_ends_only_at_a_member() -> None:
    script = at({"": ["a"], "a": [END, ")"], "a)": [END]})
    found = check(script, "a)", ended="end", left="(", right="")
    assert found.tokens_refused == 1


def test_a_token_that_does_not_fit_gives_way_to_the_next_best() -> None:
    found = check(at({"": ["a]", "a!", "a)"]}), "a)", left="(", words=["a]", "a!", "a)"])
    assert found.tokens_refused == 2


def test_refusals_tell_where_and_what_was_expected() -> None:
    script = at({"": ["b"], "b": ["a]", "a)"]})
    (refusal,) = run(script, left="(", words=["a]", "a)"], explain=True).refused
    assert refusal == Refusal(2, "a]", ["`)`"], "ba")


def test_refusals_are_not_told_unless_asked_for() -> None:
    assert run(at({"": ["a]", "a)"]}), left="(", words=["a]", "a)"]).refused == []


def test_a_refused_end_is_told_as_an_empty_token() -> None:
    script = at({"": ["a"], "a": [END, ")"]})
    (refusal,) = run(script, left="(", explain=True).refused
    assert (refusal.at, refusal.token, refusal.expected) == (1, "", ["`)`"])


def test_the_whole_vocabulary_is_asked_when_no_good_token_fits() -> None:
    bad = [f"!{number}" for number in range(TRIED + 5)]
    found = check(at({"": [*bad, "a"]}), "a", words=bad)
    assert found.tokens_refused == TRIED


def test_the_end_is_allowed_behind_the_best_tokens_too() -> None:
    bad = [f"!{number}" for number in range(TRIED + 5)]
    check(at({"": ["a"], "a": [*bad, END]}), "a", words=bad, ended="end")


def test_a_line_stops_before_its_end() -> None:
    check(at({"": ["a"], "a": ["\n"]}), "a", ended="stop")


def test_a_line_end_inside_a_token_stops_in_front_of_it() -> None:
    check(at({"": ["a)\n  "]}), "a)", left="(", words=["a)\n  "], ended="stop")


def test_a_line_goes_on_where_the_middle_is_no_member() -> None:
    script = at({"": ["a"], "a": ["\n"], "a\n": [")"], "a\n)": ["\n"]})
    check(script, "a\n)", left="(", ended="stop")


def test_tokens_that_run_out_leave_the_likeliest_end() -> None:
    """After `ab` the model nearly ended; after `abc` and `a` it hardly thought of it."""
    unlikely = ["x", "y", "z", "w", "v", "u", "t", "s", "r", END]
    script = at({"": ["a"], "a": ["b", *unlikely], "ab": ["c", END], "abc": ["d", *unlikely], "abcd": ["e"]})
    check(script, "ab", ended="budget", max_tokens=4)


def test_tokens_that_run_out_before_any_member_are_closed() -> None:
    check(at({"": ["a"], "a": ["("], "a(": ["b"], "a(b": ["c"]}), "a(b)", max_tokens=4, ended="closed")


def test_without_closing_there_is_nothing_then() -> None:
    check(at({"": ["a"], "a": ["("], "a(": ["b"], "a(b": ["c"]}), max_tokens=3, closing=False)


def test_what_cannot_be_closed_is_closed_without_its_end() -> None:
    """The language looks a few places deep only; something shorter has an end."""
    script = at({"": ["a"], **{"a" + "[" * n: ["["] for n in range(210)}})
    (candidate,) = run(script, max_tokens=200).candidates
    assert candidate.ended == "closed"
    assert candidate.text.count("[") == candidate.text.count("]")


def test_what_the_right_context_closes_is_not_closed() -> None:
    script = at({"": ["a"], "a": ["["], "a[": ["b"], "a[b": ["c"]})
    check(script, "a[b]", left="(", right=")", max_tokens=4, ended="closed")


def test_a_loop_without_an_end_is_closed_behind_its_first_round() -> None:
    script: Script = lambda text: ["(" if text.endswith("a") else "a"]  # noqa: E731
    found = check(script, "a()", max_tokens=100, ended="closed")
    assert found.tokens == 10


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        # The same line twice in a row, and a long one for the third time.
        (["a", "bcd", "bcd", "e"], "(a\nbcd)"),
        (
            ["a", "longer line here", "b", "longer line here", "c", "longer line here"],
            "(a\nlonger line here\nb\nlonger line here\nc)",
        ),
        # What says nothing may be repeated.
        (["a", "1", "1", "1", "b"], None),
        (["a", "xyz", "1", "xyz", "2", "xyz", "b"], None),
    ],
)
def test_lines_that_come_again_make_a_loop(lines: list[str], kept: str | None) -> None:
    text = "(" + "\n".join(lines) + "\n)"
    tokens = re.findall(r"[()\n ]|\w+", text)
    found = run(follow(*tokens), words=sorted(set(tokens)), max_tokens=100, stop="block")
    assert found.candidates[0].text == (kept or text)


@pytest.mark.parametrize(
    ("left", "after", "expected"),
    [
        ("abc\n", "", "xyz"),
        ("  abc;\n  ", "", "xyz"),
        ("\n", "\n\n  abc,\n", "xyz"),
        ("abc\n\nabd\n", "\nabd\nabc", "abc"),
        # A line that has begun, or that goes on behind the cursor.
        ("abc\na", "", "abc"),
        ("abc\n", " b\n", "abc"),
        ("", "", "abc"),
    ],
)
def test_the_lines_beside_are_not_written_again(left: str, after: str, expected: str) -> None:
    script = at({"": ["abc", "xyz"], "abc": [END], "xyz": [END]})
    assert run(script, left, after=after, words=["abc", "xyz"]).candidates[0].text == expected


def test_what_ends_by_itself_is_not_closed() -> None:
    check(at({"": ["(", "a"], "(": ["b"], "a": [END]}), "a", max_tokens=2, candidates=2)


def test_the_end_costs_no_token() -> None:
    check(follow("a", "b"), "ab", ended="end", max_tokens=2)


def test_lines_that_run_out_leave_a_member() -> None:
    script = at({"": ["a"], "a": ["\n"], "a\n": ["  b"], "a\n  b": ["\n"], "a\n  b\n": ["  c"]})
    check(script, "a\n  b", stop="block", max_lines=2, words=["  b", "  c"], ended="budget")


class TiredWatch(Deadline):
    """Lets `count` evaluations begin, then raises."""

    def __init__(self, count: int, why: type[Exception]) -> None:
        super().__init__(math.inf, lambda: False)
        self._left = 2 * count  # the decoder looks, and so does the model
        self._why = why

    def check(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise self._why


def test_time_that_runs_out_leaves_the_likeliest_end() -> None:
    script = at({"": ["a"], "a": ["b", END], "ab": ["c", END], "abc": ["d"]})
    check(script, "ab", ended="time", watch=TiredWatch(3, TimeIsUp))


def test_time_that_runs_out_at_once_leaves_nothing() -> None:
    check(follow("a"), watch=Deadline(time.monotonic() - 1, lambda: False))


def test_a_cancelled_request_raises() -> None:
    with pytest.raises(Cancelled):
        run(follow("a", "b", "c"), watch=TiredWatch(2, Cancelled))


def test_a_model_that_is_sure_of_nothing_is_believed() -> None:
    check(at({"": [END, "a"]}))


def test_a_model_that_is_not_sure_of_nothing_gives_its_next_best() -> None:
    check(at({"": [END, "a", "b", "c", "d", "e"], "a": [END]}), "a", words=[])


def test_a_blank_text_is_no_candidate() -> None:
    check(at({"": [" "], " ": ["\n"], " \n": [END]}))


def test_candidates_begin_with_different_tokens() -> None:
    script = at({"": ["a", "!", "b", "c"], "b": ["x"]})
    check(script, "a", "bx", "c", candidates=3)


def test_equal_candidates_are_one() -> None:
    check(at({"": ["a", "ab", "c"], "a": ["b"]}), "ab", "c", words=["ab"], candidates=3)


def test_a_first_token_that_leads_nowhere_gives_way_to_the_next() -> None:
    check(at({"": ["(", "a"], "(": [END, "b"], "(b": ["c"], "(bc": ["d"]}), "a", max_tokens=3)


@pytest.mark.parametrize(
    ("unasked", "first", "expected"),
    [(True, "abc", "abc(d"), (False, "abc", "z")],
)
def test_a_sure_beginning_comes_before_another_text(unasked: bool, first: str, expected: str) -> None:
    """Nobody has asked, and what follows the beginning is too unlikely to be shown."""
    unsure = list("defghijk")
    script = at({"": [first, "z"], first: ["("], f"{first}(": unsure, f"{first}(d": unsure, "z": [END]})
    found = run(script, words=["abc", "a", "z", "(", *unsure], unasked=unasked, least=0.6, max_tokens=4)
    assert found.candidates[0].text.startswith(expected)


def test_a_loop_is_left() -> None:
    """What is kept ends before the last token, which showed the loop."""
    script: Script = lambda text: ["b" if text.endswith("a") else "a", END]  # noqa: E731
    found = check(script, "ababababa", max_tokens=100)
    assert found.tokens == 10


def test_complete_candidates_come_before_likelier_ones_that_were_cut() -> None:
    repeat = {"a" * count: ["a", END] for count in range(1, 9)}
    check(at({"": ["a", "b"], **repeat}), "b", "aaaa", candidates=2, max_tokens=4)


def test_what_was_given_back_is_repeated_and_left_out() -> None:
    script = at({"": ["x", "import", "imp"], "import": [" a"], "import a": [END]})
    check(script, "ort a", left="imp", given_back="imp", words=["import", "imp", " a"])


def test_what_was_given_back_may_take_several_tokens() -> None:
    script = at({"": ["i"], "i": ["xx", "mpo"], "impo": ["rt"], "import": [END]})
    check(script, "ort", left="imp", given_back="imp", words=["mpo", "xx", "rt"])


def test_the_end_waits_for_what_was_given_back() -> None:
    script = at({"": [END, "imp"], "imp": [END, "b", "c", "d", "e", "f"], "impb": [END]})
    check(script, "b", left="imp", given_back="imp", words=["imp"])


def test_a_token_that_does_not_fit_beyond_what_was_given_back_is_refused() -> None:
    script = at({"": ["im]", "im)"]})
    found = check(script, ")", left="(im", given_back="im", words=["im]", "im)"])
    assert found.tokens_refused == 1


def test_a_blank_is_not_doubled_where_something_else_fits() -> None:
    check(at({"": [" ", "a"], "a": [END]}), "a", left="x = ")


def test_a_blank_is_doubled_where_nothing_else_fits() -> None:
    bad = [f"!{number}" for number in range(TRIED - 1)]
    script = at({"": [" a", *bad]})
    check(script, " a", left="x = ", words=[" a", *bad])


def test_without_a_filter_everything_passes() -> None:
    found = check(follow("a", "]", "!"), "a]!", guarded=False, ended="end")
    assert found.tokens_refused == 0


def test_without_a_filter_a_budget_cuts_nothing_back() -> None:
    check(follow("a", "b", "c", "d"), "abc", guarded=False, ended="budget", max_tokens=3)


def test_a_character_that_the_budget_cuts_is_left_out() -> None:
    check(
        lambda written: ["a"] if not written else [b"\xc3"],
        "a",
        guarded=False,
        words=[b"\xc3"],
        max_tokens=2,
    )


def test_the_score_is_the_mean_of_the_log_probabilities() -> None:
    (candidate,) = run(at({"": ["a", "b"], "a": ["c"], "ac": [END]})).candidates
    likelier_of_two = -math.log(1 + math.exp(-STEP))
    assert candidate.tokens == 2
    assert candidate.score == pytest.approx((likelier_of_two + 0.0) / 2, abs=1e-3)


@given(
    left=st.text("([a", max_size=4),
    right=st.text(")]a", max_size=4),
    stop=st.sampled_from(["line", "statement", "block"]),
    seed=st.integers(0, 1 << 16),
    max_tokens=st.integers(1, 30),
)
def test_whatever_the_model_wants_candidates_fit(
    left: str, right: str, stop: str, seed: int, max_tokens: int
) -> None:
    words = ["(", ")", "[", "]", "()", "])", "\n", "a", "é", "!", ")\n", "\n  a", END]

    def script(written: str) -> list[str]:
        order = np.random.default_rng([seed, len(written)]).permutation(len(words))
        return [words[number] for number in order]

    found = run(script, left, right, words=words[:-1], stop=stop, max_tokens=max_tokens, candidates=3)
    for candidate in found.candidates:
        state = Brackets(left, right)
        assert state.advance(candidate.text.encode())
        assert state.member
        assert candidate.text.strip()
    assert len({candidate.text for candidate in found.candidates}) == len(found.candidates)


@pytest.mark.parametrize(
    ("script", "left", "right", "text"),
    [
        # What follows ends the middle, be it that the token would not fit.
        (follow("a", ")", "b"), "(", ")b", "a"),
        (follow("a", ")\n", "b"), "(", ")", "a"),
        (follow("a", ")", ")"), "((", ")", "a)"),
        # Who asks gets a text.
        (at({"": [")", "b"], "b": [END]}), "(", ")", "b"),
    ],
)
def test_a_model_that_says_what_follows_has_come_to_the_end(
    script: Script, left: str, right: str, text: str
) -> None:
    check(script, text, left=left, right=right, after=right, words=[")\n"])


@pytest.mark.parametrize("unasked", [True, False])
def test_who_has_not_asked_gets_nothing_where_the_model_says_what_follows(unasked: bool) -> None:
    found = run(at({"": [")", "b"]}), left="(", right=")", after=")", unasked=unasked)
    assert [one.text for one in found.candidates] == ([] if unasked else ["b"])
    assert found.empty == unasked
