//! A session keeps a document's two contexts from one request to the next.

use std::sync::Arc;

use crate::base::sets::TermSet;
use crate::charts::pool::ContextCharts;
use crate::complete::search::{self, SearchMemo, Wanted};
use crate::context::left::{Left, Pending};
use crate::context::right::Right;
use crate::context::right::dead_ends::DeadEnds;
use crate::grammar::costs::Wording;
use crate::language::Language;
use crate::layout::counts::words::MANY_WORDS;
use crate::layout::place::ROOT;
use crate::limits::{KEPT_BYTES, KEPT_BYTES_PER_BYTE, MAX_CONTEXT_BYTES};
use crate::names::cursor::NameFilter;
use crate::names::lines::noted::NotedLines;
use crate::names::surrounding::{NameIndex, Surrounding};
use crate::quotient::border::{Border, Cursor, Spared, begins_word};
use crate::quotient::exits::{Beginning, Exits};
use crate::quotient::join::{ExitStates, RightQuotient, TooDeep};
use crate::quotient::surroundings::Surroundings;
use crate::quotient::{Quotient, RightHalf, pairing};

/// Maximum number of indentation levels that are taken from a count which may include former right contexts.
/// A higher count is computed again from the current right context alone.
const MAX_SHARED_LEVELS: u32 = 16;

/// Maximum number of halves of one right context that are kept: one for each value of [`Spared`], and some
/// for other cursors.
const MAX_HALVES: usize = 6;

/// The short middles that decide whether the right context is the rest of a string.
const SHORT: Wanted = Wanted { max_bytes: 40, max_steps: 200, wording: Wording::Readable };

/// Number of requests after which a session's memory is looked at again.
const MEASURED_EVERY: u32 = 64;

/// Which context is at fault when no middle fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Left,
    Right,
    /// Each context fits together with some other one, but not with this one.
    Both,
}

/// The reason why no middle fits.
#[derive(Clone, Debug)]
pub struct Problem {
    pub side: Side,
    /// Byte offset into that side; the length of the left context for [`Side::Both`].
    pub offset: usize,
    pub message: String,
    pub expected: TermSet,
}

/// A kept half of a right context, with what it depends on.
struct KeptHalf {
    /// Whether the half was made for middles without content before them.
    bare: bool,
    border: Border,
    half: RightHalf,
}

/// What is known of a document's two contexts.
pub struct Session {
    grammar: Arc<Language>,
    left: Left,
    right: Right,
    /// The halves of the current right context, the most recent first.
    halves: Vec<KeptHalf>,
    /// What is known of its beginning, and of the exits into it.
    beginning: Beginning,
    exit_states: ExitStates,
    /// What middles spare of the right context if any middle fits under this condition.
    spared: Spared,
    max_at_once: usize,
    /// The [`ContextCharts::generation`] to which the numbers of charts belong.
    generation: u64,
    requests: u32,
    /// What is known of the document's names, once they matter.
    names: Option<NameIndex>,
    filters_names: bool,
    /// The lines of the left context that the current request has read.
    noted: NotedLines,
    /// The names around the cursor, if they are known.
    surrounding: Option<Surrounding>,
}

impl Session {
    /// Returns a session without a text. `spared` is what middles spare of the right context, unless no
    /// middle fits under this condition. `max_at_once` is [`MAX_AT_ONCE`](crate::limits::MAX_AT_ONCE), except in tests.
    pub fn new(grammar: &Arc<Language>, spared: Spared, max_at_once: usize) -> Self {
        Self {
            grammar: Arc::clone(grammar),
            left: Left::new(grammar),
            right: Right::new(grammar, max_at_once),
            halves: Vec::new(),
            beginning: Beginning::default(),
            exit_states: ExitStates::default(),
            spared,
            max_at_once,
            generation: 0,
            requests: 0,
            names: None,
            filters_names: false,
            noted: NotedLines::default(),
            surrounding: None,
        }
    }

