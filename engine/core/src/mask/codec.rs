//! Converts what is prepared for a language and a vocabulary to bytes and back, so that it can be kept from
//! one start of a program to the next (see [`crate::lexer::codec`]).
//!
//! The bytes that are read are not trusted: a number that is out of bounds gives no tables, so that with others
//! masks are wrong at worst. Who keeps the bytes also keeps a checksum, which detects damage.

use std::sync::{Arc, OnceLock};

use crate::base::codec::{put, take};
use crate::grammar::Grammar;
use crate::language::Language;
use crate::layout::quotes::Quoting;
use crate::lexer::DEAD;
use crate::lexer::ids::{LexState, TermSetId};
use crate::mask::plan::{ClassEntry, Node, Origin, Plan, Remainder};
use crate::mask::tables::rests::{self, AfterKey};
use crate::mask::tables::{Pending, PlanTables};
use crate::vocab::bytes::TokenBytes;
use crate::vocab::sets::{BitSetId, BitSets, set_bit};
use crate::vocab::trie::TokenTrie;

/// The number that stands for no plan.
const NO_PLAN: u32 = u32::MAX;
const NO_STATE: u16 = u16::MAX;

impl PlanTables {
    /// Returns the order of the tokens, the plans and the sets as bytes. The tables must contain only what
    /// [`Self::prepare`] makes.
    pub fn to_bytes(&self, trie: &TokenTrie) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.room() + size_of_val(trie.order()));
        put(&mut bytes, trie.order(), u32::to_le_bytes);
        let bits = self.sets.all().concat();
        put(&mut bytes, &bits, u64::to_le_bytes);
        drop(bits);
        put(&mut bytes, &[self.plans.len() as u32], u32::to_le_bytes);
        self.plans.iter().for_each(|plan| write_plan(&mut bytes, plan));
        let between = self.between.iter().map(|(&origin, &plan)| {
            let [states, flags] = row_of(origin);
            [states, flags, plan]
        });
        put_rows(&mut bytes, between);
        let pending = self.pending.iter().map(|(&origin, &Pending { base, plan, others })| {
            let [states, flags] = row_of(origin);
            [states, flags, base.unwrap_or(NO_PLAN), plan, written(Some(others))]
        });
        put_rows(&mut bytes, pending);
        put_rows(&mut bytes, self.bases.iter().map(|&origin| row_of(origin)));
        let after = self.after.plans.iter().map(|(key, &found)| {
            let (plan, node) = key.rests;
            [plan, node, u32::from(key.start.0), found]
        });
        put_rows(&mut bytes, after);
        bytes
    }

    /// Returns the tables for a language and a vocabulary from bytes, or none if the bytes are invalid. The
    /// trie is built from the tokens' order if it does not exist yet.
    pub fn from_bytes(
        grammar: &Arc<Language>,
        texts: &Arc<TokenBytes>,
        trie: &OnceLock<TokenTrie>,
        mut bytes: &[u8],
    ) -> Option<Self> {
        let order = take(&mut bytes, u32::from_le_bytes)?;
        if trie.get().is_none() {
            // If another thread was faster, its trie is equal.
            let _ = trie.set(TokenTrie::of_sorted(texts, order)?);
        }
        let trie = trie.get()?;
        let mut tables = Self::new(grammar);
        tables.sets = read_sets(&mut bytes, &tokens_with_bytes(trie))?;
        let (set_count, count) = (tables.sets.all().len(), take(&mut bytes, u32::from_le_bytes)?);
        let bounds = Bounds { grammar, trie, sets: set_count };
        for _ in 0..*count.first()? {
            let plan = read_plan(&mut bytes).filter(|plan| bounds.hold(plan))?;
            tables.room += plan.room();
            tables.plans.push(Arc::new(plan));
        }
        let plan_count = tables.plans.len();
        let is_plan = |&plan: &u32| (plan as usize) < plan_count;
        for [states, flags, plan] in take_rows(&mut bytes)? {
            tables.between.insert(bounds.origin([states, flags])?, Some(plan).filter(is_plan)?);
        }
        for [states, flags, base, plan, others] in take_rows(&mut bytes)? {
            let base = if base == NO_PLAN { None } else { Some(Some(base).filter(is_plan)?) };
            let others = read_set(others)?;
            let pending = Pending { base, plan: Some(plan).filter(is_plan)?, others };
            let is_known = others.index() < set_count;
            tables.pending.insert(bounds.origin([states, flags])?, is_known.then_some(pending)?);
        }
        for row in take_rows(&mut bytes)? {
            let origin = bounds.origin(row)?;
            tables.bases.push(tables.pending.contains_key(&origin).then_some(origin)?);
        }
        for [plan, node, start, found] in take_rows(&mut bytes)? {
            let key = bounds.rests(&tables.plans, (plan, node), start)?;
            let is_behind = |plan| rests::lies_behind(&tables.plans[plan as usize], key.of(&tables.plans));
            let found = Some(found).filter(is_plan).filter(|&plan| is_behind(plan))?;
            let rests = tables.after.first(&tables.plans, key.rests);
            tables.after.plans.insert(AfterKey { rests, ..key }, found);
        }
        bytes.is_empty().then_some(tables)
    }
}

