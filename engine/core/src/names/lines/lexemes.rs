//! The lexemes of a line in a language of blocks.

use crate::grammar::Grammar;
use crate::grammar::block_rules::{End, Word};
use crate::grammar::name_rules::NameRules;
use crate::names::lines::reader::Span;
use crate::names::symbols::{Symbol, Symbols};

/// A lexeme: what it does, its name if it is one, and what may end with it.
#[derive(Clone, Copy, Debug)]
pub struct Lexeme {
    pub word: Word,
    pub name: Option<Symbol>,
    pub end: End,
}

/// The lexemes of a line.
#[derive(Clone, Default, Debug)]
pub struct Lexemes {
    pub all: Vec<Lexeme>,
    /// The name that methods have without a declaration.
    pub receiver: Option<Symbol>,
    /// Whether names may be bound that cannot be seen.
    pub are_open: bool,
}

/// Reads the lexemes of a line; none in a language whose scopes are no blocks between lexemes.
pub fn read_lexemes(
    grammar: &Grammar,
    symbols: &mut Symbols,
    spans: &[Span],
    text: &[u8],
) -> Option<Lexemes> {
    let rules: &NameRules = grammar.name_rules.as_ref()?;
    let blocks = rules.blocks.as_ref()?;
    let mut found = Lexemes::default();
    for span in spans {
        let terms = grammar.lexer.set(span.set);
        let word = blocks.word(terms);
        let bytes = &text[span.begin as usize..span.end as usize];
        let is_name = word == Word::Other && rules.is_name(terms);
        found.are_open |= is_name && rules.is_opening(bytes);
        let name = is_name.then(|| symbols.number(bytes));
        found.all.push(Lexeme { word, name, end: blocks.end(terms) });
    }
    found.receiver = blocks.receiver.as_ref().map(|receiver| symbols.number(receiver));
    Some(found)
}