    /// Returns the quotient by two contexts. The parts that they share with the previous contexts are not
    /// read again. A problem says why no middle fits.
    ///
    /// If names are given, middles read known names only, and the given ones count as known. An import can bind those
    /// that are `importable`.
    pub fn quotient(
        &mut self,
        left: &[u8],
        right: &[u8],
        names: Option<&[Vec<u8>]>,
        importable: &[Vec<u8>],
    ) -> Result<Quotient, Problem> {
        for (side, bytes) in [(Side::Left, left), (Side::Right, right)] {
            if bytes.len() > MAX_CONTEXT_BYTES {
                let message = format!("the context has more than {MAX_CONTEXT_BYTES} bytes");
                return Err(Problem { side, offset: 0, message, expected: TermSet::default() });
            }
        }
        self.with_kept((left, right), |session, kept| {
            session.update(left, right);
            session.filters_names = names.is_some();
            session.expect_module(kept);
            let mut quotient = session.read(kept, right);
            if session.left.tells_modules(&session.grammar, &mut kept.forward) {
                quotient = session.read_as_told(kept, right, quotient);
            }
            session.noted = NotedLines::default();
            if let Some((quotient, names)) = quotient.as_mut().ok().zip(names) {
                quotient.know(names);
                quotient.set_importable(importable);
            }
            quotient
        })
    }

    /// Reads a text from both ends in advance, for later cursors in it, and a part of what may be open at a
    /// cursor besides. Returns whether another call would read more. A text that is too long is not read.
    pub fn read_ahead(&mut self, text: &[u8]) -> bool {
        text.len() <= MAX_CONTEXT_BYTES
            && self.with_kept((text, &[]), |session, kept| {
                session.update(&[], text);
                session.right.read_ahead(&session.grammar, &mut kept.nodes);
                let is_more = session.right.read_guesses(&session.grammar, &mut kept.nodes);
                session.update(text, &[]);
                session.expect_module(kept);
                session.left.read(&session.grammar, &mut kept.forward, &mut NotedLines::default());
                is_more
            })
    }

    /// Returns the memory of what is known of the left and of the right context, in bytes.
    pub fn memory(&self) -> [usize; 2] {
        [self.left.size(), self.right.size()]
    }

    /// Calls `call` with the charts of the language, for the texts that are read next.
    fn with_kept<T>(
        &mut self,
        (left, right): (&[u8], &[u8]),
        call: impl FnOnce(&mut Self, &mut ContextCharts) -> T,
    ) -> T {
        let grammar = Arc::clone(&self.grammar);
        grammar.charts.make_room(|generation| {
            generation == self.generation && self.left.text().difference(left, right).is_small()
        });
        grammar.charts.with(&grammar, |kept| {
            if self.generation != kept.generation || self.is_full() {
                *self = Self::new(&grammar, self.spared, self.max_at_once);
                self.generation = kept.generation;
            }
            call(self, kept)
        })
    }

    /// Returns whether what is known of a context takes too much memory, as far as that is looked at.
    fn is_full(&mut self) -> bool {
        self.requests = self.requests.wrapping_add(1);
        let most = KEPT_BYTES + KEPT_BYTES_PER_BYTE * self.left.text().bytes().len();
        self.requests.is_multiple_of(MEASURED_EVERY) && self.memory().into_iter().any(|size| size > most)
    }

    /// Replaces both contexts. Nothing of them is read, so that the work on them can be interrupted.
    fn update(&mut self, left: &[u8], right: &[u8]) {
        let before = self.right.lexemes.length().bytes();
        self.right.lexemes.release();
        self.surrounding = None;
        let change = self.left.update(left, right);
        self.right.update(self.left.text(), &change);
        let keeps_right = before == right.len() && change.kept >= right.len();
        if !keeps_right {
            self.halves.clear();
            self.beginning = Beginning::default();
            self.exit_states.clear();
        }
        if let Some(names) = &mut self.names {
            names.edit(&change, keeps_right);
        }
    }

