//! What the lexemes of a set of terminals do with names, as bits: one look-up for each lexeme instead of a comparison
//! for each part of [`NameRules`].

use crate::base::sets::TermSet;
use crate::grammar::name_rules::NameRules;
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
    pub const IGNORED: Self = Self(1 << 20);

    /// What does something beside reading or binding a name.
    pub const WORD: Self = Self(Self::FUNCTION.0 | Self::CLASS.0 | Self::LAMBDA.0 | Self::REPEAT.0 | Self::IMPORT.0)
        .and(Self(Self::TARGETS.0 | Self::TARGETS_END.0 | Self::EFFECTIVE.0 | Self::COMMA.0 | Self::NEAREST.0))
        .and(Self(Self::GUARD.0 | Self::ANNOTATION.0 | Self::ASSIGN.0 | Self::EVERYTHING.0));

    /// Returns the marks of a set of terminals.
    fn of(rules: &NameRules, ignored: &TermSet, set: &TermSet) -> Self {
        let all = [
            (Self::BIND, &rules.bind),
            (Self::OUTER, &rules.outer),
            (Self::NEAREST, &rules.nearest),
            (Self::IMPORT, &rules.import),
            (Self::EVERYTHING, &rules.everything),
            (Self::FUNCTION, &rules.function),
            (Self::CLASS, &rules.class),
            (Self::LAMBDA, &rules.lambda),
            (Self::REPEAT, &rules.repeat),
            (Self::TARGETS, &rules.targets),
            (Self::TARGETS_END, &rules.targets_end),
            (Self::EFFECTIVE, &rules.effective),
            (Self::AT_ONCE, &rules.at_once),
            (Self::GUARD, &rules.guard),
            (Self::GUARDED, &rules.guarded),
            (Self::COMMA, &rules.comma),
            (Self::ANNOTATION, &rules.annotation),
            (Self::ASSIGN, &rules.assign),
            (Self::INNER_ASSIGN, &rules.inner_assign),
            (Self::IGNORED, ignored),
        ];
        let has = |&(_, terms): &(Self, &TermSet)| set.intersects(terms);
        let marks = all.iter().copied().filter(has).fold(Self(0), |marks, (mark, _)| marks.and(mark));
        if rules.is_name(set) { marks.and(Self::NAME) } else { marks }
    }

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
    /// Returns the marks of some sets.
    pub fn new(rules: &NameRules, ignored: &TermSet, sets: &[TermSet]) -> Self {
        Self(sets.iter().map(|set| Marks::of(rules, ignored, set)).collect())
    }

    /// Returns the marks of a set.
    #[inline]
    pub fn of(&self, set: TermSetId) -> Marks {
        self.0[set.index()]
    }
}
