"""What decides tells what is wrong with a text from what is missing in an empty database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from quoin.lsp_server.harness.judges.oracle import GAVE_UP

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle

TAKEN = [
    "select a from b.c join d using (e) where f(g)",
    "select 1; ; select ?1, :a -- b",
    "select 1; /* no end",
    "pragma a.b = c; pragma hard_heap_limit = 1; select 1",
    "create table t (a); create table t (a)",
    "alter table t rename to u",
    "alter table a.t add column b text",
    "create trigger r after insert on t begin select 1; select 2; end; select 3",
    "create trigger r instead of insert on t begin delete from u; end",
    "create trigger a.r insert on t begin select 1; end",
    "create table t (a collate b unique, c text); select a collate d",
    "create virtual table t using m(a; b (;)); select 1",
    "select 'a;b', \"c;d\", [e;f], `g;h` /* ; */ from t -- ;",
    "explain query plan select a from b",
    "attach 'a' as b; detach b; vacuum into 'c'",
]

REFUSED = [
    ("select a from b where", "incomplete input"),
    ("select a from b )", "syntax error"),
    ("select a from b; select )", "syntax error"),
    ("select 'a", "unrecognized token"),
    ("alter table t", "incomplete input"),
    ("alter table t add", "incomplete input"),
    ("create trigger r insert on t begin select 1 end", "incomplete input"),
    ("create trigger r insert on t begin select 1; end; x", "syntax error"),
    ("create trigger r insert on t begin select 1;", "incomplete input"),
    ("create table a.b", "incomplete input"),
    ("create table t (a as (b)) foo", "unknown table option"),
    ("create table t (a) strict, foo", "unknown table option"),
    ("query plan select 1", "syntax error"),
    ("select 1;\x0bselect 1", "unrecognized token"),
    ("explain explain select 1", "syntax error"),
    ("select a from b where ?0", "variable number"),
    ("select a from b left inner join c", "unknown join type"),
    ("select 1 -- \x00", "NUL"),
    ("select '\ud800'", "UTF-8"),
]

NOT_JUDGED = [
    "create table t (a, a); select )",
    "create table t (a, primary key (b)); select )",
    "create temp table a.b (c) )",
    "select " + "(" * 200 + "1" + ")" * 200,
]


@pytest.mark.parametrize("text", TAKEN)
def test_what_is_missing_is_no_reason(oracle: Oracle, text: str) -> None:
    assert oracle.refusal(text) is None


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_what_is_wrong_is_found(oracle: Oracle, text: str, reason: str) -> None:
    assert reason in str(oracle.refusal(text))


@pytest.mark.parametrize("text", NOT_JUDGED)
def test_what_hides_the_rest_is_not_judged(oracle: Oracle, text: str) -> None:
    assert str(oracle.refusal(text)).startswith(GAVE_UP)


def test_verdicts_do_not_depend_on_each_other(oracle: Oracle) -> None:
    for _ in range(2):
        assert oracle.refusal("alter table t rename to u") is None
        assert oracle.refusal("create trigger r instead of insert on t begin select 1; end") is None
        assert oracle.refusal("create trigger r insert on t begin select 1; end") is None
