//! Logical lines: their ends and their indentation as terminals
//! (The Python Language Reference, section 2.1).

use crate::base::sets::{TermId, TermSet};
use crate::layout::place::LayoutState;
use crate::lexer::terminals::Terminal;
use crate::lexer::terminals::{named, named_like, written};
use crate::limits::MAX_NUMBER_BYTES;

const OLDEST: u8 = 8;
const NEWEST: u8 = 14;

/// A version of Python 3: its second number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Version(u8);

impl Version {
    /// Read `3.N`; none for the newest.
    pub fn parse(version: Option<&str>) -> Result<Self, String> {
        let Some(version) = version else { return Ok(Self(NEWEST)) };
        let number = version.strip_prefix("3.").and_then(|number| number.parse().ok());
        let known = number.filter(|number| (OLDEST..=NEWEST).contains(number)).map(Self);
        known.ok_or_else(|| format!("the layout of version {version:?} is not known"))
    }

    /// The version of Unicode that its strings know the characters of.
    pub fn unicode(self) -> &'static str {
        match self.0 {
            ..=8 => "12.1",
            9 | 10 => "13.0",
            11 => "14.0",
            12 => "15.0",
            13 => "15.1",
            _ => "16.0",
        }
    }

    /// Before PEP 701 a formatted string was one token, parsed again afterwards.
    pub fn formatted_string_is_one_token(self) -> bool {
        self.0 < 12
    }

    /// Python 3.8 gives a line that begins with a backslash the column of that backslash, even if
    /// nothing follows; 3.9 gives it the level of the line before. Such lines are refused.
    pub fn refuses_joined_start(self) -> bool {
        self.0 < 10
    }

    /// Python 3.8's parser itself refuses a keyword argument that is given twice; later ones leave that
    /// to the compiler.
    pub fn refuses_repeated_keywords(self) -> bool {
        self.0 < 9
    }
}

/// The terminals that the Python policy feeds or looks at, by their names in the grammar.
pub struct LogicalLines {
    pub newline: TermId,
    pub indent: TermId,
    pub dedent: TermId,
    pub blank: TermId,
    pub comment: TermId,
    pub line_end: TermId,
    /// Terminals that join lines, and the one among them that may not end the text.
    pub line_joins: TermSet,
    line_join: TermId,
    pub openers: TermSet,
    pub closers: TermSet,
    pub version: Version,
    numbers: TermSet,
    byte_order_mark: TermSet,
}

impl LogicalLines {
    pub fn find(terminals: &[Terminal], version: Version) -> Result<Self, String> {
        let named = |name: &str, fed: bool| named(terminals, "python", name, fed);
        Ok(Self {
            newline: named("NEWLINE", true)?,
            indent: named("INDENT", true)?,
            dedent: named("DEDENT", true)?,
            blank: named("BLANK", false)?,
            comment: named("COMMENT", false)?,
            line_end: named("LINE_END", false)?,
            line_joins: named_like(terminals, &["LINE_JOIN"]),
            line_join: named("LINE_JOIN", false)?,
            openers: written(terminals, &["(", "[", "{"]),
            closers: written(terminals, &[")", "]", "}"]),
            version,
            byte_order_mark: named_like(terminals, &["BYTE_ORDER_MARK"]),
            numbers: named_like(terminals, &["NUMBER", "IMAGINARY"]),
        })
    }
}

impl LogicalLines {
    /// Whether an ignored lexeme of these terminals may not stand at a place.
    pub fn refuses(&self, terms: &TermSet, place: LayoutState) -> bool {
        self.version.refuses_joined_start() && place.opens_line() && self.joins(terms)
    }

    /// Whether a lexeme of these terminals may stand at the text's start alone.
    pub fn is_byte_order_mark(&self, terms: &TermSet) -> bool {
        terms.intersects(&self.byte_order_mark)
    }

    /// Of the ignored terminals those that may stand elsewhere than at the text's start.
    pub fn ignored_inside(&self, ignored: &TermSet) -> TermSet {
        ignored.minus(&self.byte_order_mark)
    }

    /// Whether ignored lexemes of these terminals may stand at a place only if some of them do not
    /// join lines, nor mark the order of bytes.
    pub fn are_refused(&self, ignored: &TermSet, place: LayoutState, at: u32) -> bool {
        let mut refused = if at > 0 { self.byte_order_mark } else { TermSet::default() };
        if self.version.refuses_joined_start() && place.opens_line() {
            refused.union_with(&self.line_joins);
        }
        ignored.minus(&refused).is_empty()
    }

    /// Whether a lexeme of these terminals joins lines.
    pub fn joins(&self, terms: &TermSet) -> bool {
        terms.intersects(&self.line_joins)
    }

    /// Whether a lexeme of these terminals is a number too long to be read.
    pub fn is_too_long(&self, terms: &TermSet, bytes: usize) -> bool {
        bytes > MAX_NUMBER_BYTES && terms.intersects(&self.numbers)
    }

    /// Whether a lexeme of these terminals may not end the text: a backslash that joins nothing.
    pub fn needs_more(&self, terms: &TermSet) -> bool {
        terms.contains(self.line_join)
    }
}
