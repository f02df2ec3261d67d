//! The filter between a model and a text, and a second filter that keeps a middle in its context.
//!
//! The language's filter allows a middle to close what was opened left of the cursor if the text to the right
//! can close something else instead. The second filter refuses that, and lines that are not indented as the
//! file's lines are. If nothing else fits, a middle may close what it must, since a text that fits is worth
//! more.

mod following;
mod indentation;
mod lines;
pub mod openings;
pub mod position;

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::base::sets::TermSet;
use crate::complete::search::Wanted;
use crate::grammar::costs::Wording;
use crate::quotient::state::{Admitted, Binding};
use following::Lines;
use lines::{is_line_end, without_blanks};
use openings::Openings;
use position::{CLOSING, Matchers, Position};

/// Limits of the search for an ending when nothing else is left to try; it takes some tenths of a second.
const LAST_CLOSING: Wanted = Wanted { max_bytes: 2000, max_steps: 20_000, wording: Wording::Readable };

/// Number of blocks inside the cursor's block in which an ending is tried.
const DEEPEST: usize = 4;

/// The indentation of a block where the file does not show its own.
const USUAL_UNIT: &[u8] = b"    ";

/// Number of forced bytes that are returned at once.
const MAX_FORCED: usize = 100;

/// Bytes that are tried first: if two of them are accepted, no byte is forced, so a few tries decide nearly
/// everywhere.
const PROBES: &[u8] = b" a\n(0.,\"$=e";

/// Follows a middle and says which bytes may follow and whether it may end.
#[derive(Clone, Debug)]
pub struct Guard {
    position: Position,
    /// The lines of the middle, if it must stay in its context.
    lines: Option<Lines>,
    is_at_cursor: bool,
}

impl Guard {
    /// Returns a guard at the cursor. `around` is what the middle must leave open.
    pub fn new(position: Position, around: Option<Arc<Openings>>) -> Self {
        Self { position, lines: around.map(Lines::new), is_at_cursor: true }
    }

    /// Lets the middle use what it can only declare where it would leave its context, no more.
    pub fn stay_within(&mut self, quotients: &mut Matchers<'_>) {
        if self.lines.as_ref().is_some_and(|lines| lines.around().is_closed()) {
            self.position.keep_open(quotients);
        }
    }

    /// Returns the position in the middles that fit.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Lets the middle read unknown names from here on.
    pub fn admit(&mut self, admitted: Admitted) {
        self.position.admit(admitted);
    }

    /// Lets the middle read no further names that what follows must bind.
    pub fn owe_nothing(&mut self) {
        self.position.owe_nothing();
    }

    /// Returns what the last lexeme of some bytes is as a name, if they may follow.
    pub fn binding(&self, quotients: &mut Matchers<'_>, data: &[u8]) -> Binding {
        let mut twin = self.clone();
        if twin.goes_on(quotients, data) { twin.position.binding(quotients) } else { Binding::No }
    }

    /// Returns whether the middle may end here.
    pub fn is_member(&self, quotients: &mut Matchers<'_>) -> bool {
        self.lines.as_ref().is_none_or(Lines::may_end) && self.position.is_member(quotients)
    }

    /// Returns whether bytes may follow.
    pub fn accepts(&self, quotients: &mut Matchers<'_>, data: &[u8]) -> bool {
        self.clone().goes_on(quotients, data)
    }

    /// Advances by bytes if they may follow; otherwise, changes nothing and returns false.
    pub fn advance(&mut self, quotients: &mut Matchers<'_>, data: &[u8]) -> bool {
        let mut next = self.clone();
        let goes_on = next.goes_on(quotients, data);
        if goes_on {
            *self = next;
        }
        goes_on
    }

    /// Advances by bytes like [`Self::advance`], but leaves the guard invalid if it returns false.
    fn goes_on(&mut self, quotients: &mut Matchers<'_>, data: &[u8]) -> bool {
        self.is_at_cursor &= data.is_empty();
        let Some(lines) = &mut self.lines else { return self.position.goes_on(quotients, data) };
        let is_plain = !lines.begins() && lines.around().line_hole.is_none();
        if is_plain && !data.iter().copied().any(counts_in_line) {
            lines.skip(data);
            return self.position.goes_on(quotients, data);
        }
        self.position.is_viable() && data.iter().all(|&byte| step(&mut self.position, lines, quotients, byte))
    }

    /// Returns the number of bytes that are accepted one after another.
    fn prefix(&self, quotients: &mut Matchers<'_>, data: &[u8]) -> usize {
        let mut next = self.clone();
        data.iter().position(|&byte| !next.goes_on(quotients, &[byte])).unwrap_or(data.len())
    }

    /// Returns, for refused bytes, how many of them are accepted, and what each quotient expects after those.
    pub fn refusal(&self, quotients: &mut Matchers<'_>, data: &[u8]) -> (usize, Vec<(TermSet, bool)>) {
        let count = if self.position.accepts(quotients, data) {
            self.prefix(quotients, data)
        } else {
            self.position.viable_prefix(quotients, data)
        };
        let mut there = self.position.clone();
        there.goes_on(quotients, &data[..count]);
        (count, there.expected(quotients))
    }

