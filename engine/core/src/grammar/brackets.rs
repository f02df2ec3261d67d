//! The lexemes that are brackets, in the languages whose layout policy keeps no brackets open.
//!
//! A completion fits whatever it closes, since the parser knows how it goes on. What was opened before the
//! cursor is of interest to those who look at what a completion does to the code around it.

use crate::base::sets::TermSet;
use crate::lexer::Lexer;
use crate::lexer::ids::TermSetId;
use crate::lexer::terminals::{Terminal, those};

/// What a lexeme does to brackets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bracket {
    Opens,
    Closes,
    Neither,
}

/// What each lexeme does to brackets.
pub struct Brackets {
    /// By the number of the lexeme's terminals; empty if the layout policy keeps brackets.
    of_set: Vec<Bracket>,
}

impl Brackets {
    /// Finds the terminals of a language with one text only that is a bracket or ends with an opening one, as
    /// `${` does.
    /// None of them is in `text`, the terminals of comments and strings.
    pub fn find(terminals: &[Terminal], text: &TermSet, lexer: &Lexer) -> Self {
        let literals = |is_one: fn(&str) -> bool| {
            let is_wanted = |terminal: &Terminal| only_text(terminal).as_deref().is_some_and(is_one);
            those(terminals, is_wanted).minus(text)
        };
        let (openers, closers) = (literals(opens), literals(closes));
        let bracket_of = |set: &TermSet| match (set.intersects(&openers), set.intersects(&closers)) {
            (true, false) => Bracket::Opens,
            (false, true) => Bracket::Closes,
            _ => Bracket::Neither,
        };
        Self { of_set: lexer.sets.iter().map(bracket_of).collect() }
    }

    /// Returns the brackets of a language whose layout policy keeps them.
    pub fn none() -> Self {
        Self { of_set: Vec::new() }
    }

    /// Returns whether some lexeme is a bracket.
    pub fn are_known(&self) -> bool {
        !self.of_set.is_empty()
    }

    /// Returns what a lexeme of these terminals does to brackets.
    #[inline]
    pub fn of(&self, set: TermSetId) -> Bracket {
        self.of_set.get(set.index()).copied().unwrap_or(Bracket::Neither)
    }
}

/// Returns the text of a terminal that has only one: a literal string, or an expression of escaped signs.
fn only_text(terminal: &Terminal) -> Option<String> {
    if terminal.literal.is_some() {
        return terminal.literal.clone();
    }
    let mut text = String::new();
    let mut signs = terminal.pattern.as_deref()?.chars();
    while let Some(sign) = signs.next() {
        text.push(if sign == '\\' { signs.next()? } else { return None });
    }
    is_of_signs(&text).then_some(text)
}

fn opens(literal: &str) -> bool {
    literal.ends_with(['(', '[', '{']) && is_of_signs(literal)
}

fn closes(literal: &str) -> bool {
    literal.starts_with([')', ']', '}']) && is_of_signs(literal)
}

fn is_of_signs(literal: &str) -> bool {
    literal.bytes().all(|byte| byte.is_ascii_punctuation())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::byte_sets::Bytes;

    fn terminal(literal: Option<&str>, pattern: &str) -> Terminal {
        Terminal {
            name: String::new(),
            pattern: Some(pattern.to_owned()),
            priority: 0,
            is_string: literal.is_some(),
            literal: literal.map(str::to_owned),
            barred: Bytes::default(),
        }
    }

    #[test]
    fn terminals_with_one_text() {
        for (literal, pattern, text) in [
            (Some("${"), r"\$\{", Some("${")),
            (Some("if"), "if", Some("if")),
            (None, r"\{", Some("{")),
            (None, r"\[\[", Some("[[")),
            (None, r"\{a", None),
            (None, r"\{*", None),
            (None, r"\w", None),
            (None, r"[({]", None),
        ] {
            assert_eq!(only_text(&terminal(literal, pattern)).as_deref(), text, "{pattern}");
        }
    }
}
