//! A language's plans for one vocabulary (see [`crate::mask::plan`]), made as they are needed and kept.
//!
//! The lexer can have many states in a lexeme, and most of them differ from another one by a few tokens only:
//! inside a name, by the tokens with which it may still become a keyword. A state of this kind has a plan of
//! those tokens alone, on top of the other state's plan.

pub mod rests;
pub mod tails;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHashMap;

use crate::base::byte_sets::Bytes;
use crate::base::interner::Numbers;
use crate::base::sets::{TermId, TermSet};
use crate::grammar::{Grammar, StateId, TermEdge};
use crate::language::Language;
use crate::layout::mode_rules::ModeAction;
use crate::layout::quotes::{self, Quoting};
use crate::lexer::ids::{LexState, TermSetId};
use crate::lexer::self_loops::SelfLoops;
use crate::lexer::{DEAD, NO_SET};
use crate::mask::diff;
use crate::mask::named_part::NamedPart;
use crate::mask::named_tokens::NamedTokens;
use crate::mask::plan::{Origin, Plan, Scope, SettledClasses};
use crate::mask::planner::Planner;
use crate::mask::tables::rests::{AfterKey, RestPlans};
use crate::mask::tables::tails::{Both, Tails};
use crate::vocab::declaring::{DeclaringTokens, with_signs};
use crate::vocab::sets::{BitSetId, BitSets, set_bit};
use crate::vocab::trie::{TokenSubtree, TokenTrie};

/// Parts of the vocabulary: a plan is made on top of another one if less than 1 / `ALIKE_PART` of all tokens
/// begin with a byte that leads the two states to different ones, and no more than 1 / `SMALL_PART` of all
/// tokens are finally treated differently.
const ALIKE_PART: usize = 2;
const SMALL_PART: usize = 8;

/// The plans of the tokens that continue a pending lexeme.
#[derive(Clone, Copy)]
pub struct Pending {
    /// The plan of a similar state, on top of which this state's plan lies.
    pub base: Option<u32>,
    pub plan: u32,
    /// The set of tokens that do not continue the lexeme: it ends before them, if it can.
    pub others: BitSetId,
}

/// The plans and sets of a language and a vocabulary.
pub struct PlanTables {
    /// A number that no other tables have.
    pub number: u64,
    pub grammar: Arc<Language>,
    pub is_prepared: bool,
    loops: SelfLoops,
    pub(crate) sets: BitSets,
    pub(crate) plans: Vec<Arc<Plan>>,
    pub(crate) between: FxHashMap<Origin, u32>,
    pub(crate) pending: FxHashMap<Origin, Pending>,
    /// The origins of the plans on top of which others are made.
    pub(crate) bases: Vec<Origin>,
    /// Per lexeme with a tail, and what begins in the tail: the tokens that do not make the lexeme whole again.
    tails: FxHashMap<Both, Arc<Tails>>,
    /// The plans of the rests of nodes.
    pub(crate) after: RestPlans,
    /// The tokens to which a quoting may matter, found when they are first needed.
    quotable: Option<Arc<[TokenSubtree]>>,
    /// Per set of first bytes: the set of the tokens.
    beginning: FxHashMap<Bytes, BitSetId>,
    /// The tokens that contain a lexeme which assigns to a name within an expression, once they have been searched.
    assigning: Option<Arc<[u32]>>,
    /// The results of [`Self::closing`], once they have been searched.
    closing: Option<[Arc<[u32]>; 2]>,
    /// The result of [`Self::declaring`], once it has been searched.
    declaring: Option<Arc<DeclaringTokens>>,
    /// The result of [`Self::with_signs`], once it has been searched.
    with_signs: Option<Arc<[u32]>>,
    /// Per plan: the part in which names matter.
    named_parts: FxHashMap<u32, Arc<NamedPart>>,
    /// The tokens in which known names stand.
    pub(super) named: NamedTokens,
    /// The classes of nodes with many, by what can follow.
    pub(super) settled: SettledClasses,
    /// Per set of terminals: one that the parser does not distinguish from it.
    alike: Vec<TermSetId>,
    /// The terminals behind which the lexer's mode depends on the one before them.
    staying: TermSet,
    /// The approximate memory of the plans without their sets, in bytes.
    pub(crate) room: usize,
}

