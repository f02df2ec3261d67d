//! A position in the middles that fit between several pairs of contexts at once.
//!
//! Each quotient alone knows whether its middle is still viable, but all of them together do not: a middle
//! may be viable in each of them although they have no common member. No text is accepted as a middle that
//! does not fit all of them.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::base::sets::TermSet;
use crate::complete::search::Wanted;
use crate::grammar::costs::Wording;
use crate::mask::Vocabulary;
use crate::matcher::Matcher;
use crate::quotient::State;
use crate::quotient::state::{Admitted, Binding};
use crate::quotient::surroundings::Surroundings;

/// Limits of the search for a text that only ends a middle; it takes some milliseconds.
pub const CLOSING: Wanted = Wanted { max_bytes: 200, max_steps: 1000, wording: Wording::Readable };

/// The quotients of a position, in the order of its states.
pub type Matchers<'q> = [&'q mut Matcher];

/// A state of each quotient, all of one text; usually there is one. Without states nothing fits.
#[derive(Clone, Debug, Default)]
pub struct Position {
    states: SmallVec<[State; 1]>,
}

impl Position {
    /// Returns the position with these states.
    pub fn new(states: impl IntoIterator<Item = State>) -> Self {
        Self { states: states.into_iter().collect() }
    }

    /// Returns the states, in the order of the quotients.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// Lets the middle read unknown names from here on.
    pub fn admit(&mut self, admitted: Admitted) {
        self.states.iter_mut().for_each(|state| state.admit(admitted));
    }

    /// Lets the middle close nothing that is open, if something fits then.
    pub fn keep_open(&mut self, quotients: &mut Matchers<'_>) {
        for (quotient, state) in quotients.iter_mut().zip(&mut self.states) {
            quotient.keep_open(state);
        }
    }

    /// Returns whether the contexts of some quotient use names of members that neither declares, at a cursor.
    pub fn lacks_members(&self, quotients: &Matchers<'_>) -> bool {
        quotients.iter().zip(&self.states).any(|(quotient, state)| quotient.lacks_members(state))
    }

    /// Lets the middle read no further names that what follows must bind.
    pub fn owe_nothing(&mut self) {
        self.states.iter_mut().for_each(State::owe_nothing);
    }

    /// Returns the names that what follows must bind, or is hoped to.
    pub fn unsettled_names(&self, quotients: &mut Matchers<'_>) -> Vec<Arc<[u8]>> {
        let each = quotients.iter_mut().zip(&self.states);
        each.flat_map(|(quotient, state)| quotient.unsettled_names(state)).collect()
    }

    /// Returns whether the names matter that a middle reads.
    pub fn filters_names(&self, quotients: &Matchers<'_>) -> bool {
        quotients.iter().any(|quotient| quotient.filters_names())
    }

    /// Returns the names that the right context reads and that only a middle can bind: see
    /// [`crate::quotient::Quotient::missing_names`].
    pub fn missing_names(&self, quotients: &mut Matchers<'_>) -> Vec<(Vec<u8>, usize, bool)> {
        quotients.first_mut().map_or_else(Vec::new, |quotient| quotient.missing_names())
    }

    /// Returns the numbers of the names that are missing still if the middle ends here.
    pub fn still_missing(&self, quotients: &mut Matchers<'_>) -> Vec<usize> {
        let first = quotients.first_mut().zip(self.states.first());
        first.map_or_else(Vec::new, |(quotient, state)| quotient.still_missing(state))
    }

    /// Returns what the pending lexeme is as a name.
    pub fn binding(&self, quotients: &mut Matchers<'_>) -> Binding {
        let each = quotients.iter_mut().zip(&self.states).map(|(quotient, state)| quotient.binding(state));
        each.min().unwrap_or(Binding::No)
    }

    /// Returns whether the user has typed the beginning of known names that is an unknown one.
    pub fn has_typed_unknown_name(&self, quotients: &mut Matchers<'_>) -> bool {
        let mut each = quotients.iter_mut().zip(&self.states);
        each.all(|(quotient, state)| quotient.has_typed_unknown_name(state))
    }

    /// Returns the unknown names that the middle was allowed to read.
    pub fn admitted_names(&self, quotients: &mut Matchers<'_>) -> Vec<Vec<u8>> {
        let first = quotients.first_mut().zip(self.states.first());
        first.map_or_else(Vec::new, |(quotient, state)| quotient.admitted_names(state))
    }

    /// Returns whether some text after the position may make a middle; refused bytes never change that.
    pub fn is_viable(&self) -> bool {
        !self.states.is_empty()
    }

    /// Advances by `data` if each quotient stays viable; otherwise, changes nothing and returns false.
    pub fn advance(&mut self, quotients: &mut Matchers<'_>, data: &[u8]) -> bool {
        let mut next = self.clone();
        let goes_on = next.goes_on(quotients, data);
        if goes_on {
            *self = next;
        }
        goes_on
    }

