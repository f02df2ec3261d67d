//! Follows the lines of a middle and finds those that are indented wrongly.

use std::sync::Arc;

use super::lines::{is_blank, is_line_end};
use super::openings::{Blanks, Openings};

/// The state of the lines of a middle.
#[derive(Clone, Debug)]
pub struct Lines {
    around: Arc<Openings>,
    /// The blanks of a line that has no other content so far, outside brackets and strings.
    begun: Option<Blanks>,
    base: Option<Blanks>,
    last: u8,
}

impl Lines {
    /// Returns the state at the cursor.
    pub fn new(around: Arc<Openings>) -> Self {
        let (begun, base) = (around.line.clone(), around.base.clone());
        Self { around, begun, base, last: 0 }
    }

    /// Returns what the middle must leave open.
    pub fn around(&self) -> &Openings {
        &self.around
    }

    /// Returns whether a line has begun, outside brackets and strings, that has only blanks so far.
    pub fn begins(&self) -> bool {
        self.begun.is_some()
    }

    /// Returns whether the line that the text after the cursor would end is indented correctly.
    pub fn may_end(&self) -> bool {
        let (Some(begun), Some(rest)) = (&self.begun, &self.around.rest) else { return true };
        let line: Blanks = begun.iter().chain(rest).copied().collect();
        self.may_stand(&line)
    }

    /// Follows bytes without a line end, after the beginning of a line.
    pub fn skip(&mut self, data: &[u8]) {
        self.last = data.last().copied().unwrap_or(self.last);
    }

    /// Follows a byte, and returns false if it is misplaced. `in_code` says whether neither a bracket nor a
    /// string is open after it.
    pub fn follow(&mut self, byte: u8, in_code: bool) -> bool {
        let before = std::mem::replace(&mut self.last, byte);
        if is_line_end(byte) {
            if (before, byte) != (b'\r', b'\n') {
                self.begun = (in_code && before != b'\\').then(Blanks::new);
            }
            return true;
        }
        let Some(mut begun) = self.begun.take() else { return true };
        if is_blank(byte) {
            begun.push(byte);
            let may_grow = self.may_grow(&begun);
            self.begun = Some(begun);
            return may_grow;
        }
        let may_stand = self.may_stand(&begun);
        if byte != b'#' {
            self.base = Some(begun);
        }
        may_stand
    }

    /// Returns whether a line may begin with these blanks.
    fn may_grow(&self, line: &Blanks) -> bool {
        self.deepest().is_none_or(|deepest| deepest.starts_with(line)) || self.is_the_cursors(line)
    }

    /// Returns whether content may stand after these blanks.
    fn may_stand(&self, line: &Blanks) -> bool {
        if self.around.least.as_ref().is_some_and(|least| !line.starts_with(least)) {
            return false;
        }
        self.base.as_ref().is_none_or(|base| line.len() <= base.len())
            || self.deepest().is_none_or(|deepest| deepest == *line)
            || self.is_the_cursors(line)
    }

    /// Returns the indentation of a block that the last line opens, or none if it is not known.
    fn deepest(&self) -> Option<Blanks> {
        let (base, unit) = (self.base.as_ref()?, self.around.unit.as_ref()?);
        Some(base.iter().chain(unit).copied().collect())
    }

    /// Returns whether a line stands where the cursor's own does, and that is no indentation half typed.
    fn is_the_cursors(&self, line: &Blanks) -> bool {
        self.around.line.as_ref() == Some(line) && !self.is_half_typed(line)
    }

    /// Returns whether a line is indented by a part of a step. Where the file does not show its step, a part
    /// that fits into the usual one several times may be the whole of another, but nobody's is one blank.
    fn is_half_typed(&self, line: &Blanks) -> bool {
        let (Some(base), Some(unit)) = (&self.base, &self.around.unit) else { return false };
        let Some(begun) = line.strip_prefix(base.as_slice()) else { return false };
        let is_part = begun.len() < unit.len() && !begun.is_empty() && unit.starts_with(begun);
        is_part && (self.around.shows_unit || begun.len() == 1 || unit.len() % begun.len() != 0)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Lines;
    use crate::guard::openings::{Blanks, Openings};

    fn blanks(text: &str) -> Blanks {
        text.bytes().collect()
    }

    /// Returns the number of bytes of a middle that are placed correctly, if all of it is in code.
    fn followed(around: &Openings, middle: &str) -> usize {
        let mut lines = Lines::new(Arc::new(around.clone()));
        middle.bytes().position(|byte| !lines.follow(byte, true)).unwrap_or(middle.len())
    }

    #[test]
    fn lines_are_indented_as_the_file_is() {
        let around = Openings { base: Some(blanks("  ")), unit: Some(blanks("  ")), ..Openings::default() };
        for (middle, wanted) in [
            ("a\n  b", 5),
            ("a\n    b\n      c\n  d", 19),
            ("a\n     b", 6),
            ("a\n\tb", 2),
            ("a\n   b", 5),
            // A comment is not a line that opens a block, and what follows a backslash is not a new line.
            ("a\n    # b\n      c", 14),
            ("a \\\n\t b", 7),
            ("a\r\n     b", 7),
            ("\x0c", 1),
        ] {
            assert_eq!(followed(&around, middle), wanted, "{middle:?}");
        }
    }

    #[test]
    fn lines_stay_as_deep_as_they_must() {
        let around = Openings { least: Some(blanks("  ")), base: Some(blanks("  ")), ..Openings::default() };
        for (middle, wanted) in [("a\n  b", 5), ("a\n b", 3), ("a\n\n\n  b", 7), ("a\n       b", 10)] {
            assert_eq!(followed(&around, middle), wanted, "{middle:?}");
        }
    }

    #[test]
    fn the_cursors_own_line_stands_where_it_does() {
        let line = Some(blanks("     "));
        let around =
            Openings { base: Some(blanks("")), unit: Some(blanks("    ")), line, ..Openings::default() };
        assert_eq!(followed(&around, "a"), 1);
        assert_eq!(followed(&around, " a"), 0);
    }

    #[test]
    fn an_indentation_half_typed_is_finished() {
        for (line, shows_unit, wanted) in [
            (" ", true, false),
            ("  ", true, false),
            ("   ", true, false),
            ("    ", true, true),
            (" ", false, false),
            // It may be that the file's blocks are indented by two blanks.
            ("  ", false, true),
            ("   ", false, false),
        ] {
            let unit = Some(blanks("    "));
            let around = Openings {
                base: Some(blanks("")),
                unit,
                shows_unit,
                line: Some(blanks(line)),
                ..Openings::default()
            };
            assert_eq!(followed(&around, "a") == 1, wanted, "{line:?} {shows_unit}");
            let rest = " ".repeat(4 - line.len()) + "a";
            assert_eq!(followed(&around, &rest), rest.len(), "{line:?} {shows_unit}");
        }
    }

    #[test]
    fn a_line_begun_ends_where_the_rest_of_the_cursors_may_stand() {
        for (rest, wanted) in [(None, true), (Some(""), false), (Some("  "), true), (Some("   "), true)] {
            let (least, line) = (Some(blanks("  ")), Some(blanks("")));
            let around = Openings { least, line, rest: rest.map(blanks), ..Openings::default() };
            assert_eq!(Lines::new(Arc::new(around)).may_end(), wanted, "{rest:?}");
        }
    }
}
