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
    /// Opens so many brackets; `is_hole` tells code within a string, as behind `${`.
    Opens {
        count: u8,
        is_hole: bool,
    },
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
    /// `${` does, and those that begin so and have no closing bracket, as `${name` does; and those that begin with a
    /// closing bracket and of whose signs some may be absent.
    /// None of them is in `text`, the terminals of comments and strings; `beside_text` are those that occur in a mode
    /// in which a blank is text.
    pub fn find(terminals: &[Terminal], text: &TermSet, beside_text: &TermSet, lexer: &Lexer) -> Self {
        let literals = |is_one: fn(&str) -> bool| {
            let is_wanted = |terminal: &Terminal| only_text(terminal).as_deref().is_some_and(is_one);
            those(terminals, is_wanted).minus(text)
        };
        let begins = those(terminals, begins_open).minus(text);
        let ends = those(terminals, begins_closed).minus(text);
        let (openers, closers) = (literals(opens).or(&begins), literals(closes).or(&ends));
        let doubled = those(terminals, |terminal| opens_two(terminal, terminals));
        let bracket_of = |set: &TermSet| match (set.intersects(&openers), set.intersects(&closers)) {
            (true, false) => Bracket::Opens {
                count: 1 + u8::from(set.intersects(&doubled)),
                is_hole: set.intersects(beside_text),
            },
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

/// Returns whether a terminal opens two brackets that are closed one by one, as `((` does where `))` is no lexeme.
fn opens_two(terminal: &Terminal, all: &[Terminal]) -> bool {
    let Some(text) = only_text(terminal) else { return false };
    let twice = [("((", "))"), ("[[", "]]"), ("{{", "}}")];
    let Some((_, closers)) = twice.iter().find(|(openers, _)| text.ends_with(openers)) else { return false };
    let escaped: String = closers.chars().flat_map(|sign| ['\\', sign]).collect();
    let is_closed_at_once = |other: &Terminal| {
        only_text(other).is_some_and(|text| text.starts_with(closers))
            || other.pattern.as_deref().is_some_and(|pattern| pattern.starts_with(&escaped))
    };
    !all.iter().any(is_closed_at_once)
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

/// Returns whether a terminal's expression begins with signs of which the last is an opening bracket, and has no
/// closing bracket among its own signs.
fn begins_open(terminal: &Terminal) -> bool {
    let Some(pattern) = terminal.pattern.as_deref() else { return false };
    let (mut head, mut rest) = (String::new(), pattern);
    while let Some(sign) = rest.strip_prefix('\\').and_then(|rest| rest.chars().next()) {
        head.push(sign);
        rest = &rest[1 + sign.len_utf8()..];
    }
    opens(&head) && head.len() > 1 && ![r"\)", r"\]", r"\}"].iter().any(|closer| rest.contains(closer))
}

/// Returns whether a terminal's expression is one of signs, some of which may be absent, that begins with a closing
/// bracket, as `\}\}\}?` does.
fn begins_closed(terminal: &Terminal) -> bool {
    let Some(mut rest) = terminal.pattern.as_deref() else { return false };
    let mut signs = String::new();
    while let Some(sign) = rest.strip_prefix('\\').and_then(|rest| rest.chars().next()) {
        rest = &rest[1 + sign.len_utf8()..];
        // Not the first one, without which the text would begin with another.
        rest = rest.strip_prefix('?').filter(|_| !signs.is_empty()).unwrap_or(rest);
        signs.push(sign);
    }
    rest.is_empty() && closes(&signs)
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
    fn terminals_that_begin_with_a_bracket() {
        for (pattern, begins) in [
            (r"\$\{[a-z]+", true),
            (r"\$\{(a|[#?])", true),
            (r"\$\{[a-z]+\}", false),
            (r"\$[a-z]", false),
            (r"\{[a-z]+", false),
            (r"a\$\{", false),
        ] {
            assert_eq!(begins_open(&terminal(None, pattern)), begins, "{pattern}");
        }
    }

    #[test]
    fn terminals_that_begin_with_a_closing_bracket() {
        for (pattern, begins) in [
            (r"\}\}\}?", true),
            (r"\}", true),
            (r"\}?\}", false),
            (r"%\}", false),
            (r"\}a", false),
            (r"\}*", false),
        ] {
            assert_eq!(begins_closed(&terminal(None, pattern)), begins, "{pattern}");
        }
    }

    #[test]
    fn terminals_that_open_two_brackets() {
        let arithmetic = terminal(None, r"\$\(\(");
        let alone = terminal(None, r"\)");
        assert!(opens_two(&arithmetic, std::slice::from_ref(&alone)));
        assert!(!opens_two(&arithmetic, &[alone.clone(), terminal(Some("))"), r"\)\)")]));
        assert!(!opens_two(&terminal(None, r"\{\{"), &[terminal(None, r"\}\}\}?")]));
        assert!(!opens_two(&alone, &[]));
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
