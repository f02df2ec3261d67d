//! Computes the mask: the tokens that keep a middle viable.
//!
//! A mask follows the plans of its position (see [`crate::mask::plan`]). Its cost is:
//!
//! - at each node, one lexeme, which is first compared with the terminals that can follow, and then scanned,
//!   usually by one look-up, since equal positions share one chart;
//! - at each class, one intersection of what the lexeme can become with what can follow. Only if it is empty
//!   and blanks, comments or the right context may be possible is viability checked in full;
//! - its tokens, which are added by number or, if there are many, 64 at once.
//!
//! A pending lexeme continues with some tokens and ends before the others. The latter give a mask that
//! depends only on the position after the lexeme. All these parts are kept by the state of the lexer and the
//! position in the grammar, and are found again where a middle has an equal position.
//!
//! If a lexeme is refused, everything after it in the plan is skipped. Where the future depends on more than
//! the lexer's state, tokens are tried byte by byte, those with a common beginning together. This concerns
//! names of characters and a cursor inside a character.
//!
//! Where quotes around a replacement field may not occur in it, plans are first followed as if all could occur. Only a
//! token with a quote, a backslash, a line end or the sign of a comment may then be wrong, and such tokens have plans of
//! their own, which are laid on top.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use crate::base::byte_sets::Bytes;
use crate::charts::earley::ChartId;
use crate::grammar::feed::{self, LayoutParser};
use crate::grammar::name_rules::Unsettled;
use crate::language::Language;
use crate::layout::columns::{Column, IndentStack};
use crate::layout::counts::Told;
use crate::layout::counts::words::Word;
use crate::layout::place::{ConditionStack, LayoutState, ModeStack};
use crate::layout::quotes::Quoting;
use crate::layout::scopes::is_lasting;
use crate::lexer::NO_SET;
use crate::lexer::characters::utf8;
use crate::lexer::ids::TermSetId;
use crate::limits::MAX_MASKS_ROOM;
use crate::mask::named_part::{NamedPart, Only};
use crate::mask::plan::Remainder;
use crate::mask::recent::RecentMasks;
use crate::mask::tables::tails::Both;
use crate::mask::tables::{Pending, PlanTables};
use crate::quotient::state::{Assumed, NamesRead, ParserSpot};
use crate::quotient::{Quotient, State};
use crate::vocab::ended_words::EndedWords;
use crate::vocab::sets::{BitSetId, add_all, clear_bit, set_bit};
use crate::vocab::trie::TokenTrie;
use crate::vocab::words::TokenWords;

/// Byte offset that stands for every position after a lexeme, since only the start of the text matters.
const BEHIND: u32 = 1;

/// What the mask of a plan depends on; of a stack of modes, only the shape.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    tables: u64,
    plan: u32,
    chart: ChartId,
    stack: IndentStack,
    modes: ModeStack,
    scopes: ConditionStack,
    column: Column,
    flags: [bool; 5],
    first_byte: u8,
    /// The number of bytes that are pending, where they are counted; and the bytes, where they may hold a word.
    counted: u32,
    word: Option<Word>,
    names: NamesRead,
}

/// The masks of the positions that a quotient's middles have reached.
#[derive(Default)]
pub struct MaskCache {
    masks: FxHashMap<Key, Arc<[u64]>>,
    room: usize,
    pub(super) recent: RecentMasks,
}

impl MaskCache {
    fn insert(&mut self, key: Key, mask: Arc<[u64]>) {
        self.room += mask.len() * 8;
        if self.room > MAX_MASKS_ROOM {
            self.masks.clear();
            self.room = mask.len() * 8;
        }
        self.masks.insert(key, mask);
    }
}

/// What content at a position is scanned from; none if no line may begin there.
pub(super) type Opened = Option<(ChartId, IndentStack)>;

