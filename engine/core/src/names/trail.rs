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
    pub fn with(&mut self, before: TrailId, text: &[u8], admits: bool) -> TrailId {
        let link = Link { before, text: text.into(), admits };
        if let Some(&known) = self.numbers.get(&link) {
            return known;
        }
        self.links.push(link.clone());
        let number = TrailId::at(self.links.len());
        self.numbers.insert(link, number);
        number
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
