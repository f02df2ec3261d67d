//! A language's plans for one vocabulary (see [`crate::plans`]), made as they are needed and kept.
//!
//! Of the many states that the lexer can have in a lexeme, most go on as another does but for a few
//! bytes: inside a name, those in which it may still become a keyword. Such a state has a plan for those
//! bytes alone, on top of the other state's.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHashMap;

use crate::grammar::Grammar;
use crate::lexer::{DEAD, NO_SET};
use crate::plans::{Loops, Origin, Plan, Planner, Scope, set_bit};
use crate::token_trie::{Bytes, TokenTrie};

/// A plan's share of the vocabulary below which it is made on top of another.
const SMALL_PART: usize = 4;

/// States of the lexer to be prepared for, in the first mode and in each of the others.
const PREPARED: usize = 48;
const PREPARED_ELSEWHERE: usize = 2;

/// The tokens that go on with a pending lexeme.
#[derive(Clone)]
pub struct Pending {
    /// The plan of a state much like this one, and the tokens that are not to be taken from there.
    pub base: Option<(u32, Arc<[u64]>)>,
    pub plan: u32,
    /// The tokens that do not go on with it: it ends in front of them, if it can.
    pub others: Arc<[u64]>,
}

pub struct Tables {
    /// Different for all tables ever made.
    pub number: u64,
    pub grammar: Arc<Grammar>,
    loops: Loops,
    plans: Vec<Arc<Plan>>,
    between: FxHashMap<Origin, u32>,
    pending: FxHashMap<Origin, Pending>,
    /// Origins of those that others are made on top of.
    bases: Vec<Origin>,
    /// Per plan, node and state of the lexer: the plan of its rests.
    behind: FxHashMap<(u32, u32, u16), u32>,
    /// Per set of first bytes: the tokens.
    beginning: FxHashMap<Bytes, Arc<[u64]>>,
    /// Per set of terminals: one that the parser cannot tell from it.
    alike: Vec<u16>,
    room: usize,
}

impl Tables {
    pub fn new(grammar: &Arc<Grammar>) -> Self {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        Self {
            number: NUMBERS.fetch_add(1, Ordering::Relaxed),
            grammar: Arc::clone(grammar),
            loops: Loops::new(grammar),
            plans: Vec::new(),
            between: FxHashMap::default(),
            pending: FxHashMap::default(),
            bases: Vec::new(),
            behind: FxHashMap::default(),
            beginning: FxHashMap::default(),
            alike: find_alike(grammar),
            room: 0,
        }
    }

    /// About how many bytes the plans take.
    pub fn room(&self) -> usize {
        self.room
    }

    /// A set of terminals that the parser cannot tell from this one.
    pub fn alike(&self, set: u16) -> u16 {
        self.alike[usize::from(set)]
    }

    pub fn plan(&self, number: u32) -> Arc<Plan> {
        Arc::clone(&self.plans[number as usize])
    }

    /// The plan of all tokens with nothing pending.
    pub fn between(&mut self, trie: &TokenTrie, start: u16, opens_line: bool) -> u32 {
        let origin = Origin { lexer: start, start, is_pending: false, opens_line };
        if let Some(&known) = self.between.get(&origin) {
            return known;
        }
        let plan = self.add(trie, origin, Scope::Beginning(&Bytes::ALL));
        self.between.insert(origin, plan);
        plan
    }

    /// The plans of the tokens that go on with a pending lexeme; `start` is its mode's.
    pub fn pending(&mut self, trie: &TokenTrie, lexer: u16, start: u16, opens_line: bool) -> Pending {
        // What the parser sees ends the line's beginning.
        let may_be_ignored = self.grammar.lexer.reachable(lexer).intersects(&self.grammar.ignored);
        let origin = Origin { lexer, start, is_pending: true, opens_line: opens_line && may_be_ignored };
        if let Some(known) = self.pending.get(&origin) {
            return known.clone();
        }
        let others = self.beginning(trie, self.ending(origin.lexer));
        let pending = if let Some((base, bytes)) = self.find_base(trie, origin) {
            let plan = self.add(trie, origin, Scope::Beginning(&bytes));
            let base = Some((self.pending[&base].plan, self.beginning(trie, bytes)));
            Pending { base, plan, others }
        } else {
            let plan = self.add(trie, origin, Scope::Beginning(&Bytes::ALL));
            self.bases.push(origin);
            Pending { base: None, plan, others }
        };
        self.pending.insert(origin, pending.clone());
        pending
    }

