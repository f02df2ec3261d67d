"""Says of each text what the compiler of Lua 5.4 says, as a module that Python can have (`lupa`).

A file's byte order mark, and a first line that begins with `#!`, are left out first, as Lua leaves them out
of a file. Of labels, of variables that cannot be assigned to, and of the compiler's own limits it has judged
nothing. See "Programs" in `grammars/README.md`.
"""

from __future__ import annotations

import importlib
import json
import re
import sys

GAVE_UP = "gave up: "

_LOAD = 'function(text) return (select(2, load(text, "=", "t"))) end'

_NOT_THE_GRAMMAR = re.compile(
    r"""
      ^no\ visible\ label | ^label\ .*\ already\ defined | jumps\ into\ the\ scope | to\ const\ variable
    | \(limit\ is\ | ^C\ stack\ overflow | ^control\ structure\ too\ long | needs\ too\ many\ registers
    """,
    re.VERBOSE,
)


class Judge:
    """The compiler's verdicts.

    Raises:
        LookupError: The module is not installed.
    """

    def __init__(self) -> None:
        try:
            lua = importlib.import_module("lupa.lua54")
        except ImportError:
            raise LookupError("there is no module lupa with Lua 5.4") from None
        self._runtime = lua.LuaRuntime(encoding=None)
        self._load = self._runtime.eval(_LOAD)
        version = self._runtime.globals()[b"_VERSION"]
        self.name = f"{version.decode()} of lupa"

    def refusal(self, text: str) -> str | None:
        """Why a text is refused; None if it is taken."""
        try:
            data = text.encode()
        except UnicodeEncodeError:
            return "not UTF-8"
        data = re.sub(rb"\A(?:\xef\xbb\xbf)?(?:#![^\n]*)?", b"", data)
        message = self._load(data)
        if message is None:
            return None
        first_line = message.decode("utf-8", "replace").partition("\n")[0]
        reason = re.sub(r"\A:\d+: ", "", first_line)
        return GAVE_UP + reason if _NOT_THE_GRAMMAR.search(reason) else reason


def main() -> None:
    """Answer until the input ends."""
    judge = Judge()
    print(json.dumps(judge.name), flush=True)
    for line in sys.stdin.buffer:
        print(json.dumps(judge.refusal(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
