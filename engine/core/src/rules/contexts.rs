//! Contexts: what a rule is read in, such as the body of a function or of a loop.
//!
//! A grammar may say of an edge that it exists only in some contexts, and that the rule on it is read in
//! another context than the rule that the edge belongs to. Both are one partial map of contexts, the edge's
//! *label*. A grammar with labels stands for a larger one without: a copy of each rule for each context. That
//! grammar is never made. Forward, a chart's items carry the one context that they are read in; backward, the
//! set of those in which what follows them can be read.
//!
//! (An inherited attribute with finitely many values: Knuth, "Semantics of Context-Free Languages", 1968.)

use crate::base::ids::id_type;
use crate::base::interner::Interner;

id_type! {
    /// The number of a context of a grammar. A text is read in context 0.
    ContextId: u8
}

id_type! {
    /// The number of a label among the [`Labels`] of a grammar.
    LabelId: u16
}

/// The greatest number of contexts of a grammar: a set of them is a number of 128 bits.
pub const MAX_CONTEXTS: usize = 128;

/// The number of states that can be numbered, all copies of a quotient included; a quotient with more is refused.
pub const MAX_NUMBERS: u32 = 1 << NUMBER_BITS;

/// The bits of a number below those of a context or of a set of contexts that is packed with it.
const NUMBER_BITS: u32 = 20;

/// A set of contexts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct ContextSet(u128);

impl ContextSet {
    /// The set that holds no context.
    pub const EMPTY: Self = Self(0);

    /// Returns the set of the first `count` contexts.
    pub fn first(count: usize) -> Self {
        Self(if count >= MAX_CONTEXTS { u128::MAX } else { (1 << count) - 1 })
    }

    /// Adds a context.
    pub fn insert(&mut self, context: ContextId) {
        self.0 |= 1 << context.0;
    }

    /// Returns whether a context is in the set.
    #[inline]
    pub fn contains(self, context: ContextId) -> bool {
        self.0 >> context.0 & 1 == 1
    }

    /// Returns whether the set holds no context.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the contexts that are in both sets.
    #[must_use]
    #[inline]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the contexts that are in either set.
    #[must_use]
    #[inline]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the contexts of this set that are not in the other one.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the set of one context.
    pub fn of(context: ContextId) -> Self {
        let mut set = Self::EMPTY;
        set.insert(context);
        set
    }

    /// Returns how many contexts the set holds.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns how many contexts of the set have smaller numbers than the given one.
    pub fn rank(self, context: ContextId) -> u32 {
        (self.0 & ((1 << context.0) - 1)).count_ones()
    }

    /// Yields the contexts in ascending order.
    pub fn iter(self) -> impl Iterator<Item = ContextId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let context = (left != 0).then(|| ContextId::at(left.trailing_zeros() as usize))?;
            left &= left - 1;
            Some(context)
        })
    }
}

/// A partial map of contexts: none where the edge does not exist.
type Map = Box<[Option<ContextId>]>;

/// The contexts that a label's map changes, and those that it does not.
#[derive(Default)]
struct Sources {
    kept: ContextSet,
    /// The contexts that become a context, each with those, if it is another one.
    changed: Vec<(ContextId, ContextSet)>,
}

impl Sources {
    fn of(map: &[Option<ContextId>]) -> Self {
        let mut sources = Self::default();
        for (context, to) in map.iter().enumerate() {
            let context = ContextId::at(context);
            let Some(to) = *to else { continue };
            if to == context {
                sources.kept.insert(context);
            } else if let Some((_, from)) = sources.changed.iter_mut().find(|(known, _)| *known == to) {
                from.insert(context);
            } else {
                sources.changed.push((to, ContextSet::of(context)));
            }
        }
        sources
    }
}

/// The labels of a grammar's edges. Label 0 changes nothing.
pub struct Labels {
    maps: Interner<Map>,
    /// Per label: the contexts in which its edges exist.
    domains: Vec<ContextSet>,
    /// Per label: which contexts become which.
    sources: Vec<Sources>,
    count: usize,
}

impl LabelId {
    /// The label of an edge that exists in every context and changes none.
    pub const NONE: Self = Self(0);
}

impl Labels {
    /// Returns the labels of a grammar of `count` contexts: for each one, the context that each context
    /// becomes, or none where the edge does not exist. Fails if a map does not fit the number of contexts.
    pub fn new(count: usize, maps: &[Vec<Option<u8>>]) -> Result<Self, String> {
        if !(1..=MAX_CONTEXTS).contains(&count) {
            return Err(format!("{count} contexts, which is not within 1..{MAX_CONTEXTS}"));
        }
        let identity: Map = (0..count).map(|context| Some(ContextId::at(context))).collect();
        let mut labels = Self { maps: Interner::of(&[]), domains: Vec::new(), sources: Vec::new(), count };
        labels.number(identity);
        for map in maps {
            let fits = |context: &Option<u8>| context.is_none_or(|context| usize::from(context) < count);
            if map.len() != count || !map.iter().all(fits) {
                return Err("a label does not fit the contexts".to_owned());
            }
        }
        Ok(labels)
    }

    /// Returns the label of a map.
    pub fn of(&mut self, map: &[Option<u8>]) -> LabelId {
        self.number(map.iter().map(|context| context.map(ContextId)).collect())
    }

    /// Returns the number of contexts.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns all contexts.
    pub fn all(&self) -> ContextSet {
        ContextSet::first(self.count)
    }

