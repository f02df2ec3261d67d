"""Grammar tables are written as bytes, and read from bytes that nobody vouches for.

What is read refers only to terminals, rules and states that it has, and no number is too large for the core.
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from typing import Any

from quoin.engine.languages.contexts import MAX_CONTEXTS
from quoin.engine.languages.tables import Automaton, Edge, GrammarTables, Terminal

_INT32 = range(-(1 << 31), 1 << 31)
_CONTEXTS = range(1, MAX_CONTEXTS + 1)
_TERMINAL_KEYS = {field.name for field in fields(Terminal)}


def encoded(tables: GrammarTables) -> bytes:
    """Return tables as bytes, of which `decoded` makes them again."""
    return json.dumps({**asdict(tables), "defined": sorted(tables.defined)}).encode()


def decoded(content: bytes) -> GrammarTables | None:
    """Return the tables whose bytes are given; None if they are the bytes of no tables."""
    try:
        return _tables(json.loads(content))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None


def _tables(data: Any) -> GrammarTables:  # noqa: ANN401 - what JSON holds
    terminals = [_terminal(terminal) for terminal in data["terminals"]]
    contexts = _number(data["contexts"], _CONTEXTS)
    states = [None, *range(contexts)]
    labels = [[states[states.index(one)] for one in label] for label in data["labels"]]
    rules = [_automaton(rule, len(terminals), len(data["rules"]), len(labels)) for rule in data["rules"]]
    numbers = range(len(terminals))
    ignored = [_number(one, numbers) for one in data["ignored"]]
    return GrammarTables(terminals, ignored, rules, frozenset(map(_text, data["defined"])), contexts, labels)


def _terminal(data: Any) -> Terminal:  # noqa: ANN401 - what JSON holds
    if set(data) != _TERMINAL_KEYS or not isinstance(data["is_string"], bool):
        raise TypeError
    pattern, literal = data["pattern"], data["literal"]
    return Terminal(
        name=_text(data["name"]),
        pattern=None if pattern is None else _text(pattern),
        literal=None if literal is None else _text(literal),
        priority=_number(data["priority"], _INT32),
        is_string=data["is_string"],
        barred=tuple(_number(byte, range(256)) for byte in data["barred"]),
    )


def _automaton(rule: Any, terminals: int, rules: int, labels: int) -> Automaton:  # noqa: ANN401
    symbols, states = range(-1 - rules, terminals), range(_number(rule["n_states"], range(2, 1 << 31)))
    edges = [
        Edge(
            _number(start, states),
            _number(symbol, symbols),
            _number(end, states),
            _number(label, range(labels + 1)),
        )
        for start, symbol, end, label in rule["edges"]
    ]
    return Automaton(_text(rule["name"]), len(states), edges)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    # The core has no place for one half of a pair of surrogates.
    value.encode()
    return value


def _number(value: object, within: range) -> int:
    if type(value) is not int or value not in within:
        raise ValueError
    return value