    /// Expects of a text that is new whether it imports or exports something.
    fn expect_module(&mut self, kept: &mut ContextCharts) {
        if self.left.is_new() && self.left.seems_module(&self.grammar) {
            self.left.begin(&self.grammar, &mut kept.forward, true);
        }
    }

    /// Reads the left context and joins both.
    fn read(&mut self, kept: &mut ContextCharts, right: &[u8]) -> Result<Quotient, Problem> {
        self.noted = NotedLines::new(&self.grammar, self.filters_names);
        self.left.read(&self.grammar, &mut kept.forward, &mut self.noted);
        self.join(kept, right)
    }

    /// Returns the quotient of a file in which something is imported or exported, or of another one, as both contexts tell.
    /// `first` is that of the file that was expected.
    fn read_as_told(
        &mut self,
        kept: &mut ContextCharts,
        right: &[u8],
        first: Result<Quotient, Problem>,
    ) -> Result<Quotient, Problem> {
        if self.left.is_module == self.is_module() {
            return first;
        }
        let mut again = |session: &mut Self, is_module| {
            session.left.begin(&session.grammar, &mut kept.forward, is_module);
            session.read(kept, right)
        };
        if !self.left.is_module {
            return again(self, true);
        }
        // What tells may stand behind an error.
        let script = again(self, false);
        if self.is_module() { again(self, true) } else { script }
    }

    /// Returns whether one of the contexts imports or exports something.
    fn is_module(&self) -> bool {
        let half = self.halves.first();
        self.left.shows_module() || half.is_some_and(|known| known.half.exits.declared.is_of_module())
    }

    fn join(&mut self, kept: &mut ContextCharts, right: &[u8]) -> Result<Quotient, Problem> {
        self.right.check(&self.grammar, &mut kept.nodes);
        let pending = self.left.pending().map_err(|error| Problem {
            side: Side::Left,
            offset: error.offset,
            message: error.message,
            expected: error.expected,
        })?;
        let mut cursor = Cursor::new(&self.grammar, &mut kept.forward, &mut self.left, &pending);
        if self.spared >= Spared::Lines {
            cursor.words.most = MANY_WORDS;
        }
        if self.grammar.has_text_modes() {
            cursor.in_open_text |= self.left.leads_to_text(&self.grammar, &mut kept.forward, &pending);
        }
        let own = self.own_text(kept, cursor);
        let is_needless = self.spared == Spared::Words && !begins_word(right);
        let most = if is_needless { Spared::Code } else { self.spared };
        let sparing = |spared: &Spared| *spared >= most;
        let whole = Border::new(&self.grammar, right, cursor, own);
        for spared in Spared::ALL.into_iter().filter(sparing) {
            let border = whole.with(spared);
            let mut quotient = self.join_at(kept, &pending, border)?;
            if quotient.start().is_none() {
                continue;
            }
            if spared == Spared::Words && cursor.after_word {
                quotient.at_cursor = Some(self.is_member_as_it_is(kept, &pending, border)?);
            }
            return if spared < Spared::Nothing {
                self.with_open_hole(kept, &pending, whole, quotient)
            } else {
                Ok(quotient)
            };
        }
        let nothing = Border::nothing(&cursor);
        let is_enterable = self.right_half(kept, !pending.has_content, nothing)?.joined.is_enterable();
        Err(self.explain(kept, !pending.has_content, is_enterable))
    }

    /// Returns the quotient of a right context that is the rest of a string whose code is open at the cursor, if it is
    /// read as that with fewer signs than as code: so in `` `a ${b‖`; `` and `` `a ${b‖ c`; ``, but not in `` `a ${b‖}`; ``.
    /// Otherwise, returns `as_code`.
    fn with_open_hole(
        &mut self,
        kept: &mut ContextCharts,
        pending: &Pending,
        border: Border,
        mut as_code: Quotient,
    ) -> Result<Quotient, Problem> {
        let Some(hole) = hole_at_cursor(&mut as_code) else { return Ok(as_code) };
        let border = border.as_rest_of_string();
        if !self.may_be_rest_of_string(kept, pending, border)? {
            return Ok(as_code);
        }
        let mut as_text = self.join_at(kept, pending, border)?;
        let text = shortest(&mut as_text, hole, SHORT.max_bytes).filter(|text| text.ends_in_string);
        let Some(text) = text else { return Ok(as_code) };
        // As code, a text that is longer says the same as none.
        let is_text = shortest(&mut as_code, hole, text.length)
            .is_none_or(|code| text.length < code.length + usize::from(code.ends_in_string));
        Ok(if is_text { as_text } else { as_code })
    }