/// A position after some lexemes.
#[derive(Clone, Copy)]
pub(super) struct Level {
    pub spot: ParserSpot,
    /// What content there is scanned from, once that was needed: nothing else may stand at the many columns of blanks.
    opened: Option<Opened>,
}

impl Level {
    fn at(spot: ParserSpot) -> Self {
        Self { spot, opened: None }
    }
}

/// The computation of one mask.
pub struct MaskPass<'a> {
    pub trie: &'a TokenTrie,
    pub tables: &'a mut PlanTables,
    pub quotient: &'a mut Quotient,
    pub known: &'a mut MaskCache,
    pub grammar: &'a Language,
    /// The words of the tokens, if the names matter that a middle reads.
    pub words: Option<&'a TokenWords>,
    /// The words that end inside the tokens, if names in lists are compared.
    pub ended: Option<&'a EndedWords>,
    /// What is assumed of names at the positions of a plan.
    pub names: NamesRead,
    /// Whether everything may stand between quotes, for the time being.
    pub ignores_quotes: bool,
}

/// The plans that are followed for one mask, each on top of those before it.
type Layers = SmallVec<[u32; 2]>;

impl MaskPass<'_> {
    /// Returns the mask of a state in which no names in lists are compared.
    pub(super) fn mask_without_lists(&mut self, state: &State) -> Arc<[u64]> {
        if !self.is_plain(state) {
            let mut mask = self.empty();
            self.try_all(state, &Bytes::ALL, Arc::make_mut(&mut mask));
            mask
        } else if state.has_tail() {
            self.backed_up(state)
        } else if state.is_pending {
            self.pending(state)
        } else {
            self.by_name(state, Self::between)
        }
    }

    /// Returns the mask without tokens.
    pub(super) fn empty(&self) -> Arc<[u64]> {
        std::iter::repeat_n(0, self.trie.len().div_ceil(64)).collect()
    }

    /// Returns whether the lexer's state and the bytes since the last whole end of the pending lexeme
    /// determine the state's future.
    fn is_plain(&self, state: &State) -> bool {
        state.is_plain()
            && !self.quotient.exits.start.first().copied().is_some_and(utf8::goes_on)
            && !self.may_be_too_long(state)
    }

    /// Returns whether the pending lexeme may become a number that is too long with a token.
    fn may_be_too_long(&self, state: &State) -> bool {
        let bytes = state.pending_bytes() + self.trie.longest();
        let (lexer, lines) = (&self.grammar.lexer, self.grammar.layout.lines.as_ref());
        lines.is_some_and(|lines| {
            lines.is_too_long(lexer.reachable(state.lexer), bytes)
                || lines.is_too_long(lexer.set(state.last), bytes)
        })
    }

    fn opens_line(&self, place: &LayoutState) -> bool {
        place.opens_line() && self.grammar.layout.lines.is_some()
    }

    fn between(&mut self, state: &State) -> Arc<[u64]> {
        let place = state.place;
        let start = self.quotient.modes.start(place.modes);
        let opens_line = self.opens_line(&place);
        self.layered(state, |pass, quoting| {
            smallvec![pass.tables.between(pass.trie, start, opens_line, quoting)]
        })
    }

    /// Returns the mask of the plans of a state, which depend on the quoting.
    fn layered(&mut self, state: &State, layers: impl Fn(&mut Self, Quoting) -> Layers) -> Arc<[u64]> {
        let quoting = state.quoting();
        let plain = layers(self, Quoting::NONE);
        if quoting == Quoting::NONE {
            return self.follow(&plain, state, None);
        }
        self.ignores_quotes = true;
        let blind = self.follow(&plain, &state.without_quotes(), None);
        self.ignores_quotes = false;
        let layers = layers(self, quoting);
        self.follow(&layers, state, Some(blind))
    }

    /// Returns the mask of plans on top of a mask.
    fn follow(&mut self, layers: &[u32], state: &State, below: Option<Arc<[u64]>>) -> Arc<[u64]> {
        let pending = state.is_pending.then_some(state);
        layers
            .iter()
            .fold(below, |below, &plan| {
                let own = self.known(plan, state.spot(), state.quoting(), pending);
                let Some(mut below) = below else { return Some(own) };
                let mask = Arc::make_mut(&mut below);
                if let Some(replaced) = self.tables.plan(plan).replaced() {
                    self.tables.sets.remove(replaced, mask);
                }
                add_all(mask, &own);
                Some(below)
            })
            .unwrap_or_else(|| self.empty())
    }

    /// Returns the mask of a state whose pending lexeme is whole or has never been whole.
    fn pending(&mut self, state: &State) -> Arc<[u64]> {
        let mut after = state.clone();
        if state.last == NO_SET || !self.quotient.feed(&mut after) {
            let mut mask = self.by_name(state, Self::continuing);
            self.add_settled(state, Arc::make_mut(&mut mask));
            return mask;
        }
        let mut mask = self.by_name(state, Self::continuing);
        let others = self.pending_plans(state, Quoting::NONE).others;
        self.add_others(&after, others, Arc::make_mut(&mut mask));
        mask
    }

    /// Adds the tokens whose first byte decides that the pending lexeme is a whole one, and ends it.
    fn add_settled(&mut self, state: &State, mask: &mut [u64]) {
        if !self.grammar.lexer.is_conditional(state.lexer) {
            return;
        }
        for (set, bytes) in self.tables.settling(state.lexer) {
            let mut after = state.settled(set);
            if self.quotient.feed(&mut after) {
                let others = self.tables.beginning(self.trie, bytes);
                self.add_others(&after, others, mask);
            }
        }
    }

    fn pending_plans(&mut self, state: &State, quoting: Quoting) -> Pending {
        let place = state.place;
        let start = self.quotient.modes.start(place.modes);
        let opens_line = self.opens_line(&place);
        self.tables.pending(self.trie, state.lexer, start, opens_line, quoting)
    }

    /// Returns the tokens that continue a pending lexeme.
    fn continuing(&mut self, state: &State) -> Arc<[u64]> {
        self.layered(state, |pass, quoting| {
            let pending = pass.pending_plans(state, quoting);
            pending.base.into_iter().chain([pending.plan]).collect()
        })
    }

    /// Returns the mask of a state whose pending lexeme must become whole again or end at its last whole end.
    fn backed_up(&mut self, state: &State) -> Arc<[u64]> {
        let mut after = state.clone();
        if !self.quotient.end_lexeme(&mut after, None) {
            return self.pending(&state.without_tail());
        }
        if [state, &after].iter().all(|state| self.is_free(state)) {
            return self.over_tail(state, &after);
        }
        let mut all = self.empty();
        let mask = Arc::make_mut(&mut all);
        let settling = self.tables.settling(state.lexer);
        let is_settled = |byte: u8| settling.iter().any(|(_, bytes)| bytes.contains(byte));
        let others = self.tables.ending(state.lexer);
        let others: Bytes = (0..=255).filter(|&byte| others.contains(byte) && !is_settled(byte)).collect();
        self.try_all(state, &others.complement(), mask);
        let others = self.tables.beginning(self.trie, others);
        self.add_others(&after, others, mask);
        all
    }

    /// Returns whether neither quotes nor the beginning of a line matter in a state.
    fn is_free(&self, state: &State) -> bool {
        state.quoting() == Quoting::NONE && !self.opens_line(&state.place)
    }

    /// Returns the mask of a state whose pending lexeme has a tail; `after` is the state if it ends before the tail.
    ///
    /// A token fits if the lexeme goes on with it as one that was never whole, or if it fits after the lexeme's end and the
    /// lexeme ends for its sake: at once, or before it becomes whole again.
    fn over_tail(&mut self, state: &State, after: &State) -> Arc<[u64]> {
        let mut all = self.pending(&state.without_tail());
        let (mask, whole) = (Arc::make_mut(&mut all), self.mask(after));
        let start = self.quotient.modes.start(after.place.modes);
        let both = Both { first: state.lexer, start, own: after.lexer, has_end: after.last != NO_SET };
        let tails = self.tables.tails(self.trie, both);
        for ((word, whole), ended) in mask.iter_mut().zip(whole.iter()).zip(&tails.ended) {
            *word |= whole & ended;
        }
        let is_open = |mask: &[u64], token: u32| {
            let at = token as usize / 64;
            (whole[at] & !mask[at]) >> (token % 64) & 1 == 1
        };
        for (both, tokens) in &tails.going {
            let open: Vec<u32> = tokens.iter().copied().filter(|&token| is_open(mask, token)).collect();
            if !open.is_empty() && self.quotient.grows_apart(both.first, &after.in_lexeme(both.own)) {
                for token in open {
                    set_bit(mask, token);
                }
            }
        }
        for &token in &tails.special {
            if is_open(mask, token) {
                self.try_token(state, token, mask);
            }
        }
        all
    }

    /// Adds those tokens of a set after which a state after a lexeme is viable.
    fn add_others(&mut self, after: &State, others: BitSetId, mask: &mut [u64]) {
        let whole = self.mask(after);
        let words = mask.iter_mut().zip(whole.iter()).zip(self.tables.sets.get(others).iter());
        words.for_each(|((word, whole), others)| *word |= whole & others);
    }

    /// Tries the tokens that begin with some bytes.
    pub(super) fn try_all(&mut self, state: &State, bytes: &Bytes, mask: &mut [u64]) {
        let trie = self.trie;
        let roots = trie.roots().filter(|&node| bytes.contains(trie.byte(node)));
        roots.for_each(|node| self.walk(state, Remainder { node, from: 0 }, mask));
    }

    /// Returns the mask of a plan, which is computed if it is not known.
    fn known(
        &mut self,
        plan: u32,
        spot: ParserSpot,
        quoting: Quoting,
        pending: Option<&State>,
    ) -> Arc<[u64]> {
        let key = self.key(plan, spot, pending);
        if let Some(known) = key.and_then(|key| self.known.masks.get(&key)) {
            return Arc::clone(known);
        }
        let mut mask = self.empty();
        let own = Arc::make_mut(&mut mask);
        if let Some((known, part)) = key.and_then(|key| self.with_known_names(key)) {
            let tokens = self.tables.sets.get(part.tokens);
            own.iter_mut().zip(known.iter().zip(tokens.iter())).for_each(|(own, (known, tokens))| {
                *own = known & !tokens;
            });
            let only = Only { part: &part, known: &known };
            self.visit((plan, Some(only)), spot, quoting, pending, own);
        } else {
            self.visit((plan, None), spot, quoting, pending, own);
        }
        if let Some(key) = key {
            self.known.insert(key, Arc::clone(&mask));
        }
        mask
    }

    /// Returns the mask of a plan as if all names were known, and the part of the plan in which names matter, if unknown
    /// names do not change more than that.
    fn with_known_names(&mut self, key: Key) -> Option<(Arc<[u64]>, Arc<NamedPart>)> {
        if !self.names.assumes_unknown() || self.names.are_owed {
            return None;
        }
        let names = NamesRead { assumed: Some(Assumed::Known), ..self.names };
        let known = Arc::clone(self.known.masks.get(&Key { names, ..key })?);
        Some((known, self.tables.named_part(self.trie, key.plan)?))
    }

    fn key(&self, plan: u32, spot: ParserSpot, pending: Option<&State>) -> Option<Key> {
        let ParserSpot { chart, place, has_content, at } = spot;
        let LayoutState { stack, column, at_line_start, frozen, newline_pending, .. } = place;
        let (lexer, ignored) = (&self.grammar.lexer, &self.grammar.ignored);
        let compared = &self.grammar.layout.modes.compared;
        let does_first_byte_matter = |state: &&State| {
            let possible = lexer.reachable(state.lexer);
            state.has_tail() || possible.intersects(ignored) || possible.intersects(compared)
        };
        let may_be_counted =
            |state: &&State| lexer.reachable(state.lexer).intersects(&self.grammar.layout.modes.counting);
        let holds_word = pending.is_some_and(|state| self.quotient.may_hold_word(state));
        let text = pending.filter(|_| holds_word).map(|state| self.quotient.pending_text(state));
        let word = text.and_then(|text| Word::new(&text));
        // A mask is not kept behind a text that is too long for a key.
        let is_kept = is_lasting(place.scopes) && word.is_some() == holds_word;
        is_kept.then(|| Key {
            tables: self.tables.number,
            plan,
            chart,
            stack,
            modes: self.quotient.modes.shape(place.modes),
            scopes: place.scopes,
            column,
            flags: [at_line_start, frozen, newline_pending, has_content, at == 0],
            first_byte: pending.filter(does_first_byte_matter).map_or(0, State::first_byte),
            counted: pending.filter(may_be_counted).map_or(0, |state| state.pending_bytes() as u32),
            word,
            names: self.names,
        })
    }

    /// Follows a plan, or only a part of it. If a lexeme is pending, `pending` is the state in it.
    fn visit(
        &mut self,
        (number, only): (u32, Option<Only<'_>>),
        spot: ParserSpot,
        quoting: Quoting,
        pending: Option<&State>,
        mask: &mut [u64],
    ) {
        let plan = self.tables.plan(number);
        let mut levels: SmallVec<[Level; 4]> = smallvec![Level::at(spot)];
        self.take((number, &plan, only), 0, &mut levels[0], pending, mask);
        let mut node = 1;
        while let Some(next) = plan.nodes.get(node) {
            if only.is_some_and(|only| !only.has_node(node)) {
                node = next.skip as usize;
                continue;
            }
            let before = &mut levels[next.depth as usize - 1];
            let first_byte = match pending {
                Some(state) if next.depth == 1 => state.first_byte(),
                _ => next.first_byte,
            };
            if next.skip as usize == node + 1 && self.ends_in_gaps(before, (&plan, node), quoting) {
                plan.classes(node).for_each(|class| self.tables.sets.add(class.tokens, mask));
                node += 1;
                continue;
            }
            let Some(after) = self.feed(before, next.set, first_byte) else {
                node = next.skip as usize;
                continue;
            };
            let start = self.quotient.modes.start(after.place.modes);
            let quotes = if self.ignores_quotes { 0 } else { self.quotient.modes.quotes(after.place.modes) };
            if next.lexer == Some(start) && quotes == quoting.quotes {
                levels.truncate(next.depth as usize);
                levels.push(Level::at(after));
                self.take((number, &plan, only), node, &mut levels[next.depth as usize], None, mask);
                node += 1;
                continue;
            }
            let (opens_line, quoting) = (self.opens_line(&after.place), Quoting::new(quotes, quoting.run));
            let other = self.tables.after(self.trie, number, node, start, opens_line, quoting);
            if only.is_some() {
                // The other plan may depend on names where this one does not.
                let tokens =
                    plan.rests(node).iter().flat_map(|rest| self.trie.tokens(self.trie.all(rest.node)));
                tokens.for_each(|&token| clear_bit(mask, token));
            }
            self.visit((other, None), after, quoting, None, mask);
            node = next.skip as usize;
        }
    }

    /// Returns what content at a position is scanned from.
    pub(super) fn opened(&mut self, level: &mut Level) -> Opened {
        let ParserSpot { chart, place, .. } = level.spot;
        if level.opened.is_none() {
            let is_line = self.opens_line(&place);
            level.opened = Some(if is_line {
                self.quotient.open_line(chart, place)
            } else {
                Some((chart, place.stack))
            });
        }
        level.opened.flatten()
    }

    /// Returns the state at a position with nothing pending.
    pub(super) fn at(&self, spot: ParserSpot) -> State {
        let state = State::between(spot, &self.quotient.modes).with_names(self.names);
        if self.ignores_quotes { state.without_quotes() } else { state }
    }

    /// Returns the set of terminals of a lexeme, which depends on what is assumed of names.
    fn named(&self, chart: ChartId, place: LayoutState, set: TermSetId) -> TermSetId {
        let rules = self.grammar.name_rules.as_ref().filter(|_| self.names.assumes_unknown());
        let read = rules.filter(|rules| self.grammar.lexer.set(set).intersects(&rules.read));
        let unsettled = || match self.quotient.unsettled(chart, place, self.names) {
            Unsettled::Allowed if self.names.assumed == Some(Assumed::Refused) => Unsettled::NotOwed,
            unsettled => unsettled,
        };
        read.map_or(set, |rules| rules.unknown(set, unsettled()))
    }

    /// Returns the position after a lexeme, or none if it cannot stand there.
    fn feed(&mut self, level: &mut Level, set: TermSetId, first_byte: u8) -> Option<ParserSpot> {
        let grammar = self.grammar;
        let spot = level.spot;
        let ParserSpot { chart, place, has_content, at } = spot;
        let set = self.named(chart, place, set);
        let terms = grammar.lexer.set(set);
        if self.names.are_owed && self.quotient.closes(set) {
            return None;
        }
        if grammar.is_ignored_set(set) {
            let place = feed::place_after_ignored(grammar, place, terms, first_byte);
            let is_refused = feed::is_refused(grammar, spot.place, set, at);
            return (!is_refused).then_some(ParserSpot { chart, place, has_content, at: BEHIND });
        }
        // Where no line may begin, only further blanks may follow.
        let (chart, stack) = self.opened(level)?;
        if !self.quotient.takes(chart).intersects(terms) {
            return None;
        }
        let chart = self.quotient.scan(chart, self.tables.alike(set), stack)?;
        let told = Told { first_byte, ..Told::NOTHING };
        let modes = feed::modes_after(self.quotient, grammar, (chart, place.modes), set, (0, &told))?;
        let mut place = if grammar.layout.lines.is_some() {
            place.after_content(stack, modes)
        } else {
            LayoutState { modes, ..place }
        };
        if let Some(role) = grammar.layout.conditions.role_without_names(set) {
            place.scopes = self.quotient.texts.scopes.after(spot.place.scopes, role, &[]).ok()?;
        }
        Some(ParserSpot { chart, place, has_content: true, at: BEHIND })
    }

    /// Tries the rests of tokens byte by byte. A refused beginning excludes all tokens that begin with it.
    pub(super) fn walk(&mut self, state: &State, rest: Remainder, mask: &mut [u64]) {
        let trie = self.trie;
        let above = trie.depth(rest.node) - 1;
        let mut first = state.clone();
        let path = &trie.path(rest.node)[rest.from as usize..above];
        if !path.iter().all(|&byte| self.goes_on(&mut first, byte)) {
            return;
        }
        let mut states = vec![first];
        let mut node = rest.node;
        while node < trie.skip(rest.node) {
            states.truncate(trie.depth(node) - above);
            let mut next = states[states.len() - 1].clone();
            if self.goes_on(&mut next, trie.byte(node)) {
                trie.tokens(trie.own(node)).iter().for_each(|&token| set_bit(mask, token));
                states.push(next);
                node += 1;
            } else {
                node = trie.skip(node);
            }
        }
    }

    fn goes_on(&mut self, state: &mut State, byte: u8) -> bool {
        self.quotient.step(state, byte) && self.quotient.is_viable(state)
    }
}