    /// Returns whether the middle may end after a text.
    pub fn may_end_with(&self, quotients: &mut Matchers<'_>, text: &[u8]) -> bool {
        let mut twin = self.clone();
        twin.goes_on(quotients, text) && twin.is_member(quotients)
    }

    /// Returns a short text that ends the middle. It leaves the context only if no other is found. Returns
    /// none if none is found within the limits, which are greater for a `thorough` search.
    pub fn closing(&self, quotients: &mut Matchers<'_>, thorough: bool) -> Option<Vec<u8>> {
        let wanted = if thorough { LAST_CLOSING } else { CLOSING };
        let known = self.known_middle().filter(|_| !thorough);
        let text = known.or_else(|| self.position.completion(quotients, wanted))?;
        if self.may_end_with(quotients, &text) {
            return Some(text);
        }
        self.closing_inside(quotients, &text).or(Some(text))
    }

    /// Returns the ending that is known from the search around the cursor.
    fn known_middle(&self) -> Option<Vec<u8>> {
        self.lines.as_ref().filter(|_| self.is_at_cursor)?.around().middle.clone()
    }

    /// Returns the beginning of a text that leaves its block, completed by lines that do not leave it.
    fn closing_inside(&self, quotients: &mut Matchers<'_>, text: &[u8]) -> Option<Vec<u8>> {
        let around = self.lines.as_ref()?.around();
        let least = around.least.as_ref()?;
        let begun = without_blanks(&text[..self.prefix(quotients, text)]);
        if !begun.last().is_some_and(|&byte| is_line_end(byte)) {
            return None;
        }
        let unit = around.unit.as_deref().unwrap_or(USUAL_UNIT);
        (0..DEEPEST).find_map(|depth| {
            let mut text = [begun, least, &unit.repeat(depth)].concat();
            let mut twin = self.clone();
            if !twin.goes_on(quotients, &text) {
                return None;
            }
            let rest = twin.position.completion(quotients, CLOSING)?;
            text.extend(&rest);
            twin.may_end_with(quotients, &rest).then_some(text)
        })
    }

    /// Returns the bytes with which every longer middle continues, or no bytes if there is a choice or if the
    /// middle may end.
    pub fn forced(&self, quotients: &mut Matchers<'_>) -> Vec<u8> {
        let mut forced = Vec::new();
        let mut twin = self.clone();
        while forced.len() < MAX_FORCED
            && !twin.is_member(quotients)
            && let Some((byte, next)) = twin.only_one(quotients)
        {
            forced.push(byte);
            twin = next;
        }
        forced
    }

    /// Returns the only byte that may follow and the guard after it, or none if there are several or none.
    fn only_one(&self, quotients: &mut Matchers<'_>) -> Option<(u8, Self)> {
        let mut others = (0..=u8::MAX).filter(|byte| !PROBES.contains(byte));
        let mut found = None;
        for byte in PROBES.iter().copied().chain(&mut others) {
            let mut next = self.clone();
            if next.goes_on(quotients, &[byte]) {
                if found.is_some() {
                    return None;
                }
                found = Some((byte, next));
            }
        }
        found
    }
}

/// Returns whether a byte may end a line or close what is open.
fn counts_in_line(byte: u8) -> bool {
    is_line_end(byte) || is_closer(byte)
}

fn is_closer(byte: u8) -> bool {
    matches!(byte, b')' | b']' | b'}' | b'"' | b'\'' | b'`')
}

/// Advances by one byte. Returns false if it does not fit or leaves the context.
fn step(position: &mut Position, lines: &mut Lines, quotients: &mut Matchers<'_>, byte: u8) -> bool {
    if !position.goes_on(quotients, &[byte]) {
        return false;
    }
    if lines.around().end_line_at(quotients, position, byte) {
        return false;
    }
    if is_closer(byte) && lines.around().are_closed_at(quotients, position) {
        return false;
    }
    let in_code = is_line_end(byte)
        && position.joining_bracket(quotients).is_none()
        && !openings::is_in_text(quotients, position);
    lines.follow(byte, in_code)
}

impl Guard {
    /// Returns, for each text, whether it may follow. A text that begins like a refused one is refused
    /// without a check.
    pub fn accepts_each<'t>(
        &self,
        quotients: &mut Matchers<'_>,
        texts: impl Iterator<Item = &'t [u8]>,
    ) -> Vec<bool> {
        let mut refused = Beginnings::default();
        texts
            .map(|text| {
                if refused.are_in(text) {
                    return false;
                }
                let accepts = self.accepts(quotients, text);
                if !accepts {
                    let count = self.prefix(quotients, text);
                    refused.insert(&text[..text.len().min(count + 1)]);
                }
                accepts
            })
            .collect()
    }
}

/// A set of beginnings of texts.
#[derive(Default)]
struct Beginnings<'t> {
    known: FxHashSet<&'t [u8]>,
    longest: usize,
}

impl<'t> Beginnings<'t> {
    fn insert(&mut self, text: &'t [u8]) {
        self.longest = self.longest.max(text.len());
        self.known.insert(text);
    }

    fn are_in(&self, text: &[u8]) -> bool {
        (0..=self.longest.min(text.len())).any(|length| self.known.contains(&text[..length]))
    }
}
