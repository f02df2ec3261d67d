//! The lexemes of middles, as lists that share their beginnings.

use rustc_hash::FxHashMap;

use crate::base::ids::id_type;

id_type! {
    /// A list of lexemes of [`Trails`]: those of a middle up to a position.
    TrailId: u32
}

/// The empty list.
pub const NO_TRAIL: TrailId = TrailId(0);

/// The last lexeme of a list, and the list of those before it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Link {
    before: TrailId,
    text: Box<[u8]>,
    /// Whether the lexeme is a name that counts as known from here on.
    admits: bool,
    /// Whether it, or one before it, begins what may be a mistake with names that are known.
    may_err: bool,
    /// Whether it, or one before it, repeats an expression.
    repeats: bool,
}

/// What a lexeme does beside its text.
#[derive(Clone, Copy, Default, Debug)]
pub struct Effect {
    /// Whether it is a name that counts as known from there on.
    pub admits: bool,
    /// Whether it begins what may be a mistake with names that are known.
    pub may_err: bool,
    /// Whether it repeats an expression.
    pub repeats: bool,
}

/// All lists of lexemes of a quotient.
#[derive(Default)]
pub struct Trails {
    /// The links of all lists but the empty one.
    links: Vec<Link>,
    numbers: FxHashMap<Link, TrailId>,
}

impl Trails {
    /// Returns a list with one more lexeme.
    pub fn with(&mut self, before: TrailId, text: &[u8], effect: Effect) -> TrailId {
        let may_err = effect.may_err || self.may_err(before);
        let repeats = effect.repeats || self.repeats(before);
        let link = Link { before, text: text.into(), admits: effect.admits, may_err, repeats };
        if let Some(&known) = self.numbers.get(&link) {
            return known;
        }
        self.links.push(link.clone());
        let number = TrailId::at(self.links.len());
        self.numbers.insert(link, number);
        number
    }

    /// Returns whether a lexeme of a list begins what may be a mistake with names that are known.
    pub fn may_err(&self, trail: TrailId) -> bool {
        trail != NO_TRAIL && self.links[trail.index() - 1].may_err
    }

    /// Returns whether a lexeme of a list repeats an expression.
    pub fn repeats(&self, trail: TrailId) -> bool {
        trail != NO_TRAIL && self.links[trail.index() - 1].repeats
    }

    /// Returns the text of the last lexeme of a list that is no blank.
    pub fn last_word(&self, mut trail: TrailId) -> Option<&[u8]> {
        while trail != NO_TRAIL {
            let link = &self.links[trail.index() - 1];
            if !link.text.iter().all(u8::is_ascii_whitespace) {
                return Some(&link.text);
            }
            trail = link.before;
        }
        None
    }

    /// Returns a list without its last lexeme.
    pub fn before(&self, trail: TrailId) -> TrailId {
        trail.index().checked_sub(1).map_or(NO_TRAIL, |link| self.links[link].before)
    }

    /// Returns the texts of a list's lexemes, and whether each is a name that counts as known from there on.
    pub fn lexemes(&self, mut trail: TrailId) -> Vec<(&[u8], bool)> {
        let mut found = Vec::new();
        while trail != NO_TRAIL {
            let link = &self.links[trail.index() - 1];
            found.push((link.text.as_ref(), link.admits));
            trail = link.before;
        }
        found.reverse();
        found
    }
}
