"""Small tree-sitter packages: the words of `grammar.js`, as the JSON that comes of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

Rule = dict[str, Any]


def text(value: str) -> Rule:
    return {"type": "STRING", "value": value}


def pattern(value: str, flags: str = "") -> Rule:
    return {"type": "PATTERN", "value": value} | ({"flags": flags} if flags else {})


def rule(name: str) -> Rule:
    return {"type": "SYMBOL", "name": name}


def seq(*members: Rule) -> Rule:
    return {"type": "SEQ", "members": list(members)}


def choice(*members: Rule) -> Rule:
    return {"type": "CHOICE", "members": list(members)}


def optional(content: Rule) -> Rule:
    return choice(content, {"type": "BLANK"})


def repeat(content: Rule, least: int = 0) -> Rule:
    return {"type": "REPEAT1" if least else "REPEAT", "content": content}


def token(content: Rule, *, immediate: bool = False) -> Rule:
    return {"type": "IMMEDIATE_TOKEN" if immediate else "TOKEN", "content": content}


def prec(value: int | str, content: Rule, kind: str = "PREC") -> Rule:
    return {"type": kind, "value": value, "content": content}


def field(name: str, content: Rule) -> Rule:
    return {"type": "FIELD", "name": name, "content": content}


def alias(name: str, content: Rule) -> Rule:
    return {"type": "ALIAS", "content": content, "named": True, "value": name}


NOTES: dict[str, Rule] = {
    "notes": repeat(rule("_note")),
    "_note": choice(rule("assignment"), rule("raw_note")),
    "assignment": seq(
        field("name", rule("identifier")), text("="), field("value", rule("_value")), text(";")
    ),
    "raw_note": seq(text("raw"), rule("raw_text"), text(";")),
    "_value": choice(
        rule("identifier"),
        rule("number"),
        rule("string"),
        rule("word"),
        rule("sum"),
        rule("negative"),
        rule("list"),
    ),
    "sum": choice(
        prec(1, seq(rule("_value"), text("+"), rule("_value")), "PREC_LEFT"),
        prec(2, seq(rule("_value"), text("*"), rule("_value")), "PREC_LEFT"),
    ),
    "negative": prec("unary", seq(text("-"), rule("_value"))),
    "list": seq(text("["), optional(seq(rule("_value"), repeat(seq(text(","), rule("_value"))))), text("]")),
    "string": seq(
        text('"'),
        repeat(
            choice(alias("content", token(prec(1, pattern(r'[^\\"\n]+')), immediate=True)), rule("escape"))
        ),
        text('"'),
    ),
    "escape": token(prec(1, seq(text("\\"), pattern(r"[^\n]"))), immediate=True),
    "number": seq(token(pattern(r"\d+")), optional(rule("unit"))),
    "unit": token(pattern("[a-z%]+"), immediate=True),
    "word": token(choice(text("true"), text("false"))),
    "identifier": pattern("[a-z_]+"),
    "comment": token(seq(text("#"), pattern(".*"))),
}


def grammar(rules: dict[str, Rule], **more: Any) -> dict[str, Any]:
    """A grammar, by default with blanks and without a scanner."""
    extras = more.pop("extras", [pattern(r"\s")])
    return {
        "name": "notes",
        "rules": rules,
        "extras": extras,
        "externals": [],
        "inline": [],
        "supertypes": [],
    } | more


def notes() -> dict[str, Any]:
    """A grammar with each kind of rule, and with something that only a scanner finds."""
    return grammar(
        NOTES,
        word="identifier",
        extras=[pattern(r"\s"), rule("comment")],
        externals=[rule("raw_text")],
        conflicts=[["sum", "negative"]],
        inline=["_note"],
        supertypes=["_value"],
    )


def write_package(folder: Path, data: dict[str, Any], licence: str = "") -> Path:
    """Write a package's folder; returns it."""
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "grammar.json").write_text(json.dumps(data), encoding="utf-8")
    (folder / "package.json").write_text(json.dumps({"version": "1.2.3"}), encoding="utf-8")
    if licence:
        (folder / "LICENSE").write_text(licence, encoding="utf-8")
    return folder
