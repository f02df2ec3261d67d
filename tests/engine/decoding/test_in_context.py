"""Which middles stay in context: `left ‖ middle ‖ right`."""

from __future__ import annotations

import random

import pytest

from quoin import Vocabulary, load_language
from quoin.engine.decoding.timing import Stopwatch
from quoin.engine.decoding.tokens.constraint import GrammarConstraint, look_around

PIECES = [b"a", b"(", b")", b"[", b"]", b", ", b" = ", b"\n", b"    ", b"if b:", b"def f():", b"}"]

DEF = "def f():\n    a = 1\n"

STAY = {
    "brackets": [
        ("f(", "a, b", ")\n"),
        ("f(", "g(a)(b)[c], {d: (e)}", ")\n"),
        # The right context does not close what the middle has to.
        ("f(", "a)", "\nb\n"),
        ("f(g(", "a)", ")\n"),
        ("f([", "a]", ")\n"),
        ("f(a)", ".g(b)", "\n"),
        ("f(", "')'", ")\n"),
        ("f(a, # (", "b)", "\n)\n"),
        ('f"{a', "[b]:{c}", '}"\n'),
        ('f"{a', "} and {b}", '"\n'),
        ('f"""{a', "[\n0]", '}"""\n'),
        ('f"{(\n', "a\n)", '}"\n'),
    ],
    "strings": [
        ('x = "a', " b", '"\n'),
        ('x = """a', ' "b" ""', ' """\n'),
        ('x = f"a', " {b} {c['d']}", '"\n'),
        ('x = "a', r"\" \x41 \N{EM DASH}", '"\n'),
        # The right context does not close it.
        ('x = "a', '"', "\n"),
        ('x = "a', '" + "b"', "\n"),
        ('f("a', '", "b"', ")\n"),
    ],
    "blocks": [
        (DEF + "    ", "b\n    c", "\n    d\n"),
        (DEF + "    ", "if b:\n        c\n    d", "\n    d\n"),
        (DEF + "    ", "b\n\n    c", "\n\n\nd\n"),
        # A line begun at the left belongs to nothing inside.
        (DEF, "b", "\nc\n"),
        (DEF + "    if b:\n        c\n    ", "else:\n        d", "\n        e\n"),
        ("if a:", "\n    b\n    c", "\n    d\n"),
        (DEF + "    g(a,\n      ", "b)\n    c", "\n    d\n"),
        ("class A:\n    def f():\n        a", "\n        b", "\n        c\n"),
        ("class A:\n    def f():\n        a = (\n", "b)\n        c", "\n        c\n"),
        (DEF + "    g('''\nx", "y''')\n    b", "\n    c\n"),
        (DEF + "    x = [", "\nb\n    ", "]\n"),
        (DEF + "    x = b + \\\n", "c", "\n    d\n"),
        (DEF + "    ", "x = b + \\\nc", "\n    d\n"),
    ],
    "indentation": [
        ("if a:\n  b\nif c:", "\n  d", "\n"),
        ("if a:\n\tb\nif c:", "\n\td", "\n"),
        ("if a:\n  b\n\n", "if c:\n  d", "\n"),
        # Nothing shows by how much, so that it is as usual.
        ("if a:", "\n    b", "\n"),
        ("def f(a,\n      b):\n    c\n\ndef g(a,\n      b):", "\n    c", "\n"),
    ],
}

