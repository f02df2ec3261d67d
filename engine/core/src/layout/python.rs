//! Logical lines: their ends and their indentation as terminals
//! (The Python Language Reference, section 2.1).

use crate::base::sets::{TermId, TermSet};
use crate::layout::place::LayoutState;
use crate::lexer::terminals::Terminal;
use crate::lexer::terminals::{named, named_like, written};
use crate::limits::MAX_NUMBER_BYTES;

const OLDEST: u8 = 8;
const NEWEST: u8 = 14;

/// A version of Python 3, by its second number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Version(u8);

impl Version {
    /// Parses `3.N`; without a text, returns the newest version.
    pub fn parse(version: Option<&str>) -> Result<Self, String> {
        let Some(version) = version else { return Ok(Self(NEWEST)) };
        let number = version.strip_prefix("3.").and_then(|number| number.parse().ok());
        let known = number.filter(|number| (OLDEST..=NEWEST).contains(number)).map(Self);
        known.ok_or_else(|| format!("the layout of version {version:?} is not known"))
    }

    /// Returns the version of Unicode whose names of characters strings may contain.
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

    /// Returns whether a formatted string is one token, which is parsed again afterwards (before PEP 701).
    pub fn formatted_string_is_one_token(self) -> bool {
        self.0 < 12
    }

    /// Returns whether a line may not begin with a backslash. Python 3.8 gives such a line the column of the
    /// backslash, even if nothing follows; 3.9 gives it the level of the line before. Such lines are refused.
    pub fn refuses_joined_start(self) -> bool {
        self.0 < 10
    }

    /// Returns whether the parser refuses a repeated keyword argument, as in Python 3.8; in later versions
    /// the compiler does.
    pub fn refuses_repeated_keywords(self) -> bool {
        self.0 < 9
    }
}

/// The terminals that the Python policy feeds or examines, by their names in the grammar.
pub struct LogicalLines {
    pub newline: TermId,
    pub indent: TermId,
    pub dedent: TermId,
    pub blank: TermId,
    pub comment: TermId,
    pub line_end: TermId,
    /// The terminals that join lines; `line_join` is the one that may not end the text.
    pub line_joins: TermSet,
    line_join: TermId,
    pub openers: TermSet,
    pub closers: TermSet,
    pub version: Version,
    /// Whether the errors count that the compiler finds, and not only those of the parser.
    pub compiles: bool,
    numbers: TermSet,
    byte_order_mark: TermSet,
}

impl LogicalLines {
    /// Finds the terminals. Fails if one is missing, or if one is not ignored that is no content of a line.
    pub fn find(
        (terminals, ignored): (&[Terminal], &TermSet),
        version: Version,
        compiles: bool,
    ) -> Result<Self, String> {
        let named = |name: &str, fed: bool| named(terminals, "python", name, fed);
        let found = Self {
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
            compiles,
            byte_order_mark: named_like(terminals, &["BYTE_ORDER_MARK"]),
            numbers: named_like(terminals, &["NUMBER", "IMAGINARY"]),
        };
        let gaps = [found.blank, found.comment, found.line_end, found.line_join];
        match gaps.into_iter().find(|&term| !ignored.contains(term)) {
            None => Ok(found),
            Some(term) => {
                let name = &terminals[term.index()].name;
                Err(format!("the python layout policy needs the terminal {name} to be ignored"))
            }
        }
    }

    /// Returns whether an ignored lexeme of these terminals is refused in a state.
    pub fn refuses(&self, terms: &TermSet, place: LayoutState) -> bool {
        self.version.refuses_joined_start() && place.opens_line() && self.joins(terms)
    }

    /// Returns whether a lexeme of these terminals may stand only at the text's start.
    pub fn is_byte_order_mark(&self, terms: &TermSet) -> bool {
        terms.intersects(&self.byte_order_mark)
    }

    /// Returns the ignored terminals that may stand elsewhere than at the text's start.
    pub fn ignored_inside(&self, ignored: &TermSet) -> TermSet {
        ignored.minus(&self.byte_order_mark)
    }

    /// Returns whether all of these ignored terminals are refused in a state, because they join lines or are
    /// byte order marks.
    pub fn are_refused(&self, ignored: &TermSet, place: LayoutState, at: u32) -> bool {
        let mut refused = if at > 0 { self.byte_order_mark } else { TermSet::default() };
        if self.version.refuses_joined_start() && place.opens_line() {
            refused.union_with(&self.line_joins);
        }
        ignored.minus(&refused).is_empty()
    }

    /// Returns whether a lexeme of these terminals joins lines.
    pub fn joins(&self, terms: &TermSet) -> bool {
        terms.intersects(&self.line_joins)
    }

    /// Returns whether a lexeme of these terminals is a number that is too long to be read.
    pub fn is_too_long(&self, terms: &TermSet, bytes: usize) -> bool {
        bytes > MAX_NUMBER_BYTES && terms.intersects(&self.numbers)
    }

    /// Returns whether a lexeme of these terminals may not end the text: a backslash that joins nothing.
    pub fn needs_more(&self, terms: &TermSet) -> bool {
        terms.contains(self.line_join)
    }
}