    /// Returns whether some middle may lead into a string at the beginning of the right context. At most line ends none does,
    /// and a search would find that late.
    fn may_be_rest_of_string(
        &mut self,
        kept: &mut ContextCharts,
        pending: &Pending,
        border: Border,
    ) -> Result<bool, Problem> {
        let RightHalf { exits, into_string, .. } = self.right_half(kept, !pending.has_content, border)?;
        let (grammar, known) = (&self.grammar, &mut self.exit_states);
        let joined = into_string.get_or_init(|| {
            let leads = |exit| exits.leads_into_string(exit);
            RightQuotient::new(grammar, &mut kept.nodes, &exits, known, leads).ok()
        });
        let fits = |joined| pairing::fits(joined, &kept.forward, &self.left, pending);
        Ok(joined.as_ref().is_some_and(fits))
    }

    /// Returns the number of bytes at the beginning of the right context that are text of a comment or a
    /// string that the left context began; 0 if the right context cannot be read in this way.
    fn own_text(&mut self, kept: &mut ContextCharts, cursor: Cursor) -> usize {
        let grammar = Arc::clone(&self.grammar);
        if !cursor.is_text {
            return 0;
        }
        let found = grammar.lexer.longest(cursor.state, self.right.lexemes.bytes());
        if found.end == 0 || !grammar.is_text(found.set) {
            return 0;
        }
        let at = (cursor.state, Border::nothing(&cursor));
        let is_read = Exits::is_entered(&grammar, &mut kept.nodes, &mut self.right, at, &mut self.beginning);
        if is_read { found.end } else { 0 }
    }

    fn join_at(
        &mut self,
        kept: &mut ContextCharts,
        pending: &Pending,
        border: Border,
    ) -> Result<Quotient, Problem> {
        let half = self.right_half(kept, !pending.has_content, border)?;
        let names = self.name_filter(kept, pending);
        Ok(Quotient::new(&self.grammar, &kept.forward, &self.left, pending, &half, names))
    }

    /// Returns the filter of the names that middles may read, if they matter.
    fn name_filter(&mut self, kept: &mut ContextCharts, pending: &Pending) -> Option<NameFilter> {
        if !self.filters_names || self.grammar.name_rules.is_none() {
            return None;
        }
        let index = self.names.get_or_insert_with(|| NameIndex::new(&self.grammar.lines));
        let (grammar, right, noted) = (&self.grammar, &mut self.right, &self.noted);
        let around = self.surrounding.get_or_insert_with(|| {
            let places = (pending.start, self.left.bytes().len());
            let is_program = |offset| right.is_program(grammar, &mut kept.nodes, offset);
            index.surrounding(grammar, (self.left.text().bytes(), noted), places, is_program)
        });
        (!around.is_open()).then(|| NameFilter::new(&index.tables, around.clone()))
    }

    /// Returns whether the empty middle fits, even if the cursor is inside a word.
    fn is_member_as_it_is(
        &mut self,
        kept: &mut ContextCharts,
        pending: &Pending,
        border: Border,
    ) -> Result<bool, Problem> {
        let mut quotient = self.join_at(kept, pending, border.with(Spared::Code))?;
        let start = quotient.start().cloned();
        Ok(start.is_some_and(|start| quotient.is_member(&start)))
    }

