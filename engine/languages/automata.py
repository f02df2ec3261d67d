"""lark's rule trees become nondeterministic automata.

A rule remains a regular expression over terminals and rules: `*` and `+` become loops (after
Thompson, "Regular expression search algorithm", 1968), not recursion. The core makes the
automata deterministic and minimal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark.grammar import Symbol

from quoin.engine.errors import LanguageError
from quoin.engine.languages.tables import Automaton

if TYPE_CHECKING:
    from collections.abc import Callable

    from lark.tree import Tree

    _Node = Symbol | Tree[Any]

START, FINAL = 0, 1
EPSILON = -1

# The largest count of a repeat. A repeat is unrolled, so that a larger one, which is surely a mistake,
# would make a huge automaton.
MAX_REPEAT = 1000


class _Builder:
    """Builds the automaton of one rule; `spans` holds the subtrees that are still to be added."""

    def __init__(self, number_of: Callable[[Symbol], int]) -> None:
        self.number_of = number_of
        self.n_states = 2
        self.edges: list[tuple[int, int, int]] = []
        self.spans: list[tuple[_Node, int, int]] = []

    def state(self) -> int:
        self.n_states += 1
        return self.n_states - 1

    def edge(self, start: int, symbol: int, end: int) -> None:
        self.edges.append((start, symbol, end))

    def chain(self, items: list[_Node], start: int, end: int) -> None:
        """Add `items` one after another between two states."""
        for item in items[:-1]:
            middle = self.state()
            self.spans.append((item, start, middle))
            start = middle
        if items:
            self.spans.append((items[-1], start, end))
        else:
            self.edge(start, EPSILON, end)

    def loop(self, item: _Node, start: int, end: int) -> None:
        """Add `item` any number of times; a state of its own keeps other paths out of the loop."""
        hub = self.state()
        self.edge(start, EPSILON, hub)
        self.spans.append((item, hub, hub))
        self.edge(hub, EPSILON, end)

    def repeat(self, item: _Node, counts: list[int], start: int, end: int) -> None:
        """Add `item` at least `counts[0]` and at most `counts[-1]` times."""
        least, most = counts[0], counts[-1]
        if not 0 <= least <= most <= MAX_REPEAT:
            raise LanguageError(f"the repeat ~{least}..{most} is not within 0..{MAX_REPEAT} or counts down")
        middle = self.state()
        self.chain([item] * least, start, middle)
        for _ in range(most - least):
            after = self.state()
            self.edge(middle, EPSILON, end)
            self.spans.append((item, middle, after))
            middle = after
        self.edge(middle, EPSILON, end)

    def operator(self, item: _Node, operator: str, counts: list[int], start: int, end: int) -> None:
        if operator == "~":
            self.repeat(item, counts, start, end)
        elif operator == "?":
            self.edge(start, EPSILON, end)
            self.spans.append((item, start, end))
        elif operator == "*":
            self.loop(item, start, end)
        else:
            middle = self.state()
            self.spans.append((item, start, middle))
            self.loop(item, middle, end)

    def lay(self, node: _Node, start: int, end: int) -> None:
        if isinstance(node, Symbol):
            self.edge(start, self.number_of(node), end)
            return
        kind, children = str(node.data), node.children
        if kind == "expansions":
            self.spans.extend((child, start, end) for child in children)
        elif kind == "expansion":
            self.chain(children, start, end)
        elif kind in {"alias", "value"}:
            self.spans.append((children[0], start, end))
        elif kind == "maybe":
            self.operator(children[0], "?", [], start, end)
        elif kind == "expr":
            self.operator(
                children[0], str(children[1]), [int(str(count)) for count in children[2:]], start, end
            )
        else:
            raise LanguageError(f"{kind!r} is not supported in a rule")


def build_automaton(name: str, tree: Tree[Any], number_of: Callable[[Symbol], int]) -> Automaton:
    """Build the automaton of a rule.

    Args:
        name: The rule's name.
        tree: lark's tree of the rule, with terminals and rules as leaves.
        number_of: Returns the symbol of a leaf; see `Automaton.edges`.

    Raises:
        LanguageError: The tree has a node that is none of lark's operators, or a bad repeat.
    """
    builder = _Builder(number_of)
    builder.spans.append((tree, START, FINAL))
    while builder.spans:
        builder.lay(*builder.spans.pop())
    return Automaton(name, builder.n_states, builder.edges)
