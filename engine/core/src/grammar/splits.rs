//! Lexemes that may be two terminals in a row, as `>>` is `>` and `>` where two lists of types end.
//!
//! The longest match is one lexeme all the same. The parser takes it as a terminal of its own, or as its two parts
//! with nothing between them; the second part may be such a lexeme again.

use crate::base::sets::TermId;
use crate::lexer::Lexer;
use crate::lexer::ids::TermSetId;

/// A lexeme's terminal with its two parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Split {
    pub whole: TermId,
    pub first: TermId,
    pub second: TermId,
}

/// The sets of a lexeme's two parts.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    pub first: TermSetId,
    pub second: TermSetId,
}

/// All lexemes of a language that may be two terminals.
#[derive(Default)]
pub struct Splits {
    list: Vec<Split>,
    /// Per set of terminals: the parts of its terminals. Empty if the language has no such lexemes.
    by_set: Vec<Vec<Parts>>,
}

impl Splits {
    /// Fails with a message if a first part is such a lexeme itself, or if second parts lead to one another in a
    /// circle.
    pub fn new(list: Vec<Split>, lexer: &Lexer) -> Result<Self, String> {
        if list.is_empty() {
            return Ok(Self::default());
        }
        let of = |term: TermId| list.iter().find(|split| split.whole == term);
        for split in &list {
            if of(split.first).is_some() {
                return Err("the first part of a lexeme that splits may not split itself".to_owned());
            }
            let mut steps = 0;
            let mut next = of(split.second);
            while let Some(inner) = next {
                steps += 1;
                if steps > list.len() {
                    return Err("the parts of a lexeme that splits lead to itself".to_owned());
                }
                next = of(inner.second);
            }
        }
        let parts =
            |split: &Split| Parts { first: lexer.single(split.first), second: lexer.single(split.second) };
        let of_set = |set: &crate::base::sets::TermSet| {
            list.iter().filter(|split| set.contains(split.whole)).map(parts).collect()
        };
        let by_set = lexer.sets.iter().map(of_set).collect();
        Ok(Self { list, by_set })
    }

    /// Returns the parts of a set's terminals; usually there are none.
    #[inline]
    pub fn of(&self, set: TermSetId) -> &[Parts] {
        self.by_set.get(set.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns all lexemes that split.
    #[inline]
    pub fn all(&self) -> &[Split] {
        &self.list
    }

    /// Returns how a terminal splits, if it does.
    pub fn of_term(&self, term: TermId) -> Option<Split> {
        self.list.iter().copied().find(|split| split.whole == term)
    }
}
