//! The names that a middle may read.
//!
//! A [`Surrounding`] holds what the contexts of a cursor bind. A [`NameFilter`] belongs to one quotient: it follows
//! the lexemes of its middles, reads each of their lines again when it is asked about a name, and keeps the answer.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use crate::base::byte_sets::is_word;
use crate::grammar::Grammar;
use crate::layout::arguments::folded;
use crate::layout::columns::Column;
use crate::names::environment::{Environment, Names};
use crate::names::lines::line::{Header, Moment, Partial};
use crate::names::middle::{LineStart, LineStarts, MiddleText, read_lines};
use crate::names::missing::Missing;
use crate::names::surrounding::Surrounding;
use crate::names::symbols::Symbol;
use crate::names::tables::NameTables;
use crate::names::trail::{Effect, TrailId, Trails};

/// What is known at a position of a middle.
pub(super) struct Spot {
    environment: Environment,
    pub(super) partial: Partial,
    /// The names that count as known although nothing binds them.
    admitted: Vec<Symbol>,
    /// The number of the place at which the line begins.
    start: u32,
}

/// The names that may be read at some positions.
pub struct Readable {
    /// Names of scopes, in sets that many positions share.
    pub sets: Vec<Names>,
    /// Other names, those of the line among them.
    pub others: Vec<Arc<[u8]>>,
    /// Those that imports can bind, in order.
    pub importable: Option<Arc<[Vec<u8>]>>,
}

impl Readable {
    /// Returns whether the names are the same, as far as that is seen at once.
    pub fn is_like(&self, other: &Self) -> bool {
        let is_same = |(one, other): (&Names, &Names)| Arc::ptr_eq(one, other);
        self.sets.len() == other.sets.len()
            && self.sets.iter().zip(&other.sets).all(is_same)
            && self.others == other.others
            && self.importable.is_none()
            && other.importable.is_none()
    }

    /// Returns whether there are no names.
    pub fn is_empty(&self) -> bool {
        let has_imports = self.importable.as_ref().is_some_and(|importable| !importable.is_empty());
        self.sets.is_empty() && self.others.is_empty() && !has_imports
    }
}

/// The names that the middles of one quotient may read.
pub struct NameFilter {
    tables: Arc<Mutex<NameTables>>,
    pub(super) around: Surrounding,
    pub(super) trails: Trails,
    /// Whether middles have a mistake with names that are known, where that was asked.
    pub(super) mistaken: FxHashMap<TrailId, bool>,
    spots: FxHashMap<(TrailId, Column, bool), Arc<Spot>>,
    starts: LineStarts,
    /// The names that only a middle can bind, once they have been searched.
    missing: Option<Arc<[Missing]>>,
    /// The names that an import can bind, in order.
    importable: Arc<[Vec<u8>]>,
}

impl NameFilter {
    /// Returns the filter of a quotient.
    pub fn new(tables: &Arc<Mutex<NameTables>>, around: Surrounding) -> Self {
        let (trails, spots, mistaken, importable) = Default::default();
        let starts = LineStarts::new(around.environment.clone());
        let tables = Arc::clone(tables);
        Self { tables, around, trails, mistaken, spots, starts, missing: None, importable }
    }

    /// Makes names known, as if the file bound them.
    pub fn know(&mut self, more: &[Vec<u8>]) {
        let mut tables = self.tables();
        let symbols: Vec<Symbol> = more.iter().map(|name| tables.symbols.number(name)).collect();
        drop(tables);
        self.around.environment.add_everywhere(symbols);
        self.starts = LineStarts::new(self.around.environment.clone());
        self.spots.clear();
        self.missing = None;
    }

    /// Sets the names that an import can bind.
    pub fn set_importable(&mut self, names: &[Vec<u8>]) {
        let mut sorted: Vec<Vec<u8>> = names.iter().map(|name| folded(name)).collect();
        sorted.sort_unstable();
        self.importable = sorted.into();
    }

    /// Returns whether an import can bind a name.
    pub fn is_importable(&self, name: &[u8]) -> bool {
        self.importable.binary_search(&folded(name)).is_ok()
    }

    /// Returns whether an import can bind some name that may begin with a text.
    pub fn begins_importable(&self, begun: &[u8]) -> bool {
        head(begun).is_none_or(|head| self.each_importable(head).next().is_some())
    }

