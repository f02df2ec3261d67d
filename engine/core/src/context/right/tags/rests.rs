//! What the text from a position on closes, as lists that share their ends.

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use crate::base::interner::Interner;
use crate::base::text::Distance;
use crate::layout::place::ModeStack;
use crate::layout::tags;

/// Number of results kept. When it is exceeded, all of them are dropped.
const MAX_KEPT: usize = 1 << 16;

/// What the text from a position on closes: the number of a [`Rest`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RestId(u32);

/// The rests of a position, in order.
pub type Rests = SmallVec<[RestId; 2]>;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Rest {
    /// It closes nothing.
    End,
    /// It begins no end of something with a name, so that no name is compared.
    Unnamed,
    /// A name in it differs from the one that it must equal.
    Unequal,
    /// It begins with a name, of what opens or closes, whose end may be left out or not; what follows the name.
    Name { name: Box<[u8]>, is_optional: bool, after: RestId },
    /// It closes a name, and then the rest does; without a name, any one.
    Close(Option<Box<[u8]>>, RestId),
}

pub const END: RestId = RestId(0);
pub const UNNAMED: RestId = RestId(1);
pub const UNEQUAL: RestId = RestId(2);

/// The names that must be open where the right context begins.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Needed {
    /// The name with which it begins, if it does: of what opens, or of what closes.
    pub first: Option<Box<[u8]>>,
    /// Whether the end of what that name opens may be left out.
    pub is_first_optional: bool,
    /// The names that are closed, the innermost first; none for one that closes without a name.
    pub closed: Vec<Option<Box<[u8]>>>,
    /// Whether nothing else may be open. If not, nothing is known of what else is open.
    pub is_all: bool,
}

/// What is known of a right context's names.
pub struct TagRests {
    rests: Interner<Rest>,
    pub known: FxHashMap<(Distance, ModeStack), Rests>,
    /// The least distance at which the text of something that closes begins, of those up to the distance `searched`.
    pub last: Option<Distance>,
    pub searched: Distance,
}

impl Default for TagRests {
    fn default() -> Self {
        let rests = Interner::of(&[Rest::End, Rest::Unnamed, Rest::Unequal]);
        Self { rests, known: FxHashMap::default(), last: None, searched: Distance::END }
    }
}

impl TagRests {
    /// Keeps what is known of the last `kept` bytes.
    pub fn keep(&mut self, kept: u32) {
        if self.known.len() > MAX_KEPT {
            *self = Self::default();
        }
        self.known.retain(|&(distance, _), _| distance.0 <= kept);
        self.last = self.last.filter(|last| last.0 <= kept);
        self.searched = self.searched.min(Distance(kept));
    }

    /// Returns the memory used, in bytes.
    pub fn size(&self) -> usize {
        self.rests.size() + self.known.capacity() * size_of::<((Distance, ModeStack), Rests)>()
    }

    fn number(&mut self, rest: Rest) -> RestId {
        RestId(self.rests.number(rest))
    }

    /// Returns the rest before one more lexeme with a text.
    pub fn before(&mut self, role: tags::Role, word: &[u8], after: RestId) -> RestId {
        let rest = self.rests.get(after.0).clone();
        match (role, rest) {
            (_, Rest::Unequal) => UNEQUAL,
            (tags::Role::Name(kind), _) => {
                self.number(Rest::Name { name: kind.compared(word), is_optional: kind.is_optional, after })
            }
            (tags::Role::Nameless, _) => {
                self.number(Rest::Name { name: Box::default(), is_optional: false, after })
            }
            (tags::Role::Close, Rest::Name { name, after, .. }) => {
                self.number(Rest::Close(Some(name), after))
            }
            (_, Rest::Name { name, is_optional, after }) => self.opened(&name, is_optional, after),
            (_, Rest::Unnamed) => UNNAMED,
            (tags::Role::Alone, _) => self.number(Rest::Close(None, after)),
            _ => after,
        }
    }

    /// Returns the rest before a name that opens something.
    fn opened(&self, name: &[u8], is_optional: bool, after: RestId) -> RestId {
        match self.rests.get(after.0) {
            Rest::Close(closed, after) if closed.as_deref().is_none_or(|closed| closed == name) => *after,
            Rest::Unnamed => UNNAMED,
            _ if is_optional => after,
            _ => UNEQUAL,
        }
    }

    /// Returns the rests of a position if they are known.
    pub fn known(&self, at: (Distance, ModeStack)) -> Option<Rests> {
        if at.0 == Distance::END { Some(smallvec![END]) } else { self.known.get(&at).cloned() }
    }

    /// Returns the names that must be open before a rest.
    pub fn needed(&self, mut rest: RestId) -> Needed {
        let mut needed = Needed { is_all: true, ..Needed::default() };
        loop {
            match self.rests.get(rest.0) {
                Rest::End => return needed,
                Rest::Unnamed | Rest::Unequal => return Needed { is_all: false, ..needed },
                Rest::Name { name, is_optional, after } => {
                    needed.first = Some(name.clone());
                    needed.is_first_optional = *is_optional;
                    rest = *after;
                }
                Rest::Close(name, after) => {
                    needed.closed.push(name.clone());
                    rest = *after;
                }
            }
        }
    }
}