    /// Make what is needed with nothing pending in each mode, and in the states in which most tokens leave the
    /// lexer then.
    pub fn prepare(&mut self, trie: &TokenTrie) {
        let grammar = Arc::clone(&self.grammar);
        for mode in 0..grammar.lexer.mode_count() {
            let start = grammar.lexer.start(mode);
            let lines: &[bool] = if mode == 0 { &[true, false] } else { &[false] };
            let plans: Vec<u32> = lines.iter().map(|&line| self.between(trie, start, line)).collect();
            let mut counts: FxHashMap<u16, usize> = FxHashMap::default();
            for (lexer, count) in plans.iter().flat_map(|&plan| self.plan(plan).ends().collect::<Vec<_>>()) {
                *counts.entry(lexer).or_default() += count;
            }
            let mut states: Vec<(usize, u16)> =
                counts.into_iter().map(|(state, count)| (count, state)).collect();
            states.sort_unstable_by(|a, b| b.cmp(a));
            for &(_, state) in states.iter().take(if mode == 0 { PREPARED } else { PREPARED_ELSEWHERE }) {
                self.pending(trie, state, start, false);
            }
        }
    }

    /// The bytes that end the lexeme pending in a state of the lexer.
    pub fn ending(&self, state: u16) -> Bytes {
        (0..=255).filter(|&byte| self.grammar.lexer.step(state, byte) == DEAD).collect()
    }

    /// The state most like this one, and the bytes on which they differ.
    fn find_base(&self, trie: &TokenTrie, origin: Origin) -> Option<(Origin, Bytes)> {
        let is_like = |base: &&Origin| Origin { lexer: origin.lexer, ..**base } == origin;
        let candidates = self.bases.iter().filter(is_like).map(|&base| {
            let differ = |&node: &u32| self.differ(base.lexer, origin.lexer, trie.byte(node));
            let nodes: Vec<u32> = trie.roots().filter(differ).collect();
            let count: usize = nodes.iter().map(|&node| trie.tokens(trie.all(node)).len()).sum();
            (count, base, nodes)
        });
        let (count, base, nodes) = candidates.min_by_key(|candidate| candidate.0)?;
        let bytes = nodes.into_iter().map(|node| trie.byte(node)).collect();
        (count < trie.len() / SMALL_PART).then_some((base, bytes))
    }

    /// Whether a byte leads two states of the lexer to different places.
    fn differ(&self, one: u16, other: u16, byte: u8) -> bool {
        let lexer = &self.grammar.lexer;
        let next = lexer.step(one, byte);
        let counts = next != DEAD && lexer.accept(next) == NO_SET;
        next != lexer.step(other, byte) || (counts && lexer.accept(one) != lexer.accept(other))
    }

    /// The plan behind a node whose lexer's state is not that of its own plan.
    pub fn behind(&mut self, trie: &TokenTrie, plan: u32, node: usize, start: u16, opens_line: bool) -> u32 {
        let key = (plan, node as u32, start);
        if let Some(&known) = self.behind.get(&key) {
            return known;
        }
        let from = self.plan(plan);
        let origin = Origin { lexer: start, start, is_pending: false, opens_line };
        let number = self.add(trie, origin, Scope::Rests(from.rests(node)));
        self.behind.insert(key, number);
        number
    }

    fn add(&mut self, trie: &TokenTrie, origin: Origin, scope: Scope<'_>) -> u32 {
        let plan = Planner::new(&self.grammar, trie, &self.loops).plan(origin, scope);
        self.room += plan.room;
        self.plans.push(Arc::new(plan));
        self.plans.len() as u32 - 1
    }

    /// The tokens that begin with one of these bytes.
    pub fn beginning(&mut self, trie: &TokenTrie, bytes: Bytes) -> Arc<[u64]> {
        if let Some(known) = self.beginning.get(&bytes) {
            return Arc::clone(known);
        }
        let mut mask = vec![0; trie.len().div_ceil(64)];
        for node in trie.roots().filter(|&node| bytes.contains(trie.byte(node))) {
            trie.tokens(trie.all(node)).iter().for_each(|&token| set_bit(&mut mask, token));
        }
        self.room += mask.len() * 8;
        let mask: Arc<[u64]> = mask.into();
        self.beginning.insert(bytes, Arc::clone(&mask));
        mask
    }
}

/// Per set of terminals, the first one that leads from every state of the grammar to the same states.
fn find_alike(grammar: &Grammar) -> Vec<u16> {
    let mut columns: FxHashMap<Vec<Option<u16>>, u16> = FxHashMap::default();
    let class_of: Vec<Option<u16>> = (0..grammar.terminals.len() as u16)
        .map(|term| {
            let column: Vec<Option<u16>> =
                (0..grammar.state_count as u16).map(|state| grammar.scan(state, term)).collect();
            let fresh = columns.len() as u16;
            let is_used = column.iter().any(Option::is_some);
            is_used.then(|| *columns.entry(column).or_insert(fresh))
        })
        .collect();
    let mut first: FxHashMap<Vec<u16>, u16> = FxHashMap::default();
    let alike = grammar.lexer.sets.iter().enumerate().map(|(number, set)| {
        let mut classes: Vec<u16> = set.iter().filter_map(|term| class_of[usize::from(term)]).collect();
        classes.sort_unstable();
        classes.dedup();
        *first.entry(classes).or_insert(number as u16)
    });
    alike.collect()
}