impl PlanTables {
    /// Returns empty tables for a language.
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
            tails: FxHashMap::default(),
            quotable: None,
            after: RestPlans::default(),
            beginning: FxHashMap::default(),
            assigning: None,
            closing: None,
            declaring: None,
            with_signs: None,
            named_parts: FxHashMap::default(),
            named: NamedTokens::default(),
            settled: SettledClasses::default(),
            alike: find_alike(grammar),
            staying: find_staying(grammar),
            room: 0,
        }
    }

    /// Returns the tokens that contain a lexeme which assigns to a name within an expression.
    pub fn assigning(&mut self, trie: &TokenTrie) -> Arc<[u32]> {
        let grammar = &self.grammar;
        let found = self.assigning.get_or_insert_with(|| {
            let terms = grammar.name_rules.as_ref().map_or_else(TermSet::default, |rules| rules.inner_assign);
            let texts: Vec<&str> =
                terms.iter().filter_map(|term| grammar.terminals[term.index()].literal.as_deref()).collect();
            let has = |token: &[u8]| {
                texts.iter().any(|text| token.windows(text.len()).any(|part| part == text.as_bytes()))
            };
            trie.order().iter().copied().filter(|&number| has(trie.token(number))).collect()
        });
        Arc::clone(found)
    }

    /// Returns the tokens in which something ends that stands before more bytes and whose name is compared, or only those
    /// of them in which something opens before.
    pub fn closing(&mut self, trie: &TokenTrie, opens_before: bool) -> Arc<[u32]> {
        let grammar = &self.grammar;
        let [all, opening] = &*self.closing.get_or_insert_with(|| {
            let closings = grammar.layout.conditions.tags.as_ref().map_or(&[][..], |terms| &terms.closings);
            let place = |token: &[u8]| {
                let at = |closing: &Vec<u8>| token.windows(closing.len()).position(|part| part == closing);
                closings.iter().filter_map(|closing| Some((at(closing)?, closing.len()))).min()
            };
            let is_inside = |&number: &u32| {
                place(trie.token(number)).is_some_and(|(at, length)| at + length < trie.token(number).len())
            };
            let begun = trie.containing(|byte| closings.iter().any(|closing| closing[0] == byte));
            let begun = begun.iter().flat_map(|piece| trie.tokens(piece.ranks(trie)));
            let all: Arc<[u32]> = begun.copied().filter(is_inside).collect();
            let opens = |&number: &u32| {
                let token = trie.token(number);
                let before = place(token).map_or(0, |(at, _)| at);
                closings.iter().any(|closing| token[..before].contains(&closing[0]))
            };
            let opening = all.iter().copied().filter(opens).collect();
            [all, opening]
        });
        Arc::clone(if opens_before { opening } else { all })
    }

    /// Returns the tokens in which names may be declared.
    pub fn declaring(&mut self, trie: &TokenTrie) -> Arc<DeclaringTokens> {
        let (lexer, rules) = (&self.grammar.lexer, self.grammar.layout.declared.as_ref());
        let is_member = |&byte: &u8| {
            let begun = lexer.step(lexer.start(0), byte);
            rules.is_some_and(|rules| begun != DEAD && lexer.reachable(begun).intersects(&rules.private))
        };
        let members: Vec<u8> = (0..=u8::MAX).filter(is_member).collect();
        let words = rules.map_or([&[][..]; 4], |rules| {
            [&rules.words[..], &rules.exports, &rules.jumps, &rules.directives]
        });
        let found = || Arc::new(DeclaringTokens::new(trie, words, &members));
        Arc::clone(self.declaring.get_or_insert_with(found))
    }

    /// Returns the tokens with a sign, not at their end, that may belong to a name and belongs to no word.
    pub fn with_signs(&mut self, trie: &TokenTrie) -> Arc<[u32]> {
        Arc::clone(self.with_signs.get_or_insert_with(|| with_signs(trie).into()))
    }

    /// Returns the approximate memory of all plans and sets, in bytes.
    pub fn room(&self) -> usize {
        self.room + self.sets.room()
    }

    /// Returns a set of terminals that the parser does not distinguish from `set`.
    pub fn alike(&self, set: TermSetId) -> TermSetId {
        self.alike[set.index()]
    }

    /// Returns a plan by its number.
    pub fn plan(&self, number: u32) -> Arc<Plan> {
        Arc::clone(&self.plans[number as usize])
    }

    /// Returns the part of a plan in which names matter; none if the language has no names.
    pub(super) fn named_part(&mut self, trie: &TokenTrie, number: u32) -> Option<Arc<NamedPart>> {
        if let Some(known) = self.named_parts.get(&number) {
            return Some(Arc::clone(known));
        }
        let grammar = Arc::clone(&self.grammar);
        let read = grammar.name_rules.as_ref()?.read;
        let part = NamedPart::new(&grammar, &read, trie, &self.plan(number), &mut self.sets);
        self.room += part.room();
        let part = Arc::new(part);
        self.named_parts.insert(number, Arc::clone(&part));
        Some(part)
    }

    /// Returns the plan of all tokens with nothing pending, or, if a quoting is given, of those to which it may matter.
    pub fn between(&mut self, trie: &TokenTrie, start: LexState, opens_line: bool, quoting: Quoting) -> u32 {
        let origin = Origin { lexer: start, start, is_pending: false, opens_line, quoting };
        if let Some(&known) = self.between.get(&origin) {
            return known;
        }
        let plan = self.add_base(trie, origin);
        self.between.insert(origin, plan);
        plan
    }

    /// Adds the plan of all tokens to which the quoting of its origin may matter.
    fn add_base(&mut self, trie: &TokenTrie, origin: Origin) -> u32 {
        if origin.quoting == Quoting::NONE {
            return self.add(trie, origin, Scope::All);
        }
        let quotable = self.quotable.get_or_insert_with(|| trie.containing(quotes::matters).into());
        let pieces = Arc::clone(quotable);
        self.add(trie, origin, Scope::Pieces(&pieces))
    }

    /// Returns the plans of the tokens that continue a pending lexeme; `start` is the start of its mode. If a quoting is
    /// given, they lie on top of those without one.
    pub fn pending(
        &mut self,
        trie: &TokenTrie,
        lexer: LexState,
        start: LexState,
        opens_line: bool,
        quoting: Quoting,
    ) -> Pending {
        let reachable = self.grammar.lexer.reachable(lexer);
        // Nothing else depends on the mode in which the lexeme began, so the modes share these plans.
        let start = if reachable.intersects(&self.staying) { start } else { self.grammar.lexer.start(0) };
        // Content ends the beginning of a line.
        let may_be_ignored = reachable.intersects(&self.grammar.ignored);
        let opens_line = opens_line && may_be_ignored;
        let origin = Origin { lexer, start, is_pending: true, opens_line, quoting };
        if let Some(known) = self.pending.get(&origin) {
            return *known;
        }
        let others = self.beginning(trie, self.ending(origin.lexer));
        let base = if self.grammar.lexer.is_conditional(lexer) { None } else { self.find_base(trie, origin) };
        let pending = match base {
            Some((base, pieces)) if pieces.is_empty() => Pending { others, ..self.pending[&base] },
            Some((base, pieces)) => {
                let plan = self.add(trie, origin, Scope::Pieces(&pieces));
                Pending { base: Some(self.pending[&base].plan), plan, others }
            }
            None => {
                let plan = self.add_base(trie, origin);
                if !self.grammar.lexer.is_conditional(lexer) {
                    self.bases.push(origin);
                }
                Pending { base: None, plan, others }
            }
        };
        self.pending.insert(origin, pending);
        pending
    }

    /// Returns the tokens that do not make a lexeme with a tail whole again.
    pub fn tails(&mut self, trie: &TokenTrie, both: Both) -> Arc<Tails> {
        if let Some(known) = self.tails.get(&both) {
            return Arc::clone(known);
        }
        let tails = Arc::new(Tails::find(&self.grammar, trie, &self.loops, both));
        self.room += tails.room();
        self.tails.insert(both, Arc::clone(&tails));
        tails
    }

    /// Makes the plans with nothing pending in each mode, with a lexeme pending in each state that is not
    /// inside a character, and behind these where several tokens go on in one of several modes.
    pub fn prepare(&mut self, trie: &TokenTrie) {
        let grammar = Arc::clone(&self.grammar);
        for mode in 0..grammar.lexer.mode_count() {
            let start = grammar.lexer.start(mode);
            // Lines begin where nothing is open, in languages where that matters.
            let has_lines = mode == 0 && grammar.layout.lines.is_some();
            let lines: &[bool] = if has_lines { &[true, false] } else { &[false] };
            for &opens_line in lines {
                self.between(trie, start, opens_line, Quoting::NONE);
                for state in states_of_whole_characters(&grammar, start) {
                    self.pending(trie, state, start, opens_line, Quoting::NONE);
                }
            }
        }
        // Behind the rests there are others, which are shorter.
        let mut from = if grammar.layout.lines.is_none() { 0 } else { self.plans.len() };
        while from < self.plans.len() {
            let found = rests::several(&grammar, (&self.plans, from), trie);
            from = self.plans.len();
            for ((plan, node), starts) in found {
                for start in starts {
                    self.after(trie, plan, node as usize, start, false, Quoting::NONE);
                }
            }
        }
    }

    /// Returns the bytes that end the lexeme that is pending in a state of the lexer.
    pub fn ending(&self, state: LexState) -> Bytes {
        (0..=255).filter(|&byte| self.grammar.lexer.step(state, byte) == DEAD).collect()
    }

    /// Returns the bytes that end the lexeme that is pending in a conditional state, by what it is then; those before
    /// which it is none are absent.
    pub fn settling(&self, state: LexState) -> Vec<(TermSetId, Bytes)> {
        let mut found: Vec<(TermSetId, Bytes)> = Vec::new();
        for byte in (0..=255).filter(|&byte| self.grammar.lexer.step(state, byte) == DEAD) {
            let set = self.grammar.lexer.accept_before(state, byte);
            match found.iter_mut().find(|known| known.0 == set) {
                _ if set == NO_SET => {}
                Some((_, bytes)) => bytes.insert(byte),
                None => found.push((set, [byte].into_iter().collect())),
            }
        }
        found
    }

    /// Returns the most similar state that has a plan of its own, and the tokens that both treat differently.
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

    /// Returns the number of tokens that begin with a byte that leads two states of the lexer to different
    /// ones, or none if it is `most` or more.
    fn count_apart(
        &self,
        trie: &TokenTrie,
        (one, other): (LexState, LexState),
        most: usize,
    ) -> Option<usize> {
        let lexer = &self.grammar.lexer;
        let mut count = 0;
        for &(byte, tokens) in trie.first_bytes() {
            if lexer.step(one, byte) != lexer.step(other, byte) {
                count += tokens as usize;
                if count >= most {
                    return None;
                }
            }
        }
        Some(count)
    }

    /// Returns the plan after a node whose actual state of the lexer is not that of the node.
    pub fn after(
        &mut self,
        trie: &TokenTrie,
        plan: u32,
        node: usize,
        start: LexState,
        opens_line: bool,
        quoting: Quoting,
    ) -> u32 {
        let rests = self.after.first(&self.plans, (plan, node as u32));
        let key = AfterKey { rests, start, opens_line, quoting };
        if let Some(&known) = self.after.plans.get(&key) {
            return known;
        }
        let from = self.plan(plan);
        let origin = Origin { lexer: start, start, is_pending: false, opens_line, quoting };
        let number = self.add(trie, origin, Scope::Rests(from.rests(node)));
        self.after.plans.insert(key, number);
        number
    }

    fn add(&mut self, trie: &TokenTrie, origin: Origin, scope: Scope<'_>) -> u32 {
        let plan = Planner::new(&self.grammar, trie, &self.loops).plan(origin, scope, &mut self.sets);
        self.room += plan.room();
        self.plans.push(Arc::new(plan));
        self.plans.len() as u32 - 1
    }

    /// Returns the set of the tokens that begin with one of these bytes.
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

