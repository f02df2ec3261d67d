"""lark's rule trees become nondeterministic automata.

A rule remains a regular expression over terminals and rules: `*` and `+` become loops (after
Thompson, "Regular expression search algorithm", 1968), not recursion. The core makes the
automata deterministic and minimal.

A *wildcard* is a terminal without a text that stands in rules for any other, but for some: for what holds any
code, such as the arguments of a macro. Its edges become edges of those that it stands for.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, NamedTuple

from lark.grammar import Symbol

from quoin.engine.errors import LanguageError
from quoin.engine.languages.tables import Automaton, Edge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from lark.tree import Tree

    from quoin.engine.languages.tables import Terminal

    _Node = Symbol | Tree[Any]

START, FINAL = 0, 1
EPSILON = -1

# The largest count of a repeat. A repeat is unrolled, so that a larger one, which is surely a mistake,
# would make a huge automaton.
MAX_REPEAT = 1000


class _Span(NamedTuple):
    """A subtree to add between two states, in an alternative with a label."""

    node: _Node
    start: int
    end: int
    label: int


class _Builder:
    """Builds the automaton of one rule; `spans` holds the subtrees that are still to be added."""

    def __init__(self, number_of: Callable[[Symbol], int], label_of: Mapping[str, int]) -> None:
        self.number_of = number_of
        self.label_of = label_of
        self.n_states = 2
        self.edges: list[Edge] = []
        self.spans: list[_Span] = []
        self.label = 0

    def state(self) -> int:
        self.n_states += 1
        return self.n_states - 1

    def edge(self, start: int, symbol: int, end: int) -> None:
        self.edges.append(Edge(start, symbol, end, 0 if symbol == EPSILON else self.label))

    def later(self, item: _Node, start: int, end: int) -> None:
        """Add `item` between two states after what is being added."""
        self.spans.append(_Span(item, start, end, self.label))

    def chain(self, items: list[_Node], start: int, end: int) -> None:
        """Add `items` one after another between two states."""
        for item in items[:-1]:
            middle = self.state()
            self.later(item, start, middle)
            start = middle
        if items:
            self.later(items[-1], start, end)
        else:
            self.edge(start, EPSILON, end)

    def loop(self, item: _Node, start: int, end: int) -> None:
        """Add `item` any number of times; a state of its own keeps other paths out of the loop."""
        hub = self.state()
        self.edge(start, EPSILON, hub)
        self.later(item, hub, hub)
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
            self.later(item, middle, after)
            middle = after
        self.edge(middle, EPSILON, end)

    def operator(self, item: _Node, operator: str, counts: list[int], start: int, end: int) -> None:
        if operator == "~":
            self.repeat(item, counts, start, end)
        elif operator == "?":
            self.edge(start, EPSILON, end)
            self.later(item, start, end)
        elif operator == "*":
            self.loop(item, start, end)
        else:
            middle = self.state()
            self.later(item, start, middle)
            self.loop(item, middle, end)

    def lay(self, node: _Node, start: int, end: int, label: int) -> None:
        self.label = label
        if isinstance(node, Symbol):
            self.edge(start, self.number_of(node), end)
            return
        kind, children = str(node.data), node.children
        if kind == "expansions":
            for child in children:
                self.later(child, start, end)
        elif kind == "expansion":
            self.chain(children, start, end)
        elif kind in {"alias", "value"}:
            self.label = self.label_of_alias(children) if kind == "alias" else label
            self.later(children[0], start, end)
        elif kind == "maybe":
            self.operator(children[0], "?", [], start, end)
        elif kind == "expr":
            self.operator(
                children[0], str(children[1]), [int(str(count)) for count in children[2:]], start, end
            )
        else:
            raise LanguageError(f"{kind!r} is not supported in a rule")

    def label_of_alias(self, children: list[Any]) -> int:
        """Return the label of an alternative; in a language with contexts, each alias is a mark."""
        # lark makes a node of every alternative, most of which have no alias.
        if children[1] is None or not self.label_of:
            return self.label
        name = str(children[1].name)
        if name not in self.label_of:
            raise LanguageError(f"there is no mark {name} among the contexts of the manifest")
        if _may_be_empty(children[0]):
            raise LanguageError(f"an alternative with the mark {name} may not be empty")
        return self.label_of[name]


def _may_be_empty(node: _Node) -> bool:
    """Return whether a tree has a reading without symbols; rules count as not empty."""
    if isinstance(node, Symbol):
        return False
    kind, children = str(node.data), node.children
    if kind == "expr":
        return str(children[1]) in "?*" or _may_be_empty(children[0])
    if kind == "expansions":
        return any(map(_may_be_empty, children))
    return kind == "maybe" or all(_may_be_empty(child) for child in children if not isinstance(child, str))


def build_automaton(
    name: str, tree: Tree[Any], number_of: Callable[[Symbol], int], label_of: Mapping[str, int]
) -> Automaton:
    """Build the automaton of a rule.

    Args:
        name: The rule's name.
        tree: lark's tree of the rule, with terminals and rules as leaves.
        number_of: Returns the symbol of a leaf; see `Edge.symbol`.
        label_of: The labels of marks; see `Edge.label`. Empty for a language without contexts.

    Raises:
        LanguageError: The tree has a node that is none of lark's operators, or a bad repeat.
    """
    builder = _Builder(number_of, label_of)
    builder.later(tree, START, FINAL)
    while builder.spans:
        builder.lay(*builder.spans.pop())
    return Automaton(name, builder.n_states, builder.edges)


def stands_for(
    without: Iterable[str], terminals: Sequence[Terminal], ignored: Iterable[int], *, has_versions: bool
) -> list[int]:
    """Return the indices of the terminals that a wildcard stands for: those that are lexed and not ignored.

    Args:
        without: The terminals that it leaves out, by shell patterns of their names, or their literals.
        terminals: All terminals.
        ignored: The indices of those that are ignored.
        has_versions: Whether other versions of the language may have what is left out.

    Raises:
        LanguageError: There is no terminal of those that are left out.
    """
    left_out = set(ignored)
    for pattern in without:
        found = {
            number
            for number, one in enumerate(terminals)
            if one.literal == pattern or fnmatchcase(one.name, pattern)
        }
        if not found and not has_versions:
            raise LanguageError(f"wildcards: there is no terminal {pattern}")
        left_out |= found
    return [number for number, one in enumerate(terminals) if one.pattern and number not in left_out]


def without_wildcards(automaton: Automaton, meanings: Mapping[int, Sequence[int]]) -> Automaton:
    """Return a rule in which edges of terminals replace those of wildcards, whose numbers are the keys."""
    edges = [
        edge._replace(symbol=symbol)
        for edge in automaton.edges
        for symbol in meanings.get(edge.symbol, (edge.symbol,))
    ]
    return Automaton(automaton.name, automaton.n_states, edges)
