//! What the lexemes of a set of terminals do with names, as bits: one look-up for each lexeme instead of a comparison
//! for each part of [`NameRules`].

use crate::base::sets::TermSet;
use crate::lexer::ids::TermSetId;

/// A set of marks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Marks(u32);

impl Marks {
    pub const NAME: Self = Self(1);
    pub const BIND: Self = Self(1 << 1);
    pub const OUTER: Self = Self(1 << 2);
    pub const NEAREST: Self = Self(1 << 3);
    pub const IMPORT: Self = Self(1 << 4);
    pub const EVERYTHING: Self = Self(1 << 5);
    pub const FUNCTION: Self = Self(1 << 6);
    pub const CLASS: Self = Self(1 << 7);
    pub const LAMBDA: Self = Self(1 << 8);
    pub const REPEAT: Self = Self(1 << 9);
    pub const TARGETS: Self = Self(1 << 10);
    pub const TARGETS_END: Self = Self(1 << 11);
    pub const EFFECTIVE: Self = Self(1 << 12);
    pub const AT_ONCE: Self = Self(1 << 13);
    pub const GUARD: Self = Self(1 << 14);
    pub const GUARDED: Self = Self(1 << 15);
    pub const COMMA: Self = Self(1 << 16);
    pub const ANNOTATION: Self = Self(1 << 17);
    pub const ASSIGN: Self = Self(1 << 18);
    pub const INNER_ASSIGN: Self = Self(1 << 19);
    /// What may do something beside reading or binding a name.
    pub const WORD: Self = Self(!(Self::NAME.0 | Self::BIND.0 | Self::OUTER.0));

    /// Returns both sets of marks together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether one of some marks is in the set.
    #[inline]
    pub fn has(self, marks: Self) -> bool {
        self.0 & marks.0 != 0
    }
}

/// The marks of all sets of terminals of a language.
#[derive(Default, Debug)]
pub struct NameMarks(Vec<Marks>);

impl NameMarks {
    /// Returns the marks of some sets, given the terminals of each mark.
    pub fn new(terms: &[(Marks, TermSet)], sets: &[TermSet]) -> Self {
        let marks = |set: &TermSet| {
            let all = terms.iter().filter(|(_, terms)| set.intersects(terms));
            all.fold(Marks::default(), |marks, &(mark, _)| marks.and(mark))
        };
        Self(sets.iter().map(marks).collect())
    }

    /// Returns the marks of a set.
    #[inline]
    pub fn of(&self, set: TermSetId) -> Marks {
        self.0[set.index()]
    }
}