LEAVE = {
    "brackets": [
        ("f(", "a) + g(b", ")\n"),
        ("f(", "a)\ng(b", ")\n"),
        ("f(", "a)(", ")\n"),
        ("f(g(", "a)) + (", ")\n"),
        ("f([", "a]) + h(", ")\n"),
        ("x = {", "a: b}; y = {", "}\n"),
        ('f"{a', "} {b", '}"\n'),
        ('f"{a', "[b]}{c", '}"\n'),
        ("f(a, # (\n", "b) + (", "\n)\n"),
        # The string's end stands on the right, and so does that of a hole in one line.
        ('f"{a', '}" + f"{b}', '"\n'),
        ('f"{a', "[\n0]", '}"\n'),
        ('f"{a', " # b\n", '}"\n'),
    ],
    "strings": [
        ('x = "a', '" + "b', '"\n'),
        ('x = "a', '" "', '"\n'),
        ('x = """a', '""" + """', ' """\n'),
        ('x = f"a', '" + f"{b}', '"\n'),
        ('f("a', '", "b', '")\n'),
        ('f"{a} ', '" f"{b} ', '{c}"\n'),
    ],
    "blocks": [
        (DEF + "    ", "b\ndef g():\n    c", "\n    d\n"),
        (DEF + "    ", "b\n\nc", "\n\n\nd\n"),
        (DEF + "    b", "\ndef g():\n    c", "\n    d\n"),
        (DEF + "\n", "def g():", "\n    d\n"),
        ("if a:", "\n    b\nif c:", "\n    d\n"),
        ("if a:\n    b", "\nelse:\n    c", "\n    d\n"),
        (DEF + "    b\n\n    ", "c\n", "d\n"),
        # The right context begins inside a line, and says by the next one where that is.
        ("class A:\n    def f():\n        a\n   ", " def g():\n        b", ".c\n        d\n"),
        ("class A:\n    def f():\n        '''a\n", "'''\n    def g():\n        b #", "c\n        d\n"),
        ('class A:\n    def f():\n        """a""', '"\n    b', "\n    c\n"),
    ],
    "indentation": [
        ("if a:\n  b\nif c:", "\n    d", "\n"),
        ("if a:\n\tb\nif c:", "\n    d", "\n"),
        ("if a:\n    b\n\n", "if c:\n\td", "\n"),
        ("if a:\n    b\n\nif c:\n", "  d", "\n"),
        # Where the file does not show its step, it is the usual one.
        ("if a:", "\n   b", "\n"),
        ("if a:\n", "        b", "\n"),
        # An indentation that the user has half typed is finished.
        ("if a:\n    b\nif c:\n  ", "d", "\n"),
        ("if a:\n   ", "b", "\n"),
        ("if a:\n ", "b", "\n"),
    ],
}


def guard_at(left: str, right: str, *, bounded: bool = True, language: str = "python") -> GrammarConstraint:
    state = load_language(language).quotient(left, right).start()
    by_columns = language == "python"
    around = look_around(state, left.encode(), right.encode(), by_columns=by_columns) if bounded else None
    return GrammarConstraint(state, Vocabulary([]), Stopwatch(), around)


def named(cases: dict[str, list[tuple[str, str, str]]]) -> list[object]:
    return [
        pytest.param(*case, id=f"{kind}-{n}") for kind, some in cases.items() for n, case in enumerate(some)
    ]


@pytest.mark.parametrize(("left", "middle", "right"), named(STAY))
def test_stays(left: str, middle: str, right: str) -> None:
    guard = guard_at(left, right)
    assert guard.accepts(middle.encode())
    guard.advance(middle.encode())
    assert guard.member


@pytest.mark.parametrize(("left", "middle", "right"), named(STAY))
def test_stays_byte_by_byte(left: str, middle: str, right: str) -> None:
    guard = guard_at(left, right)
    for byte in middle.encode():
        assert guard.accepts(bytes([byte]))
        guard.advance(bytes([byte]))
    assert guard.member


@pytest.mark.parametrize(("left", "middle", "right"), named(LEAVE))
def test_leaves(left: str, middle: str, right: str) -> None:
    state = load_language("python").quotient(left, right).start()
    assert state.advance(middle.encode()), "the language refuses it already"
    assert state.member, "the language refuses it already"
    guard = guard_at(left, right)
    if guard.accepts(middle.encode()):
        guard.advance(middle.encode())
        assert not guard.member