/// Returns the states of a mode in which a lexeme can be pending after a whole character. Those that most
/// bytes leave unchanged are first, since others are made on top of them.
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

/// Returns the terminals that can stand somewhere and behind which the lexer's mode depends on the one before them.
fn find_staying(grammar: &Grammar) -> TermSet {
    let mut staying = TermSet::default();
    for (number, set) in grammar.lexer.sets.iter().enumerate() {
        let number = TermSetId::at(number);
        let stays = matches!(grammar.layout.action_of(number), ModeAction::Stay | ModeAction::Close);
        if stays && grammar.can_stand(number) {
            staying.union_with(set);
        }
    }
    staying
}

/// Returns, per set of terminals, the first set that leads every state of the grammar to equal states.
fn find_alike(grammar: &Grammar) -> Vec<TermSetId> {
    let mut columns: Numbers<Vec<(StateId, TermEdge)>> = Numbers::default();
    let class_of: Vec<Option<u32>> = (0..grammar.terminals.len())
        .map(TermId::at)
        .map(|term| {
            let mut column = Vec::new();
            for state in grammar.states() {
                grammar.term_edges(state, term, |edge| column.push((state, edge)));
            }
            (!column.is_empty()).then(|| columns.of(column).0)
        })
        .collect();
    let mut first: FxHashMap<Vec<u32>, TermSetId> = FxHashMap::default();
    let alike = grammar.lexer.sets.iter().enumerate().map(|(number, set)| {
        let mut classes: Vec<u32> = set.iter().filter_map(|term| class_of[term.index()]).collect();
        classes.sort_unstable();
        classes.dedup();
        if !grammar.splits.of(TermSetId::at(number)).is_empty() {
            return TermSetId::at(number);
        }
        *first.entry(classes).or_insert(TermSetId::at(number))
    });
    alike.collect()
}
