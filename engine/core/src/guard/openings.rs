//! What is open around a cursor: opened left of it and closed right of it.
//!
//! A completion that closes one of these brackets, strings or blocks and opens another one in its place fits,
//! but is hardly ever intended (Melcer et al. 2024, section VIII-A, "staying in context"). A short middle
//! that fits shows what the right context closes: whatever is open before the middle and after each of its
//! bytes. Blocks are known by columns: the block of the cursor's line stays open, and so does the one that
//! the right context continues.

use smallvec::SmallVec;

use super::indentation::{self, NEAR};
use super::lines::{
    above, below, first_line, has_content, indentation as blanks_of, is_blank, is_line_end, last_line,
};
use super::position::{CLOSING, Matchers, Position};
use crate::quotient::surroundings::Surroundings;

/// Length of the short middle above which it is not used, in bytes.
const MAX_BYTES: usize = 100;

/// Middles that are tried before one is searched, which costs about a hundred times as much.
const PLAIN: [&[u8]; 5] = [b"", b"a", b":", b"a:", b"():"];

/// A text that ends a replacement field and continues its string.
const END_OF_FIELD: &[u8] = b"}$";
const LINE_JOIN: &[u8] = b"\\\n";

/// The blanks at a line's start.
pub type Blanks = SmallVec<[u8; 16]>;

/// What a completion must leave open, and how the file is laid out.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    /// Byte offset in the left context of the innermost bracket or replacement field that must stay open.
    pub bracket: Option<usize>,
    /// Byte offset of the innermost bracket or replacement field that is open at the cursor.
    pub innermost: Option<usize>,
    /// Whether the string around the cursor must stay open.
    pub in_string: bool,
    /// Where code within a string is open that the middle must end, but not the string.
    pub hole: Option<Hole>,
    /// Where code is open within a string of one line and is of one line itself: it could go on in another line, but
    /// nobody writes it so.
    pub line_hole: Option<usize>,
    /// The least indentation of the middle's lines, or none where lines do not matter.
    pub least: Option<Blanks>,
    /// The indentation of the line to which the cursor's line belongs or which precedes it; none if it is not
    /// known.
    pub base: Option<Blanks>,
    /// The indentation step of blocks: the file's, or else the language's usual one; none if neither is known.
    pub unit: Option<Blanks>,
    /// Whether the file shows that step.
    pub shows_unit: bool,
    /// The blanks before the cursor, if nothing else stands before it in its line.
    pub line: Option<Blanks>,
    /// The blanks after the cursor, if something else follows them in its line.
    pub rest: Option<Blanks>,
    /// The middle that a search for a short one has found; none if there was no search.
    pub middle: Option<Vec<u8>>,
}

/// Code within a string whose end stands on the right: byte offsets of the bracket that opens it, and of the bracket
/// around the string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hole {
    at: usize,
    around: Option<usize>,
}

impl Openings {
    /// Finds what is open around a cursor, whose position is `start`. `by_columns` says whether the
    /// language's blocks are laid out by columns, and `usual` is their usual step.
    pub fn around(
        quotients: &mut Matchers<'_>,
        start: &Position,
        left: &[u8],
        right: &[u8],
        by_columns: bool,
        usual: &[u8],
    ) -> Self {
        let mut cursor = Cursor::new(quotients, start, left, right);
        let mut found = Self {
            innermost: cursor.innermost,
            in_string: cursor.is_in_string,
            line: cursor.fresh_line().map(Blanks::from_slice),
            rest: cursor.rest().map(Blanks::from_slice),
            line_hole: cursor.line_hole(),
            ..Self::default()
        };
        let tops = if cursor.is_open() { found.keep_open(&mut cursor) } else { Vec::new() };
        if by_columns && found.bracket.is_none() && !found.in_string {
            found.lay_out(&mut cursor, &tops, usual);
        }
        found
    }

    /// Returns whether all that is open at the cursor must stay open.
    pub fn is_closed(&self) -> bool {
        self.bracket.is_some() && self.bracket == self.innermost
    }

    /// Returns only how the file is laid out: a middle may then close whatever is open.
    #[must_use]
    pub fn layout(self) -> Self {
        Self { bracket: None, in_string: false, hole: None, least: None, ..self }
    }