    /// Advances by `data` like [`Self::advance`], but leaves the position invalid if it returns false.
    pub(super) fn goes_on(&mut self, quotients: &mut Matchers<'_>, data: &[u8]) -> bool {
        self.is_viable()
            && self
                .states
                .iter_mut()
                .zip(quotients)
                .all(|(state, quotient)| quotient.advance(state, data) && quotient.is_viable(state))
    }

    /// Returns whether each quotient would stay viable with `data`.
    pub fn accepts(&self, quotients: &mut Matchers<'_>, data: &[u8]) -> bool {
        self.clone().goes_on(quotients, data)
    }

    /// Returns the number of bytes that are accepted one after another.
    pub fn viable_prefix(&self, quotients: &mut Matchers<'_>, data: &[u8]) -> usize {
        let mut next = self.clone();
        data.iter().position(|&byte| !next.goes_on(quotients, &[byte])).unwrap_or(data.len())
    }

    /// Returns whether the text so far is a middle that fits everywhere.
    pub fn is_member(&self, quotients: &mut Matchers<'_>) -> bool {
        let mut pairs = self.states.iter().zip(quotients);
        self.is_viable() && pairs.all(|(state, quotient)| quotient.is_member(state))
    }

    /// Returns whether the text so far followed by `text` is a middle that fits everywhere.
    pub fn is_member_after(&self, quotients: &mut Matchers<'_>, text: &[u8]) -> bool {
        let mut there = self.clone();
        there.goes_on(quotients, text) && there.is_member(quotients)
    }

    /// Returns a short completion by one of the quotients that fits everywhere, or none if none of theirs
    /// does. See [`Matcher::completion`].
    pub fn completion(&self, quotients: &mut Matchers<'_>, wanted: Wanted) -> Option<Vec<u8>> {
        self.states.iter().enumerate().find_map(|(place, state)| {
            let text = quotients[place].completion(state, wanted)?;
            (self.states.len() == 1 || self.is_member_after(quotients, &text)).then_some(text)
        })
    }

    /// Returns where the innermost bracket was opened, in bytes of the first quotient's left context and the
    /// middle.
    pub fn open_bracket(&self, quotients: &Matchers<'_>) -> Option<usize> {
        quotients.first()?.open_bracket(self.states.first()?)
    }

    /// Returns where the innermost code within a string was opened.
    pub fn open_hole(&self, quotients: &mut Matchers<'_>) -> Option<usize> {
        quotients.first_mut()?.open_hole(self.states.first()?)
    }

    /// Returns whether that code is in a string of one line.
    pub fn is_hole_of_line(&self, quotients: &Matchers<'_>) -> bool {
        let first = quotients.first().zip(self.states.first());
        first.is_some_and(|(quotient, state)| quotient.is_hole_of_line(state))
    }

    /// Returns the same for a bracket that joins the lines in it to one.
    pub fn joining_bracket(&self, quotients: &Matchers<'_>) -> Option<usize> {
        quotients.first()?.joining_bracket(self.states.first()?)
    }

    /// Returns what surrounds the position according to the first quotient; code if nothing fits.
    pub fn surroundings(&self, quotients: &mut Matchers<'_>) -> Surroundings {
        let first = quotients.first_mut().zip(self.states.first());
        first.map_or(Surroundings::Code, |(quotient, state)| quotient.surroundings(state))
    }

    /// Returns whether a word of code goes on; see [`crate::quotient::Quotient::is_in_word`].
    pub fn is_in_word(&self, quotients: &mut Matchers<'_>) -> bool {
        let first = quotients.first_mut().zip(self.states.first());
        first.is_none_or(|(quotient, state)| quotient.is_in_word(state))
    }

    /// Returns what may follow according to each quotient alone; see [`crate::quotient::Quotient::expected`].
    pub fn expected(&self, quotients: &mut Matchers<'_>) -> Vec<(TermSet, bool)> {
        self.states.iter().zip(quotients).map(|(state, quotient)| quotient.expected(state)).collect()
    }

    /// Returns the tokens that all quotients allow; see [`Vocabulary::mask`].
    pub fn mask(&self, quotients: &mut Matchers<'_>, vocabulary: &Vocabulary) -> Vec<u8> {
        let pairs = self.states.iter().zip(quotients);
        let mut masks = pairs.map(|(state, quotient)| quotient.mask(vocabulary, state));
        let mut all = masks.next().unwrap_or_else(|| vec![0; vocabulary.texts().len().div_ceil(8)]);
        for mask in masks {
            all.iter_mut().zip(mask).for_each(|(byte, other)| *byte &= other);
        }
        all
    }
}
