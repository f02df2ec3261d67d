//! A language's plans for one vocabulary (see [`crate::mask::plan`]), made as they are needed and kept.
//!
//! Of the many states that the lexer can have in a lexeme, most go on as another does but for a few
//! tokens: inside a name, those in which it may still become a keyword. Such a state has a plan for those
//! tokens alone, on top of the other state's.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHashMap;

use crate::base::byte_sets::Bytes;
use crate::base::interner::Numbers;
use crate::base::sets::TermId;
use crate::grammar::{Grammar, StateId};
use crate::language::Language;
use crate::lexer::DEAD;
use crate::lexer::ids::{LexState, TermSetId};
use crate::lexer::self_loops::SelfLoops;
use crate::mask::diff::{self, TokenSubtree};
use crate::mask::plan::{Origin, Plan, Scope};
use crate::mask::planner::Planner;
use crate::vocab::sets::{BitSetId, BitSets, set_bit};
use crate::vocab::trie::TokenTrie;

/// A plan is made on top of another's if the states go apart on the first byte of less than this part of all
/// tokens, and in the end treat less than that part differently.
const ALIKE_PART: usize = 2;
const SMALL_PART: usize = 8;

/// The tokens that go on with a pending lexeme.
#[derive(Clone, Copy)]
pub struct Pending {
    /// The plan of a state much like this one, that this one's lies on top of.
    pub base: Option<u32>,
    pub plan: u32,
    /// The set of tokens that do not go on with it: it ends in front of them, if it can.
    pub others: BitSetId,
}

pub struct PlanTables {
    /// Different for all tables ever made.
    pub number: u64,
    pub grammar: Arc<Language>,
    pub is_prepared: bool,
    loops: SelfLoops,
    pub(crate) sets: BitSets,
    pub(crate) plans: Vec<Arc<Plan>>,
    pub(crate) between: FxHashMap<Origin, u32>,
    pub(crate) pending: FxHashMap<Origin, Pending>,
    /// Origins of those that others are made on top of.
    pub(crate) bases: Vec<Origin>,
    /// Per plan, node and state of the lexer: the plan of its rests.
    behind: FxHashMap<(u32, u32, LexState), u32>,
    /// Per set of first bytes: the set of the tokens.
    beginning: FxHashMap<Bytes, BitSetId>,
    /// Per set of terminals: one that the parser cannot tell from it.
    alike: Vec<TermSetId>,
    /// About how many bytes the plans take, their sets left aside.
    pub(crate) room: usize,
}

