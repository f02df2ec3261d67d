//! A position in the middles that fit between several pairs of contexts at once.
//!
//! Each quotient alone knows whether it can still be met, all together do not: a middle may go on in
//! each of them and end in none that they have in common. Nothing that does not fit is let through.

use smallvec::SmallVec;

use crate::base::sets::TermSet;
use crate::complete::search::Wanted;
use crate::grammar::costs::Wording;
use crate::mask::Vocabulary;
use crate::matcher::Matcher;
use crate::quotient::State;
use crate::quotient::surroundings::Surroundings;

/// Bytes of a text that only ends a middle, and steps of the search for it: some milliseconds.
pub const CLOSING: Wanted = Wanted { max_bytes: 200, max_steps: 1000, wording: Wording::Readable };

/// The quotients of a position, in the order of its states.
pub type Matchers<'q> = [&'q mut Matcher];

/// A state of each quotient, all of the same text; mostly it is one. With none of them nothing fits.
#[derive(Clone, Debug, Default)]
pub struct Position {
    states: SmallVec<[State; 1]>,
}

impl Position {
    pub fn new(states: impl IntoIterator<Item = State>) -> Self {
        Self { states: states.into_iter().collect() }
    }

    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// Whether some text behind the position may make a middle; refused bytes never change that.
    pub fn is_viable(&self) -> bool {
        !self.states.is_empty()
    }

    /// Go on by `data` if each quotient stays viable; false, and no change, if not.
    pub fn advance(&mut self, quotients: &mut Matchers<'_>, data: &[u8]) -> bool {
        let mut next = self.clone();
        let goes_on = next.goes_on(quotients, data);
        if goes_on {
            *self = next;
        }
        goes_on
    }

    /// The same for a position that is of no use if it does not go on.
    pub(super) fn goes_on(&mut self, quotients: &mut Matchers<'_>, data: &[u8]) -> bool {
        self.is_viable()
            && self
                .states
                .iter_mut()
                .zip(quotients)
                .all(|(state, quotient)| quotient.advance(state, data) && quotient.is_viable(state))
    }

    /// Whether each quotient would stay viable.
    pub fn accepts(&self, quotients: &mut Matchers<'_>, data: &[u8]) -> bool {
        self.clone().goes_on(quotients, data)
    }

    /// How many of the bytes are accepted one after another.
    pub fn viable_prefix(&self, quotients: &mut Matchers<'_>, data: &[u8]) -> usize {
        let mut next = self.clone();
        data.iter().position(|&byte| !next.goes_on(quotients, &[byte])).unwrap_or(data.len())
    }

    /// Whether the text so far is a middle that fits everywhere.
    pub fn is_member(&self, quotients: &mut Matchers<'_>) -> bool {
        let mut pairs = self.states.iter().zip(quotients);
        self.is_viable() && pairs.all(|(state, quotient)| quotient.is_member(state))
    }

    /// Whether the text so far and `text` behind it are one.
    pub fn is_member_behind(&self, quotients: &mut Matchers<'_>, text: &[u8]) -> bool {
        let mut there = self.clone();
        there.goes_on(quotients, text) && there.is_member(quotients)
    }

    /// A short text of one of the quotients behind the position that fits everywhere; none if none does. See
    /// [`Matcher::completion`].
    pub fn completion(&self, quotients: &mut Matchers<'_>, wanted: Wanted) -> Option<Vec<u8>> {
        self.states.iter().enumerate().find_map(|(place, state)| {
            let text = quotients[place].completion(state, wanted)?;
            (self.states.len() == 1 || self.is_member_behind(quotients, &text)).then_some(text)
        })
    }

    /// Where the innermost bracket was opened, in bytes of the first quotient's left context and the middle.
    pub fn open_bracket(&self, quotients: &Matchers<'_>) -> Option<usize> {
        quotients.first()?.open_bracket(self.states.first()?)
    }

    /// What the position is in, by the first quotient; code where nothing fits.
    pub fn surroundings(&self, quotients: &mut Matchers<'_>) -> Surroundings {
        let first = quotients.first_mut().zip(self.states.first());
        first.map_or(Surroundings::Code, |(quotient, state)| quotient.surroundings(state))
    }

    /// What may come next, by each quotient alone; see [`crate::quotient::Quotient::expected`].
    pub fn expected(&self, quotients: &mut Matchers<'_>) -> Vec<(TermSet, bool)> {
        self.states.iter().zip(quotients).map(|(state, quotient)| quotient.expected(state)).collect()
    }

    /// The tokens that each quotient allows; see [`Vocabulary::mask`].
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