    /// Finds whether the bracket and the string that are open at the cursor stay open along a short middle.
    /// Returns the innermost brackets before, between and after the middle's bytes.
    fn keep_open(&mut self, cursor: &mut Cursor<'_, '_>) -> Vec<Option<usize>> {
        self.middle = cursor.search();
        let places = cursor.along(self.short_middle());
        let tops: Vec<_> = places.iter().map(|place| innermost_bracket(cursor.quotients, place)).collect();
        self.bracket = tops.iter().min().copied().flatten();
        let mut leaves = |place| leaves_string(cursor.quotients, place, self.innermost);
        self.in_string &= !places.is_empty() && !places.iter().any(&mut leaves);
        self.hole = places.last().and_then(|end| cursor.hole_left_at(end));
        tops
    }

    /// Finds how lines of the middle must be indented, if there is a short middle.
    fn lay_out(&mut self, cursor: &mut Cursor<'_, '_>, tops: &[Option<usize>], usual: &[u8]) {
        let line = self.line.clone();
        let end = cursor.logical_end(line.as_deref(), tops);
        let is_whole = end.len() == cursor.left.len();
        let base = indentation::of_logical_line(end, cursor.is_in_string && is_whole);
        let shown = indentation::unit(cursor.left, cursor.right);
        let unit = shown.or((!usual.is_empty()).then_some(usual));
        if !self.has_short_middle(cursor, base.zip(unit)) {
            return;
        }
        let least = match line {
            Some(head) => Some(cursor.least(&head)),
            None => cursor.least_after_text(base),
        };
        self.base = base.map(Blanks::from_slice);
        self.least = least.map(Blanks::from_vec);
        self.unit = unit.map(Blanks::from_slice);
        self.shows_unit = shown.is_some();
    }

    /// Returns whether there is a short middle. If nothing is open, it does not matter which one it is.
    fn has_short_middle(&mut self, cursor: &mut Cursor<'_, '_>, block: Option<(&[u8], &[u8])>) -> bool {
        if !cursor.is_open() {
            if cursor.has_plain_middle(self.line.as_deref(), block) {
                return true;
            }
            self.middle = cursor.search();
        }
        self.short_middle().is_some()
    }

    fn short_middle(&self) -> Option<&[u8]> {
        self.middle.as_deref().filter(|middle| middle.len() <= MAX_BYTES)
    }

    /// Returns whether a byte ends a line that may not end there, or a comment has begun, which only a line's end would end.
    pub fn end_line_at(&self, quotients: &mut Matchers<'_>, position: &Position, byte: u8) -> bool {
        self.line_hole.is_some()
            && (is_line_end(byte) || position.surroundings(quotients) == Surroundings::Comment)
            && position.open_hole(quotients) >= self.line_hole
    }

    /// Returns whether something is closed that must stay open.
    pub fn are_closed_at(&self, quotients: &mut Matchers<'_>, position: &Position) -> bool {
        self.has_closed_bracket(quotients, position)
            || (self.in_string && leaves_string(quotients, position, self.innermost))
            || self.hole.is_some_and(|hole| {
                innermost_bracket(quotients, position) < Some(hole.at)
                    && leaves_string(quotients, position, hole.around)
            })
    }

    /// Returns whether the bracket is closed. A replacement field is not reported as open inside its format
    /// specification, but the text that ends the field is accepted there.
    fn has_closed_bracket(&self, quotients: &mut Matchers<'_>, position: &Position) -> bool {
        self.bracket.is_some()
            && innermost_bracket(quotients, position) < self.bracket
            && !(quotients.iter().any(|quotient| quotient.has_fields())
                && settled(quotients, position).accepts(quotients, END_OF_FIELD))
    }
}

/// Returns whether a position is in the text of a comment or a string.
pub fn is_in_text(quotients: &mut Matchers<'_>, position: &Position) -> bool {
    position.surroundings(quotients) != Surroundings::Code
}

