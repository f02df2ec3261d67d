"""The manifest `language.json` says everything about a language that its grammar does not.

A language may build on another one, whose folder its manifest names by the key `extends`. Objects are then
joined, and what the manifest itself says comes first; of the moves of the other language, those behind
terminals count that the manifest does not list. What says which language it is, and what is promised, is not
taken over, nor is the grammar: the manifest lists the files that it shares with the other language.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quoin.engine.errors import LanguageError
from quoin.engine.languages.contexts import ContextRules, read_contexts
from quoin.engine.languages.manifest.embedded import EmbeddedRules, read_embedded
from quoin.engine.languages.manifest.stand_ins import StandIns, read_stand_ins
from quoin.engine.languages.manifest.types import TypeRules, read_types
from quoin.engine.languages.manifest.values import text_by_text_of, text_of, texts_of
from quoin.engine.languages.modes import AGAIN, DOWN, LEAD, OPEN, Mode, Move, Word
from quoin.engine.languages.names import NameRules, read_names
from quoin.engine.languages.versions import Version

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST_NAME = "language.json"

# The values are the terminals that each layout policy of the core feeds to the parser.
LAYOUT_TERMINALS: dict[str, tuple[str, ...]] = {
    "none": (),
    "java": (),
    "python": ("NEWLINE", "INDENT", "DEDENT"),
}

_KEYS = (
    "name", "extends", "grammar", "start", "versions", "layout", "modes", "moves", "wildcards", "lsp_ids",
    "file_patterns", "display_names", "comments", "text", "contexts", "names", "indentation", "phrases",
    "troubles", "stand_ins", "promise", "judge", "second_judge", "symbols", "splits", "keys", "tags",
    "declarations", "seldom", "types", "embedded", "keys_by_column",
    "words_by_blanks"
)  # fmt: skip
# What a language says for itself.
_OWN = (
    "name", "extends", "grammar", "lsp_ids", "file_patterns", "promise", "judge", "second_judge", "symbols",
    "embedded"
)  # fmt: skip
_JOINED = ("modes", "display_names", "phrases", "wildcards", "splits", "troubles", "declarations")
_MODE_KEYS = ("from", "without", "with")
_MOVE_KEYS = ("behind", "to", "count")
_CHANGES = {"again": AGAIN, "down": DOWN, "open": OPEN, "lead": LEAD}
_KEY_ROLES = (
    "plain", "dotted", "quoted", "escaped", "dot", "assign", "open", "open_two", "close", "close_two",
    "table", "table_end", "comma", "line_end"
)  # fmt: skip
_DECLARATION_ROLES = (
    "name", "loose_name", "name_before", "block", "hoisted", "class", "function", "own_function",
    "import", "as", "from", "export", "own_export", "default", "overloaded", "module", "control",
    "condition", "loop", "attributes", "caught", "alternative", "loop_head", "beginning", "case",
    "choice", "leave", "repeat", "open", "close", "open_list", "close_list", "open_block", "close_block",
    "hole", "comma", "assign", "colon", "rest", "end", "line", "arrow", "member", "doubt", "angle",
    "join", "private", "static", "getter", "setter", "constructor", "key", "directive", "heritage",
    "decorator",
)  # fmt: skip
_TAG_ROLES = ("name", "optional", "caseless", "nameless", "close", "alone")
_COMMENT_KEYS = ("line", "block")
_TEXT_KEYS = ("comments", "strings", "prose", "code")


PROMISES = {
    "exact": "exactly as {parser} takes it",
    "balanced": "in so far as brackets pair, and strings and comments end",
    "published": "as {parser} takes it, which the language's own parser may refuse",
}
"""The promises that a language can make, in words."""


@dataclass(frozen=True)
class Promise:
    """What is promised of a text that fits.

    Attributes:
        kind: `exact`: the language's own parser takes it; `published`: a published grammar of the language
            takes it; `balanced`: brackets pair, and strings and comments end; empty if the manifest
            says nothing.
        parser: What the language is held against.
        version: The version of the language, as people call it.
        but_for: What is not promised, in a few words; empty if nothing is known.
    """

    kind: str = ""
    parser: str = ""
    version: str = ""
    but_for: str = ""

    @property
    def told(self) -> str:
        """The promise in words."""
        if not self.kind:
            return "as its grammar takes it, which is held against nothing"
        apart = f", but for {self.but_for}" if self.but_for else ""
        return f"{self.version}, {PROMISES[self.kind].format(parser=self.parser)}{apart}"


@dataclass(frozen=True)
class Comments:
    """The syntax of comments.

    Attributes:
        line: The text that begins a comment up to the line's end; empty if the language has none.
        block: The texts that begin and end a block comment; empty if the language has none.
    """

    line: str = ""
    block: tuple[str, ...] = ()


@dataclass(frozen=True)
class Text:
    """The terminals that are not code.

    Attributes:
        comments: Shell patterns for the names of the terminals of comments, including malformed comments.
        strings: Shell patterns for the names of the terminals of strings and parts of formatted strings.
        prose: Those of `comments` and `strings` that hold prose, where few people want unasked completions.
        code: The mode in which code after the cursor is read to find where it begins; empty for `main`.
    """

    comments: tuple[str, ...] = ("*COMMENT*",)
    strings: tuple[str, ...] = ("*STRING*",)
    prose: tuple[str, ...] = ("comments", "strings")
    code: str = ""


@dataclass(frozen=True)
class Manifest:
    """The contents of one `language.json`.

    Attributes:
        name: The language's name.
        grammar: The file of the grammar, in lark's format.
        shared: The files of other grammars that come before it.
        bases: The manifests of the languages that it builds on.
        start: The name of the rule that a whole file matches.
        versions: The names of the language's versions, oldest first; empty if it has no versions.
        layout: The name of the core's layout policy.
        modes: The lexer's modes in addition to `main`.
        moves: The modes to which terminals move.
        keys: The terminals of keys that are given once, by their roles; empty if keys may be repeated.
        wildcards: The declared terminals that stand for any other, with those that each leaves out.
        lsp_ids: The language's identifiers in the Language Server Protocol.
        file_patterns: Shell patterns of the language's file names.
        display_names: The name of a terminal in messages, by the terminal's name or a shell pattern of
            names; the first match counts.
        comments: The syntax of comments.
        text: The terminals of comments and strings.
        contexts: What rules are read in, and what exists only there.
        names: What is done with names.
        indentation: The indentation of one more level of blocks; empty if the manifest has none.
        phrases: For each phrase, the names of rules: the phrase stands for everything that a text of one of
            these rules can begin with.
        troubles: For each name of a terminal that no rule uses, messages that say what is wrong with its
            lexeme, by regular expressions. The first expression that matches the text from the lexeme on
            counts; in its message, `{place}` and `{text}` stand for the lexeme's place and text.
        stand_ins: The placeholders for repairing a broken file.
        promise: What is promised of a text that fits.
        judge: The command of a program that decides whether a text is in the language; empty if none.
        second_judge: The command of a program that says what is wrong with a text that parses; empty if none.
        symbols: The command of a program that lists the symbols of a text; empty if none.
        splits: The two parts of each lexeme that may be two terminals in a row, by the lexeme's text.
        declarations: The terminals of declarations, by their roles; empty if names may be declared again.
        tags: The terminals of names that stand where something opens and where it closes, by their roles.
        seldom: The terminals that people seldom write, by name, by shell pattern of names, or as written.
        types: How types are declared; None if nothing is known of that.
        embedded: Which parts of the language's files are of other languages.
        keys_by_column: Whether lines begin with keys before a colon, each of which a block of one column has
            once.
        words_by_blanks: Whether blanks alone part words, as in a shell.
    """

    name: str
    grammar: Path
    shared: tuple[Path, ...]
    bases: tuple[Path, ...]
    start: str
    versions: tuple[str, ...]
    layout: str
    modes: tuple[Mode, ...]
    moves: tuple[Move, ...]
    keys: dict[str, tuple[str, ...]]
    wildcards: dict[str, tuple[str, ...]]
    lsp_ids: tuple[str, ...]
    file_patterns: tuple[str, ...]
    display_names: dict[str, str]
    comments: Comments
    text: Text
    contexts: ContextRules
    names: NameRules
    indentation: str
    phrases: dict[str, tuple[str, ...]]
    troubles: dict[str, dict[str, str]]
    stand_ins: StandIns
    promise: Promise
    judge: tuple[str, ...]
    second_judge: tuple[str, ...]
    symbols: tuple[str, ...]
    splits: dict[str, tuple[str, str]]
    tags: dict[str, tuple[str, ...]]
    declarations: dict[str, tuple[str, ...]]
    seldom: tuple[str, ...]
    types: TypeRules | None
    embedded: EmbeddedRules
    keys_by_column: bool
    words_by_blanks: bool

    @property
    def is_by_columns(self) -> bool:
        """Whether columns determine the blocks."""
        return "INDENT" in LAYOUT_TERMINALS[self.layout]

    def version(self, name: str | None) -> Version | None:
        """Return the version of that name, by default the newest; None if the language has no versions.

        Raises:
            LanguageError: The language has no version of that name.
        """
        if name is None:
            return Version(self.versions[-1], self.versions) if self.versions else None
        if name not in self.versions:
            known = f"known are {', '.join(self.versions)}" if self.versions else "it has no versions"
            raise LanguageError(f"there is no version {name!r} of {self.name}; {known}")
        return Version(name, self.versions)


def read_manifest(folder: Path) -> Manifest:
    """Read and check `language.json` in `folder`.

    Raises:
        LanguageError: The file is missing or is not JSON, or a key is missing, unknown or of
            the wrong type.
    """
    file = folder / MANIFEST_NAME
    data, bases = _with_all(file)
    for key in data:
        if key not in _KEYS:
            raise LanguageError(f"unknown key {key!r}; known are {', '.join(_KEYS)}", file)
    grammars = grammars_of(data, file)
    manifest = Manifest(
        name=text_of(data, "name", file),
        grammar=grammars[-1],
        shared=grammars[:-1],
        bases=bases,
        start=text_of(data, "start", file),
        versions=texts_of({"versions": []} | data, "versions", file),
        layout=text_of(data, "layout", file),
        modes=_modes(data, file),
        moves=_moves(data, file),
        keys=_roles("keys", _KEY_ROLES, data, file),
        wildcards=_wildcards(data, file),
        lsp_ids=texts_of(data, "lsp_ids", file),
        file_patterns=texts_of(data, "file_patterns", file),
        display_names=text_by_text_of(data, "display_names", file),
        comments=_comments(data, file),
        text=_no_code(data, file),
        contexts=_contexts(data, file),
        names=_names(data, file),
        indentation=_indentation(data, file),
        phrases=_phrases(data, file),
        troubles=_troubles(data, file),
        stand_ins=read_stand_ins(data, file),
        promise=_promise(data, file),
        judge=_command(data, "judge", file),
        second_judge=_command(data, "second_judge", file),
        symbols=_command(data, "symbols", file),
        splits=_splits(data, file),
        tags=_roles("tags", _TAG_ROLES, data, file),
        declarations=_roles("declarations", _DECLARATION_ROLES, data, file),
        seldom=texts_of({"seldom": []} | data, "seldom", file),
        types=_types(data, file),
        embedded=read_embedded(data, file),
        keys_by_column=_flag(data, "keys_by_column", file),
        words_by_blanks=_flag(data, "words_by_blanks", file),
    )
    if manifest.layout not in LAYOUT_TERMINALS:
        known = ", ".join(LAYOUT_TERMINALS)
        raise LanguageError(f"unknown layout {manifest.layout!r}; known are {known}", file)
    return manifest


def grammars_of(data: dict[str, Any], file: Path) -> tuple[Path, ...]:
    """Return the files of a manifest's grammar, of which the last one is the language's own.

    Raises:
        LanguageError: They are no texts, or there are none.
    """
    if not isinstance(data.get("grammar"), list):
        return (file.parent / text_of(data, "grammar", file),)
    if not data["grammar"]:
        raise LanguageError("'grammar' must list a file", file)
    return tuple((file.parent / name).resolve() for name in texts_of(data, "grammar", file))


def _modes(data: dict[str, Any], file: Path) -> tuple[Mode, ...]:
    modes = data.get("modes", {})
    if not isinstance(modes, dict) or not all(isinstance(mode, dict) for mode in modes.values()):
        raise LanguageError("'modes' must be an object of objects", file)
    return tuple(_mode(name, mode, file) for name, mode in modes.items())


def _wildcards(data: dict[str, Any], file: Path) -> dict[str, tuple[str, ...]]:
    wildcards = data.get("wildcards", {})
    if not isinstance(wildcards, dict) or not all(
        isinstance(one, dict) and set(one) == {"without"} for one in wildcards.values()
    ):
        raise LanguageError("'wildcards' must be an object of objects with the key 'without'", file)
    return {name: texts_of(one, "without", file) for name, one in wildcards.items()}


def _mode(name: str, data: dict[str, Any], file: Path) -> Mode:
    for key in data:
        if key not in _MODE_KEYS:
            raise LanguageError(
                f"modes: {name}: unknown key {key!r}; known are {', '.join(_MODE_KEYS)}", file
            )
    whole: dict[str, Any] = {"without": [], "with": []} | data
    base = text_of(whole, "from", file) if "from" in whole else None
    return Mode(name, base, texts_of(whole, "without", file), texts_of(whole, "with", file))


def _moves(data: dict[str, Any], file: Path) -> tuple[Move, ...]:
    moves = data.get("moves", [])
    if not isinstance(moves, list) or not all(isinstance(move, dict) for move in moves):
        raise LanguageError("'moves' must be a list of objects", file)
    return tuple(_move(move, file) for move in moves)


def _move(data: dict[str, Any], file: Path) -> Move:
    for key in data:
        if key not in _MOVE_KEYS:
            raise LanguageError(f"moves: unknown key {key!r}; known are {', '.join(_MOVE_KEYS)}", file)
    to = texts_of(data, "to", file) if isinstance(data.get("to"), list) else (text_of(data, "to", file),)
    return Move(texts_of(data, "behind", file), to, _count(data["count"], file) if "count" in data else None)


def _count(count: object, file: Path) -> int | Word:
    """Return what a move does with a count: a number of bytes that are not counted, a word, or a constant."""
    if isinstance(count, dict) and set(count) == {"beyond"}:
        beyond = count["beyond"]
        if isinstance(beyond, int) and not isinstance(beyond, bool) and beyond >= 0:
            return beyond
    if isinstance(count, dict) and {"behind", "before"} <= set(count) <= {"behind", "before", "pending"}:
        texts = (count["behind"], count["before"], count.get("pending", ""))
        if all(isinstance(text, str) and text.isascii() for text in texts):
            return Word(count["behind"], count["before"], count.get("pending"))
    if isinstance(count, str) and count in _CHANGES:
        return _CHANGES[count]
    raise LanguageError(
        f"moves: 'count' must be one of {', '.join(_CHANGES)}, an object with the number 'beyond', or one "
        "with the signs 'behind' and 'before' which a word stands",
        file,
    )


def _comments(data: dict[str, Any], file: Path) -> Comments:
    comments = data.get("comments", {})
    if not isinstance(comments, dict) or not set(comments) <= set(_COMMENT_KEYS):
        raise LanguageError(f"'comments' must be an object with the keys {', '.join(_COMMENT_KEYS)}", file)
    line = text_of(comments, "line", file) if "line" in comments else ""
    block = texts_of({"block": []} | comments, "block", file)
    if len(block) not in (0, 2):
        raise LanguageError("'block' must be a list of two texts: a comment's beginning and end", file)
    return Comments(line, block)


def _no_code(data: dict[str, Any], file: Path) -> Text:
    text = data.get("text", {})
    if not isinstance(text, dict) or not set(text) <= set(_TEXT_KEYS):
        raise LanguageError(f"'text' must be an object with the keys {', '.join(_TEXT_KEYS)}", file)
    lists = {key: texts_of(text, key, file) for key in text if key != "code"}
    found = Text(**lists, code=text_of(text, "code", file) if "code" in text else "")
    if not set(found.prose) <= {"comments", "strings"}:
        raise LanguageError("'prose' may list comments and strings", file)
    return found


def _contexts(data: dict[str, Any], file: Path) -> ContextRules:
    try:
        return read_contexts(data.get("contexts", {}))
    except LanguageError as error:
        raise LanguageError(error.reason, file) from error


def _names(data: dict[str, Any], file: Path) -> NameRules:
    try:
        return read_names(data.get("names", {}), file.parent)
    except LanguageError as error:
        raise LanguageError(error.reason, file) from error


def _types(data: dict[str, Any], file: Path) -> TypeRules | None:
    try:
        return read_types(data.get("types", {}))
    except LanguageError as error:
        raise LanguageError(error.reason, file) from error


def _indentation(data: dict[str, Any], file: Path) -> str:
    if "indentation" not in data:
        return ""
    text = text_of(data, "indentation", file)
    if text.strip(" \t"):
        raise LanguageError("'indentation' must be blanks or tabs", file)
    return text


def _flag(data: dict[str, Any], key: str, file: Path) -> bool:
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise LanguageError(f"{key!r} must be true or false", file)
    return value


def _phrases(data: dict[str, Any], file: Path) -> dict[str, tuple[str, ...]]:
    phrases = data.get("phrases", {})
    if not isinstance(phrases, dict):
        raise LanguageError("'phrases' must be an object of lists of texts", file)
    return {phrase: texts_of(phrases, phrase, file) for phrase in phrases}


def _troubles(data: dict[str, Any], file: Path) -> dict[str, dict[str, str]]:
    troubles = data.get("troubles", {})
    if not isinstance(troubles, dict):
        raise LanguageError("'troubles' must be an object of objects of texts", file)
    return {name: text_by_text_of(troubles, name, file) for name in troubles}


def _promise(data: dict[str, Any], file: Path) -> Promise:
    if "promise" not in data:
        return Promise()
    promise = data["promise"]
    if not isinstance(promise, dict) or set(promise) - {"but_for"} != {"kind", "parser", "version"}:
        raise LanguageError("'promise' must be an object with the keys kind, parser and version", file)
    if promise["kind"] not in PROMISES:
        raise LanguageError(f"the kind of a promise must be one of {', '.join(PROMISES)}", file)
    but_for = text_of(promise, "but_for", file) if "but_for" in promise else ""
    return Promise(
        promise["kind"], text_of(promise, "parser", file), text_of(promise, "version", file), but_for
    )


def _command(data: dict[str, Any], key: str, file: Path) -> tuple[str, ...]:
    if key not in data:
        return ()
    words = texts_of(data, key, file)
    if not words or not words[0]:
        raise LanguageError(f"{key!r} must be a list of words: a program and its arguments", file)
    return words


def _roles(key: str, roles: tuple[str, ...], data: dict[str, Any], file: Path) -> dict[str, tuple[str, ...]]:
    """Return the terminals that a key of the manifest lists by their roles."""
    found = data.get(key, {})
    if not isinstance(found, dict) or not set(found) <= set(roles):
        reason = f"{key!r} must be an object with the keys {', '.join(roles)}"
        raise LanguageError(reason, file, line_of(key, file))
    return {role: texts_of(found, role, file) for role in found}


def _splits(data: dict[str, Any], file: Path) -> dict[str, tuple[str, str]]:
    splits = data.get("splits", {})
    if not isinstance(splits, dict):
        raise LanguageError("'splits' must be an object of lists of two texts", file, line_of("splits", file))
    found: dict[str, tuple[str, str]] = {}
    for whole in splits:
        parts = splits[whole]
        are_texts = isinstance(parts, list) and all(isinstance(part, str) and part for part in parts)
        if not are_texts or "".join(parts) != whole or len(parts) != len(("first", "second")):
            reason = f"splits: {whole}: must be a list of two texts that are {whole!r} together"
            raise LanguageError(reason, file, line_of(whole, file, after="splits"))
        first, second = parts
        found[whole] = (first, second)
    for whole, (first, _) in found.items():
        if first in found:
            reason = f"splits: {whole}: the first part, {first}, splits itself; only the second one may"
            raise LanguageError(reason, file, line_of(whole, file, after="splits"))
    return found


def line_of(key: str, file: Path, after: str | None = None) -> int | None:
    """Return the line of a manifest that first has a text, from another one on; None if it is not found."""
    text = file.read_text(encoding="utf-8")
    begin = text.find(json.dumps(after)) if after is not None else 0
    at = text.find(json.dumps(key, ensure_ascii=False), max(begin, 0))
    return text.count("\n", 0, at) + 1 if at >= 0 else None


def _with_all(file: Path) -> tuple[dict[str, Any], tuple[Path, ...]]:
    """Read a manifest with what it takes over; return its keys, and the manifests of its bases.

    Raises:
        LanguageError: A file cannot be read or is no JSON object, or languages extend each other.
    """
    return _with_bases(file.resolve(), ())


def _with_bases(file: Path, inside: tuple[Path, ...]) -> tuple[dict[str, Any], tuple[Path, ...]]:
    data = _read_object(file)
    if "extends" not in data:
        return data, ()
    folder = data["extends"]
    if not isinstance(folder, str) or not folder:
        raise LanguageError("'extends' must be the path of a folder from this one", file)
    base = (file.parent / folder / file.name).resolve()
    if base in (*inside, file):
        raise LanguageError("'extends' leads back to this language", file)
    inherited, bases = _with_bases(base, (*inside, file))
    return _joined(data, inherited), (*bases, base)


def _joined(data: dict[str, Any], inherited: dict[str, Any]) -> dict[str, Any]:
    whole = {key: value for key, value in inherited.items() if key not in _OWN} | data
    for key in _JOINED:
        values = (data.get(key, {}), inherited.get(key, {}))
        if key in inherited and all(isinstance(value, dict) for value in values):
            whole[key] = values[0] | {name: of for name, of in values[1].items() if name not in values[0]}
    if isinstance(data.get("moves"), list) and isinstance(inherited.get("moves"), list):
        whole["moves"] = data["moves"] + _without(inherited["moves"], data["moves"])
    return whole


def _without(moves: list[Any], listed: list[Any]) -> list[Any]:
    """Return moves without the terminals that other moves list; what is no list of moves is left as it is."""
    try:
        known = {name for move in listed for name in move["behind"]}
        return [move | {"behind": [name for name in move["behind"] if name not in known]} for move in moves]
    except (TypeError, KeyError):
        return moves


def _read_object(file: Path) -> dict[str, Any]:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise LanguageError(f"cannot be read: {error.strerror}", file) from error
    except UnicodeDecodeError as error:
        raise LanguageError("is not UTF-8", file) from error
    except json.JSONDecodeError as error:
        raise LanguageError(f"is not JSON: {error.msg}", file, error.lineno) from error
    if not isinstance(data, dict):
        raise LanguageError("holds no JSON object", file)
    return data
