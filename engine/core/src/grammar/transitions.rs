//! This module holds the rules' edges over terminals in a table.

use rustc_hash::FxHashMap;

use crate::base::ids::id_type;
use crate::base::sets::TermId;
use crate::rules::contexts::{ContextId, ContextSet};

id_type! {
    /// A state of a rule's automaton; the states of all rules of a grammar are numbered together.
    StateId: u16
}

/// The entry of a state and terminal without an edge; `MAX_STATES` is smaller.
const NO_EDGE: u16 = u16::MAX;

/// What the table holds where there are several edges, or where an edge exists only in some contexts.
const PARTIAL: u16 = u16::MAX - 1;

/// An edge over a terminal: the contexts in which it exists, and the state that it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TermEdge {
    pub contexts: ContextSet,
    pub to: StateId,
}

/// The targets of the edges over terminals, by state and terminal. States with equal targets share a row.
#[derive(Default)]
pub struct Transitions {
    targets: Vec<u16>,
    /// Per state: where its row begins in `targets`.
    rows: Vec<u32>,
    partial: FxHashMap<(StateId, TermId), Vec<TermEdge>>,
    term_count: usize,
    all: ContextSet,
}

impl Transitions {
    /// Returns a table without edges for a grammar with the given contexts.
    pub fn new(state_count: usize, term_count: usize, all: ContextSet) -> Self {
        Self {
            targets: vec![NO_EDGE; state_count * term_count],
            rows: (0..state_count).map(|state| (state * term_count) as u32).collect(),
            partial: FxHashMap::default(),
            term_count,
            all,
        }
    }

    /// Adds an edge, before rows are shared.
    pub fn add(&mut self, from: StateId, term: TermId, edge: TermEdge) {
        let index = self.index(from, term);
        let known = self.targets[index];
        if known == NO_EDGE && edge.contexts == self.all {
            self.targets[index] = edge.to.0;
            return;
        }
        let edges = self.partial.entry((from, term)).or_default();
        if known != NO_EDGE && known != PARTIAL {
            edges.push(TermEdge { contexts: self.all, to: StateId(known) });
        }
        edges.push(edge);
        self.targets[index] = PARTIAL;
    }

    /// Keeps equal rows once, when all edges are added.
    pub fn share_rows(&mut self) {
        let all = std::mem::take(&mut self.targets);
        let mut begins: FxHashMap<&[u16], u32> = FxHashMap::default();
        for begin in &mut self.rows {
            let row = &all[*begin as usize..][..self.term_count];
            *begin = *begins.entry(row).or_insert_with(|| {
                self.targets.extend(row);
                (self.targets.len() - row.len()) as u32
            });
        }
        self.targets.shrink_to_fit();
    }

    #[inline]
    fn index(&self, from: StateId, term: TermId) -> usize {
        self.rows[from.index()] as usize + term.index()
    }

    /// Calls `f` with the target of each edge from a state over a terminal that exists in a context.
    #[inline]
    pub fn scan(&self, from: StateId, term: TermId, context: ContextId, mut f: impl FnMut(StateId)) {
        match self.targets[self.index(from, term)] {
            NO_EDGE => {}
            PARTIAL => {
                let edges = self.partial[&(from, term)].iter();
                edges.filter(|edge| edge.contexts.contains(context)).for_each(|edge| f(edge.to));
            }
            target => f(StateId(target)),
        }
    }

    /// Calls `f` with each edge from a state over a terminal.
    #[inline]
    pub fn edges(&self, from: StateId, term: TermId, mut f: impl FnMut(TermEdge)) {
        match self.targets[self.index(from, term)] {
            NO_EDGE => {}
            PARTIAL => self.partial[&(from, term)].iter().for_each(|&edge| f(edge)),
            target => f(TermEdge { contexts: self.all, to: StateId(target) }),
        }
    }
}