/// Returns the set of the tokens that may be in a mask.
fn tokens_with_bytes(trie: &TokenTrie) -> Vec<u64> {
    let mut set = vec![0; trie.len().div_ceil(64)];
    trie.order().iter().for_each(|&token| set_bit(&mut set, token));
    set
}

fn read_sets(bytes: &mut &[u8], allowed: &[u64]) -> Option<BitSets> {
    let bits = take(bytes, u64::from_le_bytes)?;
    let sets = bits.chunks(allowed.len().max(1));
    let is_set = |set: &[u64]| {
        set.len() == allowed.len() && set.iter().zip(allowed).all(|(word, allowed)| word & !allowed == 0)
    };
    sets.clone().all(is_set).then(|| BitSets::of(sets.map(Arc::from).collect()))
}

/// A set's number, from 1 on; 0 for none.
fn written(set: Option<BitSetId>) -> u32 {
    set.map_or(0, u32::from)
}

fn read_set(number: u32) -> Option<BitSetId> {
    (number as usize).checked_sub(1).map(BitSetId::at)
}

fn write_plan(bytes: &mut Vec<u8>, plan: &Plan) {
    let nodes = plan.nodes.iter().map(|node| {
        let Node { set, first_byte, lexer, depth, skip, classes, special, rests } = *node;
        let lexer = lexer.map_or(NO_STATE, |lexer| lexer.0);
        [pair(set.0, lexer), u32::from(first_byte), depth, skip, classes, special, rests]
    });
    put_rows(bytes, nodes);
    let classes = plan.all_classes.iter().map(|class| {
        let ClassEntry { lexer, last, tail, numbers, bits } = *class;
        [pair(lexer.0, last.0), tail, numbers, written(bits)]
    });
    put_rows(bytes, classes);
    put(bytes, &plan.tails, |byte| [byte]);
    put(bytes, &plan.numbers, u32::to_le_bytes);
    put_rows(bytes, plan.all_special.iter().map(|rest| [rest.node, rest.from]));
    put_rows(bytes, plan.all_rests.iter().map(|rest| [rest.node, rest.from]));
}

fn read_plan(bytes: &mut &[u8]) -> Option<Plan> {
    let node = |[states, first_byte, depth, skip, classes, special, rests]: [u32; 7]| {
        let (set, lexer) = (TermSetId(states as u16), (states >> 16) as u16);
        let lexer = (lexer != NO_STATE).then_some(LexState(lexer));
        Node { set, first_byte: first_byte as u8, lexer, depth, skip, classes, special, rests }
    };
    let class = |[states, tail, numbers, bits]: [u32; 4]| {
        let (lexer, last) = (LexState(states as u16), TermSetId((states >> 16) as u16));
        ClassEntry { lexer, last, tail, numbers, bits: read_set(bits) }
    };
    let rest = |[node, from]: [u32; 2]| Remainder { node, from };
    Some(Plan {
        nodes: take_rows(bytes)?.into_iter().map(node).collect(),
        all_classes: take_rows(bytes)?.into_iter().map(class).collect(),
        tails: take(bytes, |[byte]| byte)?,
        numbers: take(bytes, u32::from_le_bytes)?,
        all_special: take_rows(bytes)?.into_iter().map(rest).collect(),
        all_rests: take_rows(bytes)?.into_iter().map(rest).collect(),
    })
}

/// The bounds of the numbers in plans.
struct Bounds<'a> {
    grammar: &'a Grammar,
    trie: &'a TokenTrie,
    sets: usize,
}

