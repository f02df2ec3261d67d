r"""`imports_own` says whether a completion imports the namespace, or the package, that the file is in.

`use App\Models;` in the namespace `App\Models` brings nothing, and so does what stands around it, or a type
beside it; nor is a namespace imported from which the file imports types, or a second type of the name of an
imported one. A small model copies the line above. An import that gives another name is no such one.

`declares_imported` says whether it declares a type that has the name of one that the file imports, or has
outside of all blocks, and `exports_unknown` whether it exports what the file does not have, such as what the
file is called.
"""

from __future__ import annotations

import re

from quoin.engine.util.characters import has_word
from quoin.engine.util.lines import first_line, last_line

NEAR = 20_000
"""The number of bytes on either side of the cursor that are looked at; beyond them nothing is known."""

_NAMESPACE = re.compile(rb"(?m)^[ \t]*(?:namespace|package)[ \t]+(?P<name>\w+(?:[\\.]\w+)*)[ \t]*[;{]")
_IMPORT = re.compile(rb"[ \t]*(?:use|import)[ \t]+\\?(?P<name>(?:\w+[\\.])*\w+)[ \t]*;[ \t]*")
_TYPES = re.compile(rb"(?m)^[ \t]*(?:use|import)[ \t]+\\?((?:\w+[\\.])+[A-Z]\w*)[ \t]*;")
_IMPORTED = re.compile(rb"(?m)^[ \t]*use[ \t]+\\?(?P<name>(?:\w+\\)*\w+)")
_DECLARED = re.compile(
    rb"(?:(?:export|default|public|abstract|final|sealed|readonly)[ \t]+)*"
    rb"(?:class|interface|trait|enum|record)[ \t]+(?P<name>[A-Za-z_$][\w$]*)"
    rb"(?=[ \t]*(?:[<({\r\n]|\Z|extends|implements))"
)
_AT_TOP = (
    rb"(?:(?:export|default|public|abstract|final|sealed|readonly|internal|pub)[ \t]+)*"
    rb"(?P<kind>class|interface|trait|enum|record|struct|type|union)[ \t]+(?P<name>%s)"
    rb"[ \t]*(?P<end>[<({=\r\n:]|\Z|extends|implements)"
)
_TYPE_AT_TOP = re.compile(_AT_TOP % rb"[A-Za-z_$][\w$]*")
_VARIANT = re.compile(rb"[ \t]*(?:[#@\[]|template\b)")
"""The line above a type that a file may have more than once, for each of several versions or parameters."""
_IMPORTS_NAME = (
    rb"(?m)^(?:use[ \t]+(?:\w+\\)+%s;|import[ \t]+(?:\w+\.)+%s;"
    rb"|import[ \t]*(?:type[ \t]*)?\{[^{}]*(?<![\w$.])(?<!as )%s(?![\w$])(?![ \t]+as\b)[^{}]*\}[ \t]*from\b)"
)
_EXPORT = re.compile(
    rb"[ \t]*(?:export[ \t]+default|module\.exports[ \t]*=|export[ \t]*=)[ \t]+(?P<name>[A-Za-z_$][\w$]*)"
    rb"[ \t]*;?[ \t]*"
)
_EXPORTS = re.compile(rb"[ \t]*export[ \t]*(?:type[ \t]*)?\{(?P<names>[^{}\"']*)\}[ \t]*;?[ \t]*")
_EXPORTED = re.compile(rb"(?:^|,)\s*(?:type[ \t]+)?(?P<name>[A-Za-z_$][\w$]*)")
_VALUES = (
    b"undefined",
    b"null",
    b"true",
    b"false",
    b"this",
    b"globalThis",
    b"window",
    b"process",
    b"console",
)
_APART = re.compile(rb"[\\.]")


def imports_own(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether the cursor's line imports what the file is in or has: its namespace, or a type's name.

    Args:
        whole: The completion, with what closes it.
        left: The left context.
        right: The right context.
    """
    found = _IMPORT.fullmatch(last_line(left) + first_line(whole))
    if found is None:
        return False
    imported = _APART.split(found["name"])
    above = left[: len(left) - len(last_line(left))][-NEAR:]
    types = {_APART.split(one)[-1]: one for one in _TYPES.findall(above + right[:NEAR])}
    if len(imported) > 1 and types.get(imported[-1], found["name"]) != found["name"]:
        return True
    others = _IMPORTED.findall(above + right[:NEAR]) if b"\\" in found["name"] else []
    if any(other.startswith(found["name"] + b"\\") for other in others):
        return True
    spaces = _NAMESPACE.findall(above)
    own = _APART.split(spaces[0]) if len(spaces) == 1 else []
    return bool(own) and (imported == own[: len(imported)] or imported[:-1] == own)


def declares_imported(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether the cursor's line declares a type whose name the file imports or gives to another one.

    Args:
        whole: The completion, with what closes it.
        left: The left context.
        right: The right context.
    """
    begun = last_line(left)
    line = begun + first_line(whole)
    declared = _DECLARED.match(line)
    if _is_type_again(line, left[: len(left) - len(begun)], right):
        return True
    if declared is None:
        return False
    name = declared["name"]
    return re.search(_IMPORTS_NAME % (name, name, name), left[-NEAR:]) is not None


def _is_type_again(line: bytes, above: bytes, below: bytes) -> bool:
    """Return whether a line declares a type that stands above or below it, outside of all blocks, too.

    Several interfaces or structures of one name may be parts or announcements of one.
    """
    declared = _TYPE_AT_TOP.match(line)
    if declared is None or _VARIANT.match(last_line(above.rstrip(b"\r\n"))):
        return False
    same = re.compile(rb"(?m)^" + _AT_TOP % re.escape(declared["name"]))
    return any(
        (other["end"] == b"<") == (declared["end"] == b"<")
        and (other["kind"] != declared["kind"] or (other["kind"] == b"class" and other["end"] != b"<"))
        and not _VARIANT.match(last_line(side[: other.start()].rstrip(b"\r\n")))
        for side in (above[-NEAR:], below[:NEAR])
        for other in same.finditer(side)
    )


def exports_unknown(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether the cursor's line exports a name that stands nowhere else in the file.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    begun, written = last_line(left), first_line(whole)
    line = begun + written + (first_line(right) if written == whole else b"")
    around = left[: len(left) - len(begun)], right
    listed = _EXPORTS.fullmatch(line)
    if listed is not None and written.strip():
        return any(
            not any(has_word(name, side) for side in around) for name in _EXPORTED.findall(listed["names"])
        )
    found = _EXPORT.fullmatch(line)
    if found is None or found["name"] in _VALUES or found.end("name") <= len(begun):
        return False
    return not any(has_word(found["name"], side) for side in around)
