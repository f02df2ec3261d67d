//! What matters outside the scope in which a line stands, so that a body with it is not passed.

use crate::grammar::name_marks::Marks;
use crate::grammar::name_rules::NameRules;
use crate::names::lines::plain::PlainCode;
use crate::names::lines::reader::{Sink, Span};

/// Finds out whether something in a line matters outside the scope in which the line stands.
pub(super) struct Far<'a> {
    rules: &'a NameRules,
    plain: Option<&'a PlainCode>,
    text: &'a [u8],
    before: Marks,
    pub is_found: bool,
}

impl<'a> Far<'a> {
    /// Returns what has seen no lexeme of a line yet.
    pub fn new(rules: &'a NameRules, plain: Option<&'a PlainCode>, text: &'a [u8]) -> Self {
        Self { rules, plain, text, before: Marks::default(), is_found: false }
    }

    /// Returns whether a lexeme matters elsewhere, given its marks, those of the lexeme before it in its line, and its
    /// text.
    #[inline]
    pub fn is_far<'t>(
        rules: &NameRules,
        before: Marks,
        marks: Marks,
        text: impl FnOnce() -> &'t [u8],
    ) -> bool {
        marks.has(Marks::OUTER.and(Marks::NEAREST))
            || (marks.has(Marks::EVERYTHING) && before.has(Marks::IMPORT))
            || (marks.has(Marks::NAME) && rules.is_opening(text()))
    }
}

impl Sink for Far<'_> {
    #[inline]
    fn take(&mut self, span: Span, closes_nothing: bool) -> bool {
        let marks = self.rules.marks.of(span.set);
        let text = || &self.text[span.begin as usize..span.end as usize];
        self.is_found |= closes_nothing || Self::is_far(self.rules, self.before, marks, text);
        self.before = marks;
        true
    }

    fn skip(&mut self) {
        self.is_found = true;
    }

    #[inline]
    fn plain(&self) -> Option<&PlainCode> {
        // What is imported matters.
        self.plain.filter(|_| !self.before.has(Marks::IMPORT))
    }
}