@pytest.mark.parametrize(("left", "middle", "right"), named(LEAVE))
def test_a_refusal_is_told_where_it_is(left: str, middle: str, right: str) -> None:
    guard = guard_at(left, right)
    if guard.accepts(middle.encode()):
        return
    count, expected = guard.refusal(middle.encode())
    assert guard.accepts(middle.encode()[:count])
    assert not guard.accepts(middle.encode()[: count + 1])
    assert expected


@pytest.mark.parametrize(("left", "middle", "right"), named(STAY) + named(LEAVE))
def test_what_is_accepted_as_a_whole_is_accepted_in_any_parts(left: str, middle: str, right: str) -> None:
    """And what is not is not, wherever it is cut."""
    data = middle.encode()
    whole = guard_at(left, right).accepts(data)
    for cut in range(1, len(data)):
        guard = guard_at(left, right)
        parts = guard.accepts(data[:cut])
        if parts:
            guard.advance(data[:cut])
            parts = guard.copy().accepts(data[cut:])
        assert parts == whole, cut


CLOSINGS = [
    # What the language ends shortly, it ends outside of the block.
    ("def f():\n    '", "a < 1:\n            b\nc\n", "'\nif ", "'\n    if "),
    ("def f():\n    a = 1", "if b:\n        c\n", "\n", "\n    "),
    ("class A:\n    b = 'c'\n    d", "e(f):\n        g\n", "ef ", "ef "),
    ("f(", ")\n", "", ""),
]


@pytest.mark.parametrize(("left", "right", "free", "bounded"), CLOSINGS)
def test_what_the_language_ends_stays_in_context(left: str, right: str, free: str, bounded: str) -> None:
    assert guard_at(left, right, bounded=False).closing(thorough=False) == free.encode()
    guard = guard_at(left, right)
    assert guard.closing(thorough=False) == bounded.encode()
    assert guard.may_end_with(bounded.encode())


HOLES = [
    ("javascript", "a = `b ${c", "} ${d}", "`;\n", True),
    ("javascript", "a = `b ${c", "}`, `e", "`;\n", False),
    ("javascript", "a = `b ", "`, `e", "`;\n", False),
    ("javascript", 'a = "b ', '", "e', '";\n', False),
    (
        "csharp",
        'class A { string F(int b) { return $"c {b',
        '} d"; } string G() { return $"',
        '"; } }\n',
        False,
    ),
    ("csharp", 'class A { string F(int b) { return $"c {b', "} d", '"; } }\n', True),
    ("bash", 'a "b ${c', "} d", '"\n', True),
    ("bash", 'a "b ${c', '}"; d "', '"\n', False),
    ("bash", 'a "b $(c', ' "d")', '"\n', True),
    ("bash", 'a "b $(c', ')" "d', '"\n', False),
]


@pytest.mark.parametrize(("language", "left", "middle", "right", "stays"), HOLES)
def test_the_string_around_code_stays_open(
    language: str, left: str, middle: str, right: str, *, stays: bool
) -> None:
    assert guard_at(left, right, language=language).may_end_with(middle.encode()) == stays


@pytest.mark.parametrize("seed", range(40))
def test_random_middles_leave_nothing(seed: int) -> None:
    """What a middle is made of at random closes no more brackets than the language without context has to."""
    rng = random.Random(seed)
    left, right = rng.choice([("f(", ")\n"), ("f([", "])\n"), ("x = {a: (", ")}\n"), ("f(a, b[", "])\n")])
    guard = guard_at(left, right)
    kept = depth = left.count("(") + left.count("[") + left.count("{")
    for _ in range(40):
        fitting = [piece for piece in PIECES if guard.accepts(piece)]
        if not fitting:
            break
        piece = rng.choice(fitting)
        guard.advance(piece)
        for byte in piece:
            depth += (byte in b"([{") - (byte in b")]}")
            assert depth >= kept