    fn number(&mut self, map: Map) -> LabelId {
        let (mut domain, sources) = (ContextSet::EMPTY, Sources::of(&map));
        for (context, _) in map.iter().enumerate().filter(|(_, to)| to.is_some()) {
            domain.insert(ContextId::at(context));
        }
        let label = LabelId::at(self.maps.number(map) as usize);
        if label.index() == self.domains.len() {
            self.domains.push(domain);
            self.sources.push(sources);
        }
        label
    }

    /// Returns the context in which the rule on an edge is read, or none if the edge does not exist in the
    /// given one.
    #[inline]
    pub fn apply(&self, label: LabelId, context: ContextId) -> Option<ContextId> {
        if label == LabelId::NONE { Some(context) } else { self.maps.get(label.into())[context.index()] }
    }

    /// Returns the contexts in which an edge exists.
    #[inline]
    pub fn domain(&self, label: LabelId) -> ContextSet {
        self.domains[label.index()]
    }

    /// Returns the contexts in which an edge exists whose rule is then read in one of the given contexts.
    pub fn before(&self, label: LabelId, contexts: ContextSet) -> ContextSet {
        if label == LabelId::NONE {
            return contexts.and(self.all());
        }
        let Sources { kept, changed } = &self.sources[label.index()];
        let found = changed.iter().filter(|(to, _)| contexts.contains(*to));
        found.fold(contexts.and(*kept), |all, (_, from)| all.or(*from))
    }

    /// Returns the label of an edge of a rule that is put in the place of an edge with the label `outer`.
    pub fn composed(&mut self, outer: LabelId, inner: LabelId) -> LabelId {
        if outer == LabelId::NONE {
            return inner;
        }
        let map = self.maps.get(outer.into()).iter().map(|to| to.and_then(|to| self.apply(inner, to)));
        let map = map.collect();
        self.number(map)
    }

    /// Returns the label of an edge with the given label that exists only in some contexts.
    pub fn restricted(&mut self, label: LabelId, contexts: ContextSet) -> LabelId {
        let all = (0..self.count).map(ContextId::at);
        let map = all.map(|context| self.apply(label, context).filter(|_| contexts.contains(context)));
        let map = map.collect();
        self.number(map)
    }

    /// Returns the label whose map has other results: those that `change` makes of the results of a label's map.
    pub fn mapped(&mut self, label: LabelId, change: impl Fn(ContextId) -> ContextId) -> LabelId {
        let all = (0..self.count).map(ContextId::at);
        let map = all.map(|context| self.apply(label, context).map(&change)).collect();
        self.number(map)
    }

    /// Returns the label for an edge over a terminal: of its map, only the domain counts.
    pub fn of_terminal(&mut self, label: LabelId) -> LabelId {
        let domain = self.domain(label);
        self.restricted(LabelId::NONE, domain)
    }
}

/// Returns a number with a context, or with the number of a set of contexts, packed into it.
#[inline]
pub fn packed(number: u32, contexts: u32) -> u32 {
    number | contexts << NUMBER_BITS
}

/// Returns a packed number without its context.
#[inline]
pub fn bare(number: u32) -> u32 {
    number & ((1 << NUMBER_BITS) - 1)
}

/// Returns the context of a packed number, or the number of its set of contexts.
#[inline]
pub fn contexts_of(number: u32) -> u32 {
    number >> NUMBER_BITS
}

/// Returns the context of a packed number.
#[inline]
pub fn context_of(number: u32) -> ContextId {
    ContextId(contexts_of(number) as u8)
}

#[cfg(test)]
mod tests {
    use super::{ContextId, ContextSet, LabelId, Labels, bare, contexts_of, packed};

    fn set(contexts: &[u8]) -> ContextSet {
        let mut set = ContextSet::EMPTY;
        for &context in contexts {
            set.insert(ContextId(context));
        }
        set
    }

    #[test]
    fn labels_are_partial_maps() {
        let mut labels = Labels::new(3, &[]).unwrap();
        let to_two = labels.of(&[Some(2), Some(2), None]);
        let only_two = labels.of(&[None, None, Some(2)]);
        assert_eq!(labels.of(&[Some(0), Some(1), Some(2)]), LabelId::NONE);
        assert_eq!(labels.apply(to_two, ContextId(1)), Some(ContextId(2)));
        assert_eq!(labels.apply(to_two, ContextId(2)), None);
        assert_eq!(labels.domain(to_two), set(&[0, 1]));
        assert_eq!(labels.before(to_two, set(&[0, 1])), ContextSet::EMPTY);
        assert_eq!(labels.before(to_two, set(&[2])), set(&[0, 1]));
        assert_eq!(labels.composed(to_two, only_two), to_two);
        let never = labels.composed(only_two, to_two);
        assert!(labels.domain(never).is_empty());
        let restricted = labels.restricted(to_two, set(&[1, 2]));
        assert_eq!(labels.domain(restricted), set(&[1]));
        let of_terminal = labels.of_terminal(to_two);
        assert_eq!(labels.apply(of_terminal, ContextId(1)), Some(ContextId(1)));
    }

    #[test]
    fn numbers_are_packed() {
        assert_eq!((bare(packed(700, 127)), contexts_of(packed(700, 127))), (700, 127));
        assert_eq!(ContextSet::first(128).iter().count(), 128);
    }

    #[test]
    fn labels_must_fit() {
        for (count, map) in [(0, vec![]), (129, vec![None; 129]), (2, vec![None]), (2, vec![Some(2), None])] {
            assert!(Labels::new(count, &[map]).is_err());
        }
    }
}
