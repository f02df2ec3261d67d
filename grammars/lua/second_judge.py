"""Says of each text what the compiler of Lua 5.4 makes of its names: see "Programs" in `grammars/README.md`.

The compiler writes an access to a global variable as one to a field of the upvalue `_ENV`. So the bytecode of
a text, in the form of `string.dump` (`ldump.c` and `lopcodes.h` of Lua 5.4), says which names are global, and
which of them the text assigns to.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
from dataclasses import dataclass, field
from typing import Any

_DUMP = 'function(text) local made = load(text, "=", "t") return made and string.dump(made) end'
_FIRST_LINE = re.compile(rb"\A(?:\xef\xbb\xbf)?(?:#![^\n]*)?")

_HEADER_BYTES = 31
_GETUPVAL, _GETTABUP, _SETTABUP = 9, 11, 15
_ENVIRONMENT = b"_ENV"


@dataclass
class Globals:
    """The global variables that a text reads, and those that it assigns to.

    Attributes:
        are_all: Whether these are all: the compiler has another form for functions with very many names.
    """

    read: set[str] = field(default_factory=set)
    assigned: set[str] = field(default_factory=set)
    are_all: bool = True


class _Bytecode:
    """A position in the bytecode."""

    def __init__(self, data: bytes, found: Globals) -> None:
        self._data = data
        self._at = _HEADER_BYTES + 1
        self._found = found

    def _number(self) -> int:
        value = 0
        while True:
            byte = self._data[self._at]
            self._at += 1
            value = value << 7 | byte & 0x7F
            if byte & 0x80:
                return value

    def _text(self) -> bytes | None:
        length = self._number()
        if length == 0:
            return None
        self._skip(length - 1)
        return self._data[self._at - length + 1 : self._at]

    def _skip(self, count: int) -> None:
        self._at += count

    def _constant(self) -> bytes | None:
        kind = self._data[self._at]
        self._at += 1
        if kind in (0x03, 0x13):
            self._at += 8
        return self._text() if kind in (0x04, 0x14) else None

    def function(self) -> None:
        """Read a function and those inside it."""
        self._text()
        self._number(), self._number()
        self._at += 3
        begin, count = self._begin_code()
        constants = [self._constant() for _ in range(self._number())]
        self._skip(3 * self._number())
        for _ in range(self._number()):
            self.function()
        self._skip(self._number())
        for _ in range(self._number()):
            self._number(), self._number()
        for _ in range(self._number()):
            self._text(), self._number(), self._number()
        upvalues = [self._text() for _ in range(self._number())]
        self._read_code(begin, count, constants, upvalues)

    def _begin_code(self) -> tuple[int, int]:
        count = self._number()
        self._at += 4 * count
        return self._at - 4 * count, count

    def _read_code(
        self, begin: int, count: int, constants: list[bytes | None], upvalues: list[bytes | None]
    ) -> None:
        for number in range(count):
            place = begin + 4 * number
            word = int.from_bytes(self._data[place : place + 4], "little")
            operation, a, b, c = word & 0x7F, word >> 7 & 0xFF, word >> 16 & 0xFF, word >> 24
            if operation == _GETTABUP and upvalues[b] == _ENVIRONMENT:
                self._found.read.add((constants[c] or b"").decode())
            elif operation == _SETTABUP and upvalues[a] == _ENVIRONMENT:
                self._found.assigned.add((constants[b] or b"").decode())
            elif operation == _GETUPVAL and upvalues[b] == _ENVIRONMENT:
                self._found.are_all = False


class SecondJudge:
    """What is wrong with texts that parse.

    Raises:
        LookupError: The module `lupa` is not installed.
    """

    def __init__(self) -> None:
        try:
            lua = importlib.import_module("lupa.lua54")
        except ImportError:
            raise LookupError("there is no module lupa with Lua 5.4") from None
        runtime = lua.LuaRuntime(encoding=None)
        self._dump = runtime.eval(_DUMP)
        self.standard = {name.decode() for name in runtime.globals()} - {"python"}

    def globals_of(self, text: str) -> Globals | None:
        """Return the global variables of a text; None if the compiler refuses it."""
        made = self._dump(_FIRST_LINE.sub(b"", text.encode("utf-8", "replace")))
        if made is None:
            return None
        found = Globals()
        _Bytecode(made, found).function()
        return found

    def findings(self, text: str) -> dict[str, Any] | None:
        """Return what is wrong with a text; None if it does not parse, or if the compiler hides its names.

        The dictionary has `refusal`, which is None, and `unbound`, the names that are read though neither the
        text nor Lua itself binds them, each with the offsets at which it stands.
        """
        found = self.globals_of(text)
        if found is None or not found.are_all:
            return None
        unbound = sorted(found.read - found.assigned - self.standard)
        places = [
            (name, place.start())
            for name in unbound
            for place in re.finditer(rf"(?<![.:\w]){re.escape(name)}\b", text)
        ]
        return {"refusal": None, "unbound": places}


def main() -> None:
    """Answer until the input ends."""
    judge = SecondJudge()
    print(json.dumps("the bytecode of Lua 5.4 of lupa"), flush=True)
    for line in sys.stdin.buffer:
        print(json.dumps(judge.findings(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
