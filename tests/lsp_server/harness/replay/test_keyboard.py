"""Keys, and what an editor that closes brackets and quotes makes of them."""

from __future__ import annotations

import pytest

from quoin.lsp_server.harness.replay.keyboard import BACKSPACE, DELETE, Typed

from .languages import keyboard_of, marked

# Text with the cursor, keys, text with the cursor and, before ┊, what the editor wrote.
CASES = [
    ("█", "f(", "f(█)┊"),
    ("█", "f()", "f()█"),
    ("█", "f([", "f([█])┊"),
    ("█", "f([])", "f([])█"),
    ("█", "f(x)", "f(x)█"),
    ("█name", "(", "(█name"),
    ("█(name)", "(", "(█(name)"),
    ("█ name", "(", "(█)┊ name"),
    ("█)", "(", "(█)┊)"),
    ("█\nname", "[", "[█]┊\nname"),
    ("█\r\n", "{", "{█}┊\r\n"),
    ("█;", "(", "(█)┊;"),
    ("█'", "(", "(█)┊'"),
    ("(█)", ")", "()█)"),
    ("█", "x = '", "x = '█'┊"),
    ("█", "x = ''", "x = ''█"),
    ("█", "'a\\'", "'a\\'█'┊"),
    ("█", '"""', '"""█'),
    ("█", "it's", "it's█"),
    ("█", "f'", "f'█'┊"),
    ("█", "of'", "of'█"),
    ("█", "# '", "# '█"),
    ("█", "'(", "'(█)'┊"),
    ("█", "'\"", "'\"█'┊"),
    ("█", "f('a')", "f('a')█"),
    ("█'", '"', "\"█'"),
    ("█", f"f({BACKSPACE}", "f█"),
    ("█", f"f(x{BACKSPACE}{BACKSPACE}", "f█"),
    ("(█)", BACKSPACE, "█)"),
    ("█", f"f(({DELETE}", "f((█)┊"),
    ("a█b", DELETE, "a█"),
]


@pytest.mark.parametrize(("text", "keys", "wanted"), CASES)
def test_keys(text: str, keys: str, wanted: str) -> None:
    before, after = text.split("█")
    typed = Typed(before, after)
    for key in keys:
        typed = keyboard_of("python").press(typed, key)
    assert marked(typed) == wanted


OF_LANGUAGES = [
    ("go", "`", "`█`┊"),
    ("java", "`", "`█"),
    ("json", "'", "'█"),
    ("json", '{"', '{"█"}┊'),
    ("go", "f'", "f'█"),
    ("lua", "-- '", "-- '█"),
]


@pytest.mark.parametrize(("language", "keys", "wanted"), OF_LANGUAGES)
def test_quotes_of_a_language(language: str, keys: str, wanted: str) -> None:
    typed = Typed("", "")
    for key in keys:
        typed = keyboard_of(language).press(typed, key)
    assert marked(typed) == wanted