    fn right_half(
        &mut self,
        kept: &mut ContextCharts,
        bare: bool,
        border: Border,
    ) -> Result<RightHalf, Problem> {
        if let Some(known) = self.halves.iter().find(|known| (known.bare, known.border) == (bare, border)) {
            return Ok(known.half.clone());
        }
        let exits = Arc::new(self.exits(kept, bare, border));
        let joined = match self.halves.iter().find(|known| known.half.exits.list == exits.list) {
            Some(known) => Arc::clone(&known.half.joined),
            None => Arc::new(
                RightQuotient::new(&self.grammar, &mut kept.nodes, &exits, &mut self.exit_states, |_| true)
                    .map_err(too_deep)?,
            ),
        };
        let half = RightHalf::new(exits, joined);
        self.halves.truncate(MAX_HALVES - 1);
        self.halves.insert(0, KeptHalf { bare, border, half: half.clone() });
        Ok(half)
    }

    fn exits(&mut self, kept: &mut ContextCharts, bare: bool, border: Border) -> Exits {
        let (grammar, nodes, known) = (&self.grammar, &mut kept.nodes, &mut self.beginning);
        let mut exits = Exits::new(grammar, nodes, &mut self.right, bare, border, known);
        if exits.levels > MAX_SHARED_LEVELS {
            let (mut right, mut known) = (self.right.afresh(grammar), Beginning::default());
            exits.levels = Exits::new(grammar, nodes, &mut right, bare, border, &mut known).levels;
        }
        exits
    }

    /// Returns the problem of two contexts for which no middle fits. The failure of the right context is
    /// found by reading it anew, since the result must not depend on what the session has read before.
    fn explain(&self, kept: &mut ContextCharts, bare: bool, enterable: bool) -> Problem {
        let both = Problem {
            side: Side::Both,
            offset: self.left.bytes().len(),
            message: "the texts before and behind the cursor belong to no one program".to_owned(),
            expected: TermSet::default(),
        };
        if enterable {
            return both;
        }
        let mut right = self.right.afresh(&self.grammar);
        right.dead_ends = DeadEnds::off();
        kept.nodes.is_too_deep = false;
        let failure = right.lexemes.failure(&self.grammar, right.lexemes.length(), ROOT);
        let mut known = Beginning::default();
        Exits::new(&self.grammar, &mut kept.nodes, &mut right, bare, Border::NONE, &mut known);
        if kept.nodes.is_too_deep {
            return too_deep(TooDeep);
        }
        right.broken_at().or(failure).map_or(both, |offset| Problem {
            side: Side::Right,
            offset,
            message: "the text behind the cursor is not the end of any program".to_owned(),
            expected: TermSet::default(),
        })
    }
}

/// Returns where the code within a string begins that is open at the cursor, unless the text fits as it is.
fn hole_at_cursor(quotient: &mut Quotient) -> Option<usize> {
    let start = quotient.start()?.clone();
    let hole = quotient.open_hole(&start)?;
    (!quotient.is_member(&start)).then_some(hole)
}

/// A short middle: its length in bytes, and whether it ends the code within a string and then is in the string.
struct ShortMiddle {
    length: usize,
    ends_in_string: bool,
}

/// Returns a short middle of at most `max_bytes` bytes that fits, if one is found; `hole` is where the code begins.
fn shortest(quotient: &mut Quotient, hole: usize, max_bytes: usize) -> Option<ShortMiddle> {
    let mut end = quotient.start()?.clone();
    let wanted = Wanted { max_bytes, ..SHORT };
    let text = search::complete(quotient, &mut SearchMemo::default(), &end, wanted)?;
    let is_end = quotient.advance(&mut end, &text);
    let is_left = is_end && quotient.open_hole(&end).is_none_or(|open| open < hole);
    let ends_in_string = is_left && quotient.surroundings(&end) == Surroundings::String;
    Some(ShortMiddle { length: text.len(), ends_in_string })
}

/// Returns the problem of a right context in which too many rules end that began before it.
fn too_deep(_: TooDeep) -> Problem {
    Problem {
        side: Side::Right,
        offset: 0,
        message: "the text behind the cursor closes too many things that are open there".to_owned(),
        expected: TermSet::default(),
    }
}
