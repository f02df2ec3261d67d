"""What mutants of Rust are made from."""

from __future__ import annotations

from tests.differential.pools.base import BRACE_LINE_ENDS, BRACE_SPACES, FOREIGN_SIGNS, Pools, pieces

_KEYWORDS = tuple(
    "as async await box break const continue crate do dyn else enum extern false fn for if impl in let loop match mod "
    "move mut pub ref return self Self static struct super trait true try type unsafe use where while yield".split()
)
_CONTEXTUAL = tuple("union default auto macro_rules raw safe gen become r#fn".split())

RUST = Pools(
    brackets=tuple("()[]{}()"),
    quotes=('"', "'", 'r"', 'r#"', '"#', 'b"', "b'", '""', "''"),
    operators=(
        *("+", "-", "*", "/", "%", "^", "!", "&", "|", "&&", "||", "<<", ">>", "+=", ">>=", "=", "==", "!="),
        *("<", "<=", ">", ">=", "<-", "->", "=>", "@", ".", "..", "..=", "...", ",", ";", ":", "::", "#", "$"),
        *("?", "~", "as", "as u8", "as Vec<u8>"),
    ),
    exchanges=(
        ("+", "-", "*", "/", "&", "|", "<<", ">>", "as", ".."),
        ("==", "!=", "<", ">=", "&&", "||", "=", "+="),
        ("-", "!", "*", "&", "&&", "&mut ", ".."),
        (",", ";", ".", ":", "::", "=>", "->", "="),
        ("fn", "struct", "enum", "impl", "trait", "mod", "use", "const", "static", "type", "let"),
        ("if", "while", "match", "for", "loop", "unsafe", "return", "else", "break", "async"),
        ("1", "1.", "1.0", "x", '"a"', "'a'", "'a", "{}", "()", "[]", "|x| x", "m!()", "m!{}", "S {}"),
        ("<T>", "::<T>", "<T<U>>", "<T<U<V>>>", "(T)", "<'a>", ""),
        ("{", "(", "[", "<"),
    ),
    words=(*_KEYWORDS, *_KEYWORDS, *_CONTEXTUAL, "x", "_", "'a", "x.y", "(x)", "f()", "é"),
    expressions=pieces("rust_expressions"),
    statements=pieces("rust_statements"),
    string_pieces=tuple(
        '\\ \\\\ \\" \\n \\q \\x7f \\x80 \\x4 \\u{41} \\u{d800} \\u{110000} \\u{} \\u{_1} \\0 \\\n \r \r\n \n \x00 '
        '"# "## " # é // ]] {}'.split(" ")
    ),
    spaces=(*BRACE_SPACES, "/* /* */ */", "/* /* */", "///\n", "/** a */", "//! a\n", "\u200e", "\u0085"),
    odd_signs=(*FOREIGN_SIGNS, "\x00", "\ufeff", "`", "\\", "€", "_", "0"),
    signs=(":", ",", "=", ".", "\n", ";", "-", "#", "&", "|", "<", ">", "!", "?"),
    dropped=("()[]{}", "'\"", ",=.:", "\r\n", " \t", ";<>&|"),
    around=(
        *(("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ("f(", ")"), ("m!(", ")"), ("m! {", "}")),
        *(("unsafe { ", " }"), ("|x| ", ""), ("if x { ", " }"), ("match x { ", " }"), ("Some(", ")"), ("&", "")),
        *(("return ", ""), ("/*", "*/"), ("#[", "]"), ("r#\"", "\"#")),
    ),
    line_ends=BRACE_LINE_ENDS,
    numbers=("0", "1", "1_0", "0x1", "0b1", "0o7", "1.", "1.0", "1e5", "1.0e-5", "0x", "0b2", "1e", "1_u8"),
    number_tails=(".", "..", ".0", ".x", "e", "e5", "_", "u8", "f32", "x", ".0.1", "..=2", "é", "#", '"'),
)