/// A cursor and the texts around it.
struct Cursor<'a, 'q> {
    quotients: &'a mut Matchers<'q>,
    start: &'a Position,
    left: &'a [u8],
    right: &'a [u8],
    /// Byte offset of the innermost bracket that is open at the cursor.
    innermost: Option<usize>,
    /// Whether it joins the lines in it to one.
    joins_lines: bool,
    is_in_string: bool,
    /// Byte offset of the innermost code within a string that is open at the cursor.
    hole: Option<usize>,
}

impl<'a, 'q> Cursor<'a, 'q> {
    fn new(quotients: &'a mut Matchers<'q>, start: &'a Position, left: &'a [u8], right: &'a [u8]) -> Self {
        let settled = settled(quotients, start);
        let innermost = settled.open_bracket(quotients);
        let joins_lines = settled.joining_bracket(quotients).is_some();
        let is_in_string = is_in_string(quotients, start);
        let hole = start.open_hole(quotients);
        Self { quotients, start, left, right, innermost, joins_lines, is_in_string, hole }
    }

    fn is_open(&self) -> bool {
        self.innermost.is_some() || self.is_in_string || self.hole.is_some()
    }

    /// Searches a short middle that fits, as an ending is searched.
    fn search(&mut self) -> Option<Vec<u8>> {
        self.start.completion(self.quotients, CLOSING)
    }

    /// Returns whether one of a few middles fits that fit at most places. At a line's start `line`, content
    /// in a block that the line above opens is one of them; `block` is that line's indentation and the step.
    fn has_plain_middle(&mut self, line: Option<&[u8]>, block: Option<(&[u8], &[u8])>) -> bool {
        let mut fits = |middle: &[u8]| self.start.is_member_after(self.quotients, middle);
        let deepest = block.map(|(base, unit)| [base, unit, b"a"].concat());
        let deeper = line.zip(deepest.as_deref()).and_then(|(head, deepest)| deepest.strip_prefix(head));
        PLAIN.iter().copied().any(&mut fits) || deeper.is_some_and(&mut fits)
    }

    /// Returns the positions before, between and after the bytes of a middle, or none without a middle.
    fn along(&mut self, middle: Option<&[u8]>) -> Vec<Position> {
        let Some(middle) = middle else { return Vec::new() };
        let mut places = vec![self.start.clone()];
        for &byte in middle {
            let mut next = places[places.len() - 1].clone();
            next.advance(self.quotients, &[byte]);
            places.push(next);
        }
        places
    }

    /// Returns where code within a string of one line is open, if its line is the cursor's.
    fn line_hole(&mut self) -> Option<usize> {
        let at = self.hole?;
        let is_of_line = settled(self.quotients, self.start).is_hole_of_line(self.quotients);
        (is_of_line && !self.left[at..].contains(&b'\n')).then_some(at)
    }

    /// Returns the code within a string that is open at the cursor and no more at the end of a short middle, where the
    /// string goes on.
    fn hole_left_at(&mut self, end: &Position) -> Option<Hole> {
        let at = self.hole?;
        let around = innermost_bracket(self.quotients, end);
        (around < Some(at) && is_in_string(self.quotients, end)).then_some(Hole { at, around })
    }