impl PlanTables {
    pub fn new(grammar: &Arc<Language>) -> Self {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        Self {
            number: NUMBERS.fetch_add(1, Ordering::Relaxed),
            grammar: Arc::clone(grammar),
            is_prepared: false,
            loops: SelfLoops::new(&grammar.lexer),
            sets: BitSets::default(),
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

    /// About how many bytes all plans and sets take.
    pub fn room(&self) -> usize {
        self.room + self.sets.room()
    }

    /// A set of terminals that the parser cannot tell from this one.
    pub fn alike(&self, set: TermSetId) -> TermSetId {
        self.alike[set.index()]
    }

    pub fn plan(&self, number: u32) -> Arc<Plan> {
        Arc::clone(&self.plans[number as usize])
    }

    /// The plan of all tokens with nothing pending.
    pub fn between(&mut self, trie: &TokenTrie, start: LexState, opens_line: bool) -> u32 {
        let origin = Origin { lexer: start, start, is_pending: false, opens_line };
        if let Some(&known) = self.between.get(&origin) {
            return known;
        }
        let plan = self.add(trie, origin, Scope::All);
        self.between.insert(origin, plan);
        plan
    }

    /// The plans of the tokens that go on with a pending lexeme; `start` is its mode's.
    pub fn pending(
        &mut self,
        trie: &TokenTrie,
        lexer: LexState,
        start: LexState,
        opens_line: bool,
    ) -> Pending {
        // What the parser sees ends the line's beginning.
        let may_be_ignored = self.grammar.lexer.reachable(lexer).intersects(&self.grammar.ignored);
        let origin = Origin { lexer, start, is_pending: true, opens_line: opens_line && may_be_ignored };
        if let Some(known) = self.pending.get(&origin) {
            return *known;
        }
        let others = self.beginning(trie, self.ending(origin.lexer));
        let pending = match self.find_base(trie, origin) {
            Some((base, pieces)) if pieces.is_empty() => Pending { others, ..self.pending[&base] },
            Some((base, pieces)) => {
                let plan = self.add(trie, origin, Scope::Pieces(&pieces));
                Pending { base: Some(self.pending[&base].plan), plan, others }
            }
            None => {
                let plan = self.add(trie, origin, Scope::All);
                self.bases.push(origin);
                Pending { base: None, plan, others }
            }
        };
        self.pending.insert(origin, pending);
        pending
    }

    /// Make what masks need with nothing pending in each mode, and with a lexeme pending, wherever that is not
    /// in the midst of a character.
    pub fn prepare(&mut self, trie: &TokenTrie) {
        let grammar = Arc::clone(&self.grammar);
        for mode in 0..grammar.lexer.mode_count() {
            let start = grammar.lexer.start(mode);
            // Lines begin where nothing is open.
            let lines: &[bool] = if mode == 0 { &[true, false] } else { &[false] };
            for &opens_line in lines {
                self.between(trie, start, opens_line);
                for state in states_of_whole_characters(&grammar, start) {
                    self.pending(trie, state, start, opens_line);
                }
            }
        }
    }

    /// The bytes that end the lexeme pending in a state of the lexer.
    pub fn ending(&self, state: LexState) -> Bytes {
        (0..=255).filter(|&byte| self.grammar.lexer.step(state, byte) == DEAD).collect()
    }

    /// The state most like this one, and the tokens that they treat differently.
    fn find_base(&self, trie: &TokenTrie, origin: Origin) -> Option<(Origin, Vec<TokenSubtree>)> {
        let mut most = trie.len() / ALIKE_PART;
        let mut best = None;
        for base in self.bases.iter().filter(|base| Origin { lexer: origin.lexer, ..**base } == origin) {
            if let Some(count) = self.count_apart(trie, (base.lexer, origin.lexer), most) {
                most = count;
                best = Some(*base);
            }
        }
        let base = best?;
        let (states, most) = ((origin.lexer, base.lexer), trie.len() / SMALL_PART);
        Some((base, diff::find(&self.grammar, trie, origin.start, states, most)?))
    }

    /// How many tokens begin with a byte that leads two states of the lexer to different ones; none if as many
    /// as `most`.
    fn count_apart(
        &self,
        trie: &TokenTrie,
        (one, other): (LexState, LexState),
        most: usize,
    ) -> Option<usize> {
        let lexer = &self.grammar.lexer;
        let mut count = 0;
        for node in trie.roots() {
            let byte = trie.byte(node);
            if lexer.step(one, byte) != lexer.step(other, byte) {
                count += trie.tokens(trie.all(node)).len();
                if count >= most {
                    return None;
                }
            }
        }
        Some(count)
    }

    /// The plan behind a node whose lexer's state is not that of its own plan.
    pub fn behind(
        &mut self,
        trie: &TokenTrie,
        plan: u32,
        node: usize,
        start: LexState,
        opens_line: bool,
    ) -> u32 {
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
        let plan = Planner::new(&self.grammar, trie, &self.loops).plan(origin, scope, &mut self.sets);
        self.room += plan.room();
        self.plans.push(Arc::new(plan));
        self.plans.len() as u32 - 1
    }

    /// The set of the tokens that begin with one of these bytes.
    pub fn beginning(&mut self, trie: &TokenTrie, bytes: Bytes) -> BitSetId {
        if let Some(&known) = self.beginning.get(&bytes) {
            return known;
        }
        let mut mask = vec![0; trie.len().div_ceil(64)];
        for node in trie.roots().filter(|&node| bytes.contains(trie.byte(node))) {
            trie.tokens(trie.all(node)).iter().for_each(|&token| set_bit(&mut mask, token));
        }
        let set = self.sets.intern(mask);
        self.beginning.insert(bytes, set);
        set
    }
}

/// The states of a mode in which a lexeme can be pending behind a whole character, those first that stay the
/// same on most bytes: others are made on top of them.
fn states_of_whole_characters(grammar: &Grammar, start: LexState) -> Vec<LexState> {
    let lexer = &grammar.lexer;
    let mut met = vec![false; lexer.state_count()];
    met[DEAD.index()] = true;
    met[start.index()] = true;
    let mut states = vec![start];
    let mut next = 0;
    while let Some(&state) = states.get(next) {
        next += 1;
        let reached = (0..=255).map(|byte| lexer.step(state, byte));
        states.extend(reached.filter(|&reached| !std::mem::replace(&mut met[reached.index()], true)));
    }
    states.remove(0);
    states.retain(|&state| !grammar.characters().is_inside(state));
    states.sort_by_cached_key(|&state| (0..=255).filter(|&byte| lexer.step(state, byte) != state).count());
    states
}

/// Per set of terminals, the first one that leads from every state of the grammar to the same states.
fn find_alike(grammar: &Grammar) -> Vec<TermSetId> {
    let mut columns: Numbers<Vec<Option<StateId>>> = Numbers::default();
    let class_of: Vec<Option<u32>> = (0..grammar.terminals.len())
        .map(TermId::at)
        .map(|term| {
            let column: Vec<Option<StateId>> =
                grammar.states().map(|state| grammar.scan(state, term)).collect();
            let is_used = column.iter().any(Option::is_some);
            is_used.then(|| columns.of(column).0)
        })
        .collect();
    let mut first: FxHashMap<Vec<u32>, TermSetId> = FxHashMap::default();
    let alike = grammar.lexer.sets.iter().enumerate().map(|(number, set)| {
        let mut classes: Vec<u32> = set.iter().filter_map(|term| class_of[term.index()]).collect();
        classes.sort_unstable();
        classes.dedup();
        *first.entry(classes).or_insert(TermSetId::at(number))
    });
    alike.collect()
}
