"""No call is ended that has fewer values than its format shows."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.sense.formats import lacks_values

# The left context and the completion.
FEWER = [
    '‖printf("%5d %s\\n", node->name);',
    'printf("%5d %s\\n", ‖node->name);',
    '‖printf("%*d\\n", a);',
    'fprintf(stderr, ‖"%s\\n");',
    '‖fmt.Printf("%d %v\\n", a)',
    'Err(error) => ep‖rintln!("{}:{}"),',
    'write!(f, ‖"{}")',
    '‖println!("{}", a); println!("{}");',
    'logger.‖info("failed %s")',
    'log.‖info("a {} {}", b);',
    'return String.‖format("%s: %.2f", a);',
]
ENOUGH = [
    'printf("%5d %s\\n", ‖node->name',
    '‖printf("100%%\\n");',
    '‖printf("%.*s\\n", a, b);',
    '‖fmt.Errorf("a: %w", err)',
    '‖fmt.Printf("%d %v\\n", a...)',
    '‖println!("{a}: {}", b);',
    '‖println!("{{}}");',
    '‖println!("{a:?} {b}", b = 1);',
    '‖println!("{:?}", f(a, b));',
    '‖println!("{:>width$}", a);',
    'logger.‖info("failed %(a)s")',
    'return String.‖format("%s: %.2f%n", a, b);',
    'vsprintf(‖"%02X%02X", $a)',
    "‖printf(form, a);",
    'printf("%d")‖;',
]


@pytest.mark.parametrize("text", FEWER)
def test_a_format_with_fewer_values(text: str) -> None:
    assert _lacks(text)


@pytest.mark.parametrize("text", ENOUGH)
def test_a_format_with_its_values(text: str) -> None:
    assert not _lacks(text)


def _lacks(text: str) -> bool:
    left, middle = text.encode().split("‖".encode())
    return lacks_values(middle, left)