impl Bounds<'_> {
    fn hold(&self, plan: &Plan) -> bool {
        let Plan { nodes, all_classes: classes, numbers, all_special: special, all_rests: rests, tails } =
            plan;
        let own = nodes.last().map_or(0, |node| node.classes) as usize;
        is_tree(nodes)
            && nodes.iter().all(|node| self.is_lexeme(node.set))
            && rise(nodes.iter().map(|node| node.classes), own)
            && (own == classes.len() || own + 1 == classes.len())
            && rise(nodes.iter().map(|node| node.special), special.len())
            && rise(nodes.iter().map(|node| node.rests), rests.len())
            && classes.iter().all(|class| self.holds(class))
            && classes[..own].iter().all(|class| class.lexer != DEAD)
            && rise(classes.iter().map(|class| class.tail), tails.len())
            && rise(classes.iter().map(|class| class.numbers), numbers.len())
            && (0..classes.len()).all(|class| plan.class(class).has_whole_end())
            && numbers.iter().all(|&token| self.is_token(token))
            && special.iter().chain(rests).all(|&rest| self.is_rest(rest))
    }

    fn holds(&self, class: &ClassEntry) -> bool {
        class.lexer.index() < self.grammar.lexer.state_count()
            && self.is_lexeme(class.last)
            && class.bits.is_none_or(|bits| bits.index() < self.sets)
    }

    fn is_lexeme(&self, set: TermSetId) -> bool {
        set.index() < self.grammar.lexer.sets.len()
    }

    fn is_token(&self, token: u32) -> bool {
        (token as usize) < self.trie.len() && !self.trie.token(token).is_empty()
    }

    fn is_rest(&self, rest: Remainder) -> bool {
        rest.node < self.trie.end() && (rest.from as usize) < self.trie.depth(rest.node)
    }

    /// Returns what the plan of a node's rests depends on; none if the node or the state cannot be.
    fn rests(&self, plans: &[Arc<Plan>], (plan, node): (u32, u32), start: u32) -> Option<AfterKey> {
        let start = LexState(u16::try_from(start).ok()?);
        let is_node = plans.get(plan as usize).is_some_and(|plan| (node as usize) < plan.nodes.len());
        let is_known = is_node && start.index() < self.grammar.lexer.state_count();
        let key = AfterKey { rests: (plan, node), start, opens_line: false, quoting: Quoting::NONE };
        (is_known && self.grammar.lexer.is_start(start)).then_some(key)
    }

    fn origin(&self, [states, flags]: [u32; 2]) -> Option<Origin> {
        let (lexer, start) = (LexState(states as u16), LexState((states >> 16) as u16));
        let count = self.grammar.lexer.state_count();
        let (is_pending, opens_line) = (flags & 1 != 0, flags & 2 != 0);
        let origin = Origin { lexer, start, is_pending, opens_line, quoting: Quoting::NONE };
        let is_known = lexer.index() < count && lexer != DEAD && start.index() < count && flags < 4;
        (is_known && self.grammar.lexer.is_start(start)).then_some(origin)
    }
}

/// Returns whether nodes form a tree in depth-first order.
fn is_tree(nodes: &[Node]) -> bool {
    let fits = |(number, node): (usize, &Node)| {
        let skip = node.skip as usize;
        let is_below = number == 0 || (1..=nodes[number - 1].depth + 1).contains(&node.depth);
        let is_after =
            skip > number && nodes.get(skip).map_or(skip == nodes.len(), |next| next.depth <= node.depth);
        is_below && is_after
    };
    nodes.first().is_some_and(|root| root.depth == 0) && nodes.iter().enumerate().all(fits)
}

/// Returns whether numbers never decrease and end with `end`, or whether there are none and `end` is 0.
fn rise(mut numbers: impl Iterator<Item = u32>, end: usize) -> bool {
    let mut last = 0;
    numbers.all(|number| number >= std::mem::replace(&mut last, number)) && last as usize == end
}

fn row_of(origin: Origin) -> [u32; 2] {
    let flags = u32::from(origin.is_pending) | u32::from(origin.opens_line) << 1;
    [pair(origin.lexer.0, origin.start.0), flags]
}

fn pair(low: u16, high: u16) -> u32 {
    u32::from(low) | u32::from(high) << 16
}

fn put_rows<const N: usize>(bytes: &mut Vec<u8>, rows: impl Iterator<Item = [u32; N]>) {
    put(bytes, &rows.flatten().collect::<Vec<_>>(), u32::to_le_bytes);
}

fn take_rows<const N: usize>(bytes: &mut &[u8]) -> Option<Vec<[u32; N]>> {
    let numbers = take(bytes, u32::from_le_bytes)?;
    let (rows, rest) = numbers.as_chunks();
    rest.is_empty().then(|| rows.to_vec())
}