    /// Returns the text before the cursor in its line, if it is blank and the line begins a line of code.
    fn fresh_line(&self) -> Option<&'a [u8]> {
        if self.joins_lines || self.is_in_string {
            return None;
        }
        let head = last_line(self.left);
        let above = &self.left[..self.left.len() - head.len()];
        let above = above.strip_suffix(b"\n").unwrap_or(above);
        let above = above.strip_suffix(b"\r").unwrap_or(above);
        (head.iter().copied().all(is_blank) && !above.ends_with(b"\\")).then_some(head)
    }

    /// Returns the blanks after the cursor, if something follows them in its line.
    fn rest(&self) -> Option<&'a [u8]> {
        let rest = first_line(self.right);
        let blanks = blanks_of(rest);
        (blanks.len() < rest.len()).then_some(blanks)
    }

    /// Returns the left context up to a position in the logical line to which the cursor's line belongs or
    /// which precedes it.
    fn logical_end(&self, line: Option<&[u8]>, tops: &[Option<usize>]) -> &'a [u8] {
        let opened = tops.iter().copied().flatten().filter(|&top| top < self.left.len()).min();
        match (opened, line) {
            (Some(opened), _) => &self.left[..opened],
            (None, None) => self.left,
            (None, Some(head)) => {
                let text = &self.left[..self.left.len() - head.len()];
                let is_space = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'\x0b';
                &text[..text.iter().rposition(|byte| !is_space(byte)).map_or(0, |last| last + 1)]
            }
        }
    }

    /// Returns the least indentation of lines that keep open both the block of a new line and the block of
    /// what follows.
    fn least(&mut self, head: &[u8]) -> Vec<u8> {
        let own = [head, blanks_of(first_line(self.right))].concat();
        // If no line can stand at the column of what follows, then what follows ends a line of the middle.
        let following = match self.rest() {
            Some(rest) if self.can_stand(rest) => Some(own),
            _ => self.following().map(<[u8]>::to_vec),
        };
        let Some(following) = following.filter(|following| is_deeper(following, head)) else {
            return head.to_vec();
        };
        if !head.is_empty() && self.can_stand(b"") {
            return head.to_vec();
        }
        let is_level = |line: &&[u8]| is_deeper(line, head) && following.starts_with(line);
        let mut levels: Vec<&[u8]> = above(self.left).take(NEAR).map(blanks_of).filter(is_level).collect();
        levels.push(&following);
        levels.sort_unstable_by_key(|level| std::cmp::Reverse(level.len()));
        levels.dedup();
        let deepest = levels.into_iter().find(|level| self.can_stand(&level[head.len()..]));
        deepest.unwrap_or(head).to_vec()
    }

    /// Returns the least indentation of lines after a line that has text before the cursor; `base` is that
    /// line's indentation.
    fn least_after_text(&mut self, base: Option<&[u8]>) -> Option<Vec<u8>> {
        let following = if self.rest().is_none() { self.following() } else { None };
        let deeper = following.zip(base).filter(|(following, base)| is_deeper(following, base));
        // Content can stand there only if the cursor's line opens the block.
        let opened = deeper.filter(|(following, _)| self.can_stand(&[b"\n", *following].concat()));
        opened.map(|(following, _)| following).or(base).map(<[u8]>::to_vec)
    }

    /// Returns the indentation of the first line with content after the cursor's line.
    fn following(&self) -> Option<&'a [u8]> {
        below(self.right).skip(1).find(|line| has_content(line)).map(blanks_of)
    }

    /// Returns whether content can stand after blanks at a line's start.
    fn can_stand(&mut self, blanks: &[u8]) -> bool {
        let mut at = self.start.clone();
        at.goes_on(self.quotients, blanks)
            && at.expected(self.quotients).iter().all(|(terms, ends)| *ends || !terms.is_empty())
    }
}

fn is_deeper(one: &[u8], other: &[u8]) -> bool {
    one.len() > other.len() && one.starts_with(other)
}

/// Returns the byte offset of the innermost open bracket; a bracket that has just been closed does not count.
fn innermost_bracket(quotients: &mut Matchers<'_>, position: &Position) -> Option<usize> {
    settled(quotients, position).open_bracket(quotients)
}

/// Returns whether a position is in the text of a string, which may be a formatted one.
fn is_in_string(quotients: &mut Matchers<'_>, position: &Position) -> bool {
    position.surroundings(quotients) == Surroundings::String
}

/// Returns whether the string around the cursor has been closed; `innermost` is the bracket around it.
fn leaves_string(quotients: &mut Matchers<'_>, position: &Position, innermost: Option<usize>) -> bool {
    let mut at = position.clone();
    // Inside an escape neither a blank nor a line join can follow. A field of a formatted string counts as a
    // bracket.
    let goes_on = at.advance(quotients, b" ") || at.accepts(quotients, LINE_JOIN);
    goes_on && !is_in_text(quotients, &at) && innermost_bracket(quotients, &at) <= innermost
}

/// Returns the position after a blank, which ends the pending lexeme unless the blank is part of its text.
fn settled(quotients: &mut Matchers<'_>, position: &Position) -> Position {
    let mut after = position.clone();
    after.advance(quotients, b" ");
    after
}
