"""A variant stands in an arm of a `match`, and in an error, as the file declares it."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.sense.variants import mistakes_variant

ENUM = """enum Move {
    Stop,
    /// Steps, and a place.
    Go(i64, Option<(u8, u8)>),
    #[serde(rename = "turn")]
    Turn { left: bool, by: f64 },
    Wait = 3,
}

fn f(step: Move) {
    match step {
        """
MISTAKEN = [
    "Move::Go‖ => 1,",
    "Move::Turn‖ => 1,",
    "‖Move::Stop(a) => 1,",
    "Move::Go(‖i64, u8) => 1,",
    "Move::Turn { ‖left: bool, by } => 1,",
    "Move::Go(‖a) => 1,",
    "‖Move::Stop | Move::Go => {\n        }",
    "Move::Stop => 0,\n        ‖Move::Wait => 1,\n        Move::Go => 2,",
]
GIVEN = [
    "return Err(Move::‖Go);",
    "Err(‖Move::Turn)",
    "return ‖Move::Go;",
]
OTHERS = [
    "return Err(Move::‖Stop);",
    "return Err(Move::‖Go(1, None));",
    "Err(‖Move::Turn { left, by: 1.0 })",
    "// return ‖Move::Go;",
    "Move::Go(‖a, Some((b, c))) => 1,",
    "Move::Go(‖a, _) if a == 1 => 1,",
    "Move::Go(‖..) => 1,",
    "Move::Go { ‖.. } => 1,",
    "Move::Turn { ‖left, .. } => 1,",
    "Move::Turn { ‖left: true, by: turned } => 1,",
    "‖Move::Stop | Move::Wait => 1,",
    "Move::‖Go",
    "Move::Jump‖ => 1,",
    "Step::Go‖ => 1,",
    "// Move::Go ‖=> 1",
    "let a = b.map(‖Move::Go);",
]


@pytest.mark.parametrize("case", [*MISTAKEN, *GIVEN])
def test_mistaken(case: str) -> None:
    left, _, whole = case.partition("‖")
    assert mistakes_variant(whole.encode(), (ENUM + left).encode(), b"\n    }\n}\n")


@pytest.mark.parametrize("case", OTHERS)
def test_others(case: str) -> None:
    left, _, whole = case.partition("‖")
    assert not mistakes_variant(whole.encode(), (ENUM + left).encode(), b"\n    }\n}\n")


def test_an_enum_below_counts_and_two_of_a_name_do_not() -> None:
    below = b"\n}\n}\nenum Move { Go(u8) }\n"
    assert mistakes_variant(b"Move::Go => 1,", b"fn f() {\n    match a {\n        ", below)
    assert not mistakes_variant(b"Move::Go => 1,", ENUM.encode(), below)