    /// Yields the names that begin with a text and that an import can bind.
    pub fn each_importable<'a>(&'a self, begun: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
        beginning_with(&self.importable, begun)
    }

    /// Returns the names that an import can bind, in order.
    pub fn importable(&self) -> &Arc<[Vec<u8>]> {
        &self.importable
    }

    /// Returns whether every name may be read.
    pub fn is_open(&self) -> bool {
        self.around.is_open()
    }

    /// Returns the list of a middle's lexemes with one more.
    pub fn follow(&mut self, trail: TrailId, text: &[u8], effect: Effect) -> TrailId {
        self.trails.with(trail, text, effect)
    }

    /// Returns the text of the last lexeme of a list.
    pub fn last(&self, trail: TrailId) -> Option<Arc<[u8]>> {
        self.trails.lexemes(trail).last().map(|(text, _)| Arc::from(*text))
    }

    /// Returns the names of a middle that were made known although nothing binds them, and that it reads. What follows
    /// the cursor in its line counts.
    pub fn admitted(&self, grammar: &Grammar, trail: TrailId) -> Vec<Vec<u8>> {
        let mut tables = self.tables();
        let (text, admitted) = self.text_so_far(&mut tables, trail, true);
        let Some(rules) = grammar.name_rules.as_ref().filter(|_| !admitted.is_empty()) else {
            return Vec::new();
        };
        let mut environment = self.around.environment.clone();
        let mut found: Vec<Symbol> = Vec::new();
        read_lines(grammar, &mut tables, (&text, 0), |symbols, line| {
            let mut reads: Vec<Symbol> = Vec::new();
            for part in line.parts() {
                environment.enter(part.column);
                let is_unknown = |name: &Symbol| !environment.knows(*name, Moment::AtOnce);
                reads.extend(part.reads.iter().copied().filter(is_unknown));
                environment.push_part(part);
                reads.extend(environment.unknown());
            }
            for symbol in reads.into_iter().filter(|symbol| admitted.contains(symbol)) {
                let is_builtin = rules.builtins.contains(symbols.text(symbol).as_ref());
                if !is_builtin && !found.contains(&symbol) {
                    found.push(symbol);
                }
            }
        });
        found.iter().map(|&symbol| tables.symbols.text(symbol).to_vec()).collect()
    }

    /// Returns whether a name may be read at a position. `column` is that of the line, if the line has no content yet.
    pub fn knows(&mut self, grammar: &Grammar, trail: TrailId, column: Option<Column>, name: &[u8]) -> bool {
        let Some(rules) = &grammar.name_rules else { return true };
        if self.around.is_open() || rules.builtins.contains(name) {
            return true;
        }
        let spot = self.spot(grammar, trail, column);
        let Some(symbol) = self.tables().symbols.get(name) else { return false };
        self.sees(&spot, symbol)
    }

    /// Returns whether the body of the function whose header a position is in reads a name that is missing, and that is
    /// no parameter yet; none if the position is in no such header.
    pub fn use_in_body(&mut self, grammar: &Grammar, trail: TrailId, name: &[u8]) -> Option<bool> {
        let header = self.spot(grammar, trail, None);
        let line = Some(&header.partial.line).filter(|line| line.header == Some(Header::Function))?;
        let Some(symbol) = self.tables().symbols.get(name) else { return Some(false) };
        let is_missing = |one: &Missing| one.symbol == symbol && one.least > line.column.col;
        if !self.missing(grammar).iter().any(is_missing) {
            return Some(false);
        }
        let mut inside = header.environment.clone();
        inside.push(line);
        Some(!inside.knows(symbol, Moment::Later))
    }

    /// Returns whether every name is known that is read outside the brackets that are open at a position.
    pub fn is_settled(&mut self, grammar: &Grammar, trail: TrailId) -> bool {
        let spot = self.spot(grammar, trail, None);
        self.are_known(grammar, &spot, &spot.partial.settled)
    }

    /// Returns whether every name is known that a middle reads in its last line, if the right context follows.
    pub fn is_paid(&mut self, grammar: &Grammar, trail: TrailId) -> bool {
        let spot = self.find_spot(grammar, trail, None, true);
        self.are_known(grammar, &spot, &spot.partial.reads())
    }

    /// Returns the names that are read in the line up to a position and are not known.
    pub fn owed(&mut self, grammar: &Grammar, trail: TrailId) -> Vec<Arc<[u8]>> {
        let spot = self.spot(grammar, trail, None);
        let reads = spot.partial.reads().into_iter();
        let unknown = reads.filter(|&symbol| !self.are_known(grammar, &spot, &[symbol]));
        unknown.map(|symbol| Arc::clone(self.tables().symbols.text(symbol))).collect()
    }

    /// Returns the names that the right context reads and that only a middle can bind, in the order in which they are
    /// read.
    pub fn missing(&mut self, grammar: &Grammar) -> Arc<[Missing]> {
        let known = self.missing.take();
        let found = known.unwrap_or_else(|| self.around.missing(grammar, &mut self.tables()).into());
        Arc::clone(self.missing.insert(found))
    }

    /// Returns the text of a missing name.
    pub fn text(&self, missing: &Missing) -> Vec<u8> {
        self.tables().symbols.text(missing.symbol).to_vec()
    }

    /// Returns the numbers of the missing names that are still missing if the middle ends at a position.
    pub fn still_missing(&mut self, grammar: &Grammar, trail: TrailId) -> Vec<usize> {
        let all = self.missing(grammar);
        if all.is_empty() {
            return Vec::new();
        }
        let environment = self.whole_environment(grammar, trail);
        let is_missing = |one: &Missing| !one.is_bound(&mut environment.clone());
        (0..all.len()).filter(|&number| is_missing(&all[number])).collect()
    }

    fn are_known(&self, grammar: &Grammar, spot: &Spot, names: &[Symbol]) -> bool {
        let Some(rules) = &grammar.name_rules else { return true };
        let is_builtin = |symbol| rules.builtins.contains(self.tables().symbols.text(symbol).as_ref());
        let mut parts = spot.partial.line.parts();
        let deferred: Vec<Symbol> = parts.by_ref().flat_map(|part| part.deferred.iter().copied()).collect();
        let is_known_later =
            |symbol: Symbol| deferred.contains(&symbol) && spot.environment.knows(symbol, Moment::Perhaps);
        let is_known =
            |&symbol: &Symbol| self.sees(spot, symbol) || is_known_later(symbol) || is_builtin(symbol);
        names.iter().all(is_known)
    }

    fn sees(&self, spot: &Spot, symbol: Symbol) -> bool {
        spot.partial.bound.contains(&symbol)
            || self.around.targets.contains(&symbol)
            || spot.admitted.contains(&symbol)
            || spot.environment.knows(symbol, spot.partial.moment)
    }

    /// Returns whether some name that may be read may begin with a text.
    pub fn knows_beginning(
        &mut self,
        grammar: &Grammar,
        trail: TrailId,
        column: Option<Column>,
        begun: &[u8],
    ) -> bool {
        let Some(head) = head(begun) else { return true };
        let mut is_known = self.around.is_open();
        self.each_beginning(grammar, trail, column, head, |_| {
            is_known = true;
            false
        });
        is_known
    }

    /// Calls `f` with names that may be read and begin with a text, until it returns false.
    pub fn each_beginning(
        &mut self,
        grammar: &Grammar,
        trail: TrailId,
        column: Option<Column>,
        begun: &[u8],
        mut f: impl FnMut(&[u8]) -> bool,
    ) {
        let Some(rules) = &grammar.name_rules else { return };
        let spot = self.spot(grammar, trail, column);
        let tables = self.tables();
        let own = spot.partial.bound.iter().chain(&self.around.targets).chain(&spot.admitted);
        for symbol in own {
            let text = tables.symbols.text(*symbol);
            if text.starts_with(begun) && !f(text) {
                return;
            }
        }
        let visible = spot.environment.sorted(&tables.symbols, spot.partial.moment);
        for text in beginning_with(visible, begun) {
            if !f(text) {
                return;
            }
        }
        for text in beginning_with(&rules.sorted_builtins, begun) {
            if !f(text) {
                return;
            }
        }
    }

    pub(super) fn tables(&self) -> MutexGuard<'_, NameTables> {
        locked(&self.tables)
    }

    pub(super) fn spot(&mut self, grammar: &Grammar, trail: TrailId, column: Option<Column>) -> Arc<Spot> {
        let key = (trail, column.unwrap_or(Column::ZERO), column.is_some());
        if let Some(known) = self.spots.get(&key) {
            return Arc::clone(known);
        }
        let spot = Arc::new(self.find_spot(grammar, trail, column, false));
        self.spots.insert(key, Arc::clone(&spot));
        spot
    }

    /// Returns the text of the cursor's line and of the middle up to a position, and the names admitted in it. If the
    /// middle `is_whole`, the rest of the cursor's line follows.
    pub(super) fn text_so_far(
        &self,
        tables: &mut NameTables,
        trail: TrailId,
        is_whole: bool,
    ) -> (MiddleText, Vec<Symbol>) {
        let mut bytes = self.around.text.clone();
        let mut admitted = Vec::new();
        for (lexeme, admits) in self.trails.lexemes(trail) {
            bytes.extend(lexeme);
            if admits {
                admitted.push(tables.symbols.number(lexeme));
            }
        }
        let end = bytes.len();
        if is_whole {
            bytes.extend(&self.around.rest);
        }
        let counted = 0..bytes.len();
        (MiddleText { bytes, end, is_closed: is_whole, counted }, admitted)
    }

    /// Reads the last line of a middle up to a position. If the middle `is_whole`, the rest of the cursor's line follows.
    fn find_spot(
        &mut self,
        grammar: &Grammar,
        trail: TrailId,
        column: Option<Column>,
        is_whole: bool,
    ) -> Spot {
        let tables = Arc::clone(&self.tables);
        let mut tables = locked(&tables);
        let (text, admitted) = self.text_so_far(&mut tables, trail, is_whole);
        let text = MiddleText { counted: self.around.typed..text.end, is_closed: false, ..text };
        // What follows may belong to a line end before it.
        let mut start = if is_whole { 0 } else { self.starts.last(&self.trails, trail) };
        let LineStart { begin, before, .. } = self.starts.get(start);
        let mut environment = None;
        let last = read_lines(grammar, &mut tables, (&text, *begin), |_, line| {
            environment.get_or_insert_with(|| before.clone()).push(&line);
        });
        if let Some(environment) = environment {
            start = self.starts.add(LineStart::new(last.begin, environment));
        }
        if !is_whole {
            self.starts.keep(trail, start);
        }
        let environment = if has_blocks(grammar) {
            let mut environment = self.starts.get(start).before.clone();
            environment.push(&last.partial.line);
            environment.expect_name();
            environment
        } else {
            let column = column.filter(|_| !last.has_content).unwrap_or(last.column);
            self.starts.get(start).at(column).clone()
        };
        Spot { environment, partial: last.partial, admitted, start }
    }

    /// Returns what is known after the line of the cursor if a middle ends at a position.
    fn whole_environment(&self, grammar: &Grammar, trail: TrailId) -> Environment {
        let mut tables = self.tables();
        let (text, admitted) = self.text_so_far(&mut tables, trail, true);
        let mut environment = self.around.environment.clone();
        environment.add_everywhere(admitted);
        read_lines(grammar, &mut tables, (&text, 0), |_, line| environment.push(&line));
        environment
    }

    /// Returns the names that may be read at a position, but for builtin ones.
    pub fn readable(&mut self, grammar: &Grammar, trail: TrailId, column: Option<Column>) -> Readable {
        let spot = self.spot(grammar, trail, column);
        let tables = self.tables();
        let others = spot.partial.bound.iter().chain(&self.around.targets).chain(&spot.admitted);
        let others = others.map(|&symbol| Arc::clone(tables.symbols.text(symbol))).collect();
        Readable { sets: spot.environment.sets(spot.partial.moment), others, importable: None }
    }

    /// Returns names among which are all that may be read at a position or after any lexemes without a name, but for
    /// builtin ones. `pending` is the beginning of the next lexeme.
    pub fn readable_later(
        &mut self,
        grammar: &Grammar,
        trail: TrailId,
        column: Option<Column>,
        pending: &[u8],
    ) -> Readable {
        let spot = self.spot(grammar, trail, column);
        let start = self.starts.get(spot.start);
        let (begin, sets) = (start.begin, start.before.all_sets());
        let tables = Arc::clone(&self.tables);
        let mut tables = locked(&tables);
        let (text, _) = self.text_so_far(&mut tables, trail, false);
        let words = [&text.bytes[begin..], pending].concat();
        let words = words.split(|&byte| !is_word(byte)).filter(|word| !word.is_empty());
        let mut others: Vec<Arc<[u8]>> = words.map(|word| folded(word).into()).collect();
        let known = self.around.targets.iter().chain(&spot.admitted);
        others.extend(known.map(|&symbol| Arc::clone(tables.symbols.text(symbol))));
        others.sort_unstable();
        others.dedup();
        Readable { sets, others, importable: None }
    }

    /// Returns the names of a set in order.
    pub fn texts_of(&self, names: &Names) -> Vec<Arc<[u8]>> {
        let tables = self.tables();
        let mut texts: Vec<Arc<[u8]>> =
            names.iter().map(|&symbol| Arc::clone(tables.symbols.text(symbol))).collect();
        texts.sort_unstable();
        texts
    }
}

fn locked(tables: &Mutex<NameTables>) -> MutexGuard<'_, NameTables> {
    tables.lock().unwrap_or_else(PoisonError::into_inner)
}

fn has_blocks(grammar: &Grammar) -> bool {
    grammar.name_rules.as_ref().is_some_and(|rules| rules.blocks.is_some())
}

/// Returns the bytes with which the name begins, in any spelling, that a text begins; none if nothing is known of them.
///
/// Names are compared in a form in which a character may be several, so only the ASCII ones before all others count.
fn head(begun: &[u8]) -> Option<&[u8]> {
    let length = begun.iter().position(|byte| !byte.is_ascii()).unwrap_or(begun.len());
    (begun.iter().all(|&byte| is_word(byte)) && (length > 0 || begun.is_empty())).then(|| &begun[..length])
}

/// Returns those of some sorted texts that begin with a text.
fn beginning_with<'a, T: AsRef<[u8]>>(
    sorted: &'a [T],
    begun: &'a [u8],
) -> impl Iterator<Item = &'a [u8]> + use<'a, T> {
    let first = sorted.partition_point(|text| text.as_ref() < begun);
    sorted[first..].iter().map(AsRef::as_ref).take_while(move |text| text.starts_with(begun))
}
