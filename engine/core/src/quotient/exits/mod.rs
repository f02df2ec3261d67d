//! Where the middle's last lexeme ends inside the right context, tabulated by lexer state.
//!
//! From each state of the lexer, the automaton runs over the right context; the longest match gives a set of
//! terminals and an offset. There are few distinct pairs. Each usable pair makes *exits*: a terminal and the
//! node of the right context after it; a lexeme that the parser ignores makes an exit without a terminal.
//! (Melcer et al. 2024, section V, guess the number of characters that the middle's last symbol takes from
//! the right context and branch; the table has exactly the possible ones.) What is open where the right
//! context is entered depends on the middle. There is an exit for each possibility, and the parser finds
//! which one fits.

mod beginning;
mod leads;
mod reach;

use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex};

use crate::base::interner::Numbers;
use crate::base::sets::{BitRows, TermId};
use crate::base::text::Distance;
use crate::charts::reverse::ReverseCharts;
use crate::charts::shared::SharedChart;
use crate::context::later_keys::{self, Later};
use crate::context::right::declared::known::Tail;
use crate::context::right::tags::rests::Needed;
use crate::context::right::{Entry, Right};
use crate::grammar::Grammar;
use crate::grammar::lead::Lead;
use crate::layout::columns::Column;
use crate::layout::counts::{Change, Counting, Told};
use crate::layout::declared::Role;
use crate::layout::declared::exports::follows_import;
use crate::layout::declared::levels::{Compared, Levels};
use crate::layout::place::ROOT;
use crate::layout::place::{LayoutState, ModeStack};
use crate::layout::quotes::{QuoteRun, is_clean_start};
use crate::layout::roles::Check;
use crate::lexer::Lexer;
use crate::lexer::ids::{LexState, TermSetId};
use crate::quotient::border::{Border, begins_word, is_text_mode};
pub use crate::quotient::exits::beginning::Beginning;
use crate::quotient::exits::beginning::{Ends, Group, OpenAfterKey};
use crate::quotient::exits::leads::Leads;
use crate::quotient::exits::reach::{Reach, Row};

/// A transition from the middle into the right context: a last terminal, if any, and a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit {
    pub term: Option<TermId>,
    pub node: SharedChart,
    /// Whether the exit is for a middle before which there is only ignored text, so that the whole program
    /// follows.
    pub is_whole: bool,
    /// The column of the first line that begins after the node, if any does.
    pub column: Option<Column>,
    /// The declared mode in which an exit without a terminal enters the right context.
    pub mode: u8,
    /// What is counted where the right context is entered: see [`ModeStacks::counting`](crate::layout::modes::ModeStacks::counting).
    pub counting: Counting,
    /// The number of the names that must be open before the node, among [`Exits::needed`].
    pub needed: u32,
}

impl Hash for Exit {
    /// Most exits differ by their terminal and node.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let term = self.term.map_or(u32::MAX, |term| term.index() as u32);
        hasher.write_u64(u64::from(term) << 32 | u64::from(u32::from(self.node)));
        hasher.write_u32(self.needed << 8 | u32::from(self.mode));
    }
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// How a pending lexeme ends in the right context.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The terminals that the lexeme is then.
    pub set: TermSetId,
    /// The number of bytes of the right context that it takes.
    pub offset: usize,
    /// The entry into the right context with nothing open, if there is one.
    pub entry: Option<Entry>,
    /// For an ignored lexeme with nothing open: the ignored lexemes after it, up to content or the line's
    /// end.
    pub lead: Lead,
    /// For an ignored lexeme at a line's end: the exit to take where no content stands before it.
    pub first_line: Option<usize>,
    exits: Vec<usize>,
    /// What follows it, where names are declared once, as code and as a text that goes on.
    pub tails: [Option<Arc<Tail>>; 2],
}

/// The exits into a right context.
pub struct Exits {
    pub list: Vec<Exit>,
    numbers: Numbers<Exit>,
    endings: Vec<Ending>,
    ends: Arc<Ends>,
    /// Per group of lexer states: the number of its ending.
    ending_of: Vec<u16>,
    /// Per ending: the exits that it takes.
    bits: BitRows,
    reach: Reach,
    /// The exits without a terminal, those with one, and those with one that is not of a name that is read.
    by_kind: BitRows,
    /// The entry into the right context with nothing pending and nothing open.
    pub gap: Option<Entry>,
    /// The column of the right context's first content, if the line began at its start.
    pub gap_column: Column,
    /// The ignored lexemes before that content, as in [`Ending::lead`].
    pub gap_lead: Lead,
    pub gap_exit: Option<usize>,
    pub gap_first_line: Option<usize>,
    /// By exit: whether it leads into a string, or its last lexeme is a string that takes bytes of the right context. The
    /// exits behind the last of these are left out.
    lead_into_string: Vec<bool>,
    /// Whether the right context begins with a byte order mark, so that nothing can stand before it.
    pub is_marked: bool,
    /// The greatest number of indentation levels that the right context opens at once.
    pub levels: u32,
    /// What is spared of the right context.
    pub border: Border,
    /// The beginning of the right context, up to where the last of the endings ends, or all of it where
    /// errors are checked that no grammar finds.
    pub start: Vec<u8>,
    /// The keys of the right context's own sections, where keys are given once: see [`later_keys`](crate::context::later_keys).
    pub later: Option<Later>,
    /// What names must be open where the right context is entered, in a language in which names stand twice.
    pub needed: Vec<Vec<Needed>>,
    pub declared: DeclaredAfter,
}

/// What the right context declares, in a language in which names are declared once.
#[derive(Default)]
pub struct DeclaredAfter {
    /// What it declares in what is open at the cursor.
    pub levels: Arc<Levels>,
    /// What follows if nothing is pending where the middle ends.
    pub gap_tail: Option<Arc<Tail>>,
    pub compared: Mutex<Compared>,
}

impl DeclaredAfter {
    /// Returns whether the right context imports or exports something.
    pub fn is_of_module(&self) -> bool {
        let begins = |tail: &Arc<Tail>| match &tail.lexemes[..] {
            [first, second, ..] => {
                (first.role == Role::Import || first.role.exports()) && follows_import(second.role)
            }
            // A declaration follows.
            [first] => first.role.exports() && tail.stops.iter().any(|stop| stop.is_last),
            _ => false,
        };
        let is_first = self.levels.close_nothing() && self.gap_tail.as_ref().is_some_and(begins);
        is_first || self.levels.are_of_module()
    }
}

impl Exits {
    /// Finds all exits. `bare` says that no content stands before the middle, `border` what is spared of the
    /// right context, and `known` what is known of its beginning.
    pub fn new(
        grammar: &Grammar,
        nodes: &mut ReverseCharts,
        right: &mut Right,
        bare: bool,
        border: Border,
        known: &mut Beginning,
    ) -> Self {
        let mut builder = Builder::new(grammar, nodes, right, bare, border, known);
        let may_be_marked = grammar.layout.lines.is_some();
        let is_marked = may_be_marked && builder.right.lexemes.bytes().starts_with(BYTE_ORDER_MARK);
        let start = if is_marked { BYTE_ORDER_MARK.len() } else { 0 };
        let gap = builder.open_entry(start, ROOT);
        let lead = gap.map(|gap| builder.lead(start, gap)).unwrap_or_default();
        let gap_column = builder.column(&lead);
        let gap_exit = gap.map(|gap| builder.exit(None, gap));
        let declared = builder.declared(gap);
        let gap_first_line = gap.and_then(|gap| builder.first_line_exit(gap));
        let ends = builder.known.ends(grammar, builder.right);
        let (endings, ending_of) = builder.endings(&ends);
        let exits: Vec<&[usize]> = endings.iter().map(|ending| ending.exits.as_slice()).collect();
        let taken = endings.iter().map(|ending| ending.offset).max().unwrap_or(0) + 2;
        let bytes = builder.right.lexemes.bytes();
        let is_checked = !matches!(grammar.layout.conditions.check, Check::Nothing | Check::Tags);
        let taken = if is_checked { bytes.len() } else { taken };
        let start: Vec<u8> = bytes.iter().take(taken).copied().collect();
        let levels = builder.right.levels();
        let needed = builder.needed.iter().map(|&needed| builder.known.needed.get(needed).clone()).collect();
        let Builder { list, numbers, lead_into_string, .. } = builder;
        let mut bits = BitRows::new(endings.len(), list.len());
        for (ending, exits) in exits.iter().enumerate() {
            for &exit in *exits {
                bits.insert(ending, exit);
            }
        }
        let mut by_kind = BitRows::new(4, list.len());
        let joins_word = begins_word(&start);
        for (number, exit) in list.iter().enumerate() {
            by_kind.insert(usize::from(exit.term.is_some()), number);
            let is_read = exit.term.is_some_and(|term| is_read(grammar, term));
            if exit.term.is_some() && (joins_word || !is_read) {
                by_kind.insert(2, number);
            }
            if is_read {
                by_kind.insert(3, number);
            }
        }
        let reach = Reach::new(&grammar.lexer, list.len());
        Self {
            list,
            numbers,
            endings,
            ends,
            ending_of,
            bits,
            reach,
            by_kind,
            gap,
            gap_column,
            gap_lead: lead,
            gap_exit,
            gap_first_line,
            lead_into_string,
            is_marked,
            levels,
            border,
            later: later_keys::of(grammar, &start),
            start,
            needed,
            declared,
        }
    }

    /// Returns whether the lexeme that is pending in a lexer state can end in the right context where nothing of it is
    /// spared, as `border` says.
    pub fn is_entered(
        grammar: &Grammar,
        nodes: &mut ReverseCharts,
        right: &mut Right,
        (state, border): (LexState, Border),
        known: &mut Beginning,
    ) -> bool {
        let ends = known.ends(grammar, right);
        let Some(group) = ends.group_of(state) else { return false };
        let (set, offset) = ends.matches[usize::from(ends.groups[group].found)];
        let mut builder = Builder::new(grammar, nodes, right, false, border, known);
        !builder.ending(set, offset, false).exits.is_empty()
    }

    /// Returns how the lexeme that is pending in this lexer state ends, or none where the lexer must return
    /// to an earlier end.
    pub fn ending(&self, state: LexState) -> Option<(usize, &Ending)> {
        let number = usize::from(self.ending_of[self.ends.group_of(state)?]);
        Some((number, &self.endings[number]))
    }

    /// Returns an ending by its number.
    pub fn get(&self, ending: usize) -> &Ending {
        &self.endings[ending]
    }

    /// Returns the numbers of the exits that an ending takes.
    pub fn of(&self, ending: usize) -> &[usize] {
        &self.endings[ending].exits
    }

    /// Returns the exits that an ending takes, as bits.
    pub fn bits(&self, ending: usize) -> &[u64] {
        self.bits.row(ending)
    }

    /// Returns whether an ending takes an exit.
    pub fn takes(&self, ending: usize, exit: usize) -> bool {
        self.bits.contains(ending, exit)
    }

    /// Returns the exits that some continuation of the pending lexeme takes.
    pub fn reachable(&self, lexer: &Lexer, state: LexState) -> Row<'_> {
        let bits = |group: u16| self.bits(usize::from(self.ending_of[usize::from(group)]));
        self.reach.row((lexer, &self.ends), state, bits)
    }

    /// Returns the number of the exit without a terminal to an entry.
    pub fn silent(&self, entry: Entry) -> Option<usize> {
        let Entry { node, column, mode, counting, needed, .. } = entry;
        self.numbers
            .get(&Exit { term: None, node, is_whole: false, column, mode, counting, needed })
            .map(|number| number as usize)
    }

    /// Returns whether what precedes the right context may be the text of a string where an exit leads to.
    pub fn leads_into_string(&self, exit: usize) -> bool {
        self.lead_into_string.get(exit).is_some_and(|&leads| leads)
    }

    /// Returns the exits with a terminal, as bits.
    pub fn with_terminal(&self) -> &[u64] {
        self.by_kind.row(1)
    }

    /// Returns the exits with a terminal that is not of a name that is read, as bits. Where the right context begins
    /// with a word, they are all exits with a terminal: the name may go on there.
    pub fn with_terminal_unread(&self) -> &[u64] {
        self.by_kind.row(2)
    }

    /// Returns whether an exit is of a name that is read.
    pub fn is_read(&self, exit: usize) -> bool {
        self.by_kind.contains(3, exit)
    }

    /// Returns the exits without a terminal, as bits.
    pub fn without_terminal(&self) -> &[u64] {
        self.by_kind.row(0)
    }
}

fn is_read(grammar: &Grammar, term: TermId) -> bool {
    grammar.name_rules.as_ref().is_some_and(|rules| rules.read.contains(term))
}

struct Builder<'a> {
    grammar: &'a Grammar,
    nodes: &'a mut ReverseCharts,
    right: &'a mut Right,
    bare: bool,
    border: Border,
    known: &'a mut Beginning,
    list: Vec<Exit>,
    numbers: Numbers<Exit>,
    /// The numbers in [`Beginning::needed`] of the names that must be open at entries.
    needed: Vec<u32>,
    leads: Leads,
    /// As in [`Exits`].
    lead_into_string: Vec<bool>,
}

impl<'a> Builder<'a> {
    fn new(
        grammar: &'a Grammar,
        nodes: &'a mut ReverseCharts,
        right: &'a mut Right,
        bare: bool,
        border: Border,
        known: &'a mut Beginning,
    ) -> Self {
        let (list, numbers, leads, lead_into_string) = Default::default();
        let needed = vec![0];
        Self { grammar, nodes, right, bare, border, known, list, numbers, needed, leads, lead_into_string }
    }

    /// Returns the entry at an offset with the frames `open`, or none if the end cannot be reached.
    fn entry(&mut self, offset: usize, open: ModeStack) -> Option<Entry> {
        let bars_text = usize::from(self.border.bars_text_modes(self.grammar));
        let known = self.known.entries[bars_text].get(&(offset, open)).copied();
        let found = known.unwrap_or_else(|| {
            let found = self.find_entry(offset, open);
            self.known.entries[bars_text].insert((offset, open), found);
            found
        });
        let entry = found?;
        Some(Entry { needed: self.own_number(entry.needed), ..entry })
    }

    /// Returns the entry at an offset with the frames `open`, or none if the border bars it or the end cannot be reached.
    fn open_entry(&mut self, offset: usize, open: ModeStack) -> Option<Entry> {
        let is_barred = self.border.bars_open(self.grammar, &self.right.lexemes.modes, open, offset);
        if is_barred { None } else { self.entry(offset, open) }
    }

    /// Returns the number in this half of the names that must be open at an entry, which [`Beginning::needed`] numbers.
    fn own_number(&mut self, needed: u32) -> u32 {
        let known = self.needed.iter().position(|&known| known == needed);
        let number = known.unwrap_or(self.needed.len());
        if known.is_none() {
            self.needed.push(needed);
        }
        number as u32
    }

    fn find_entry(&mut self, offset: usize, open: ModeStack) -> Option<Entry> {
        let mut entry = self.right.entry(self.grammar, self.nodes, offset, open)?;
        if self.border.bars_text_modes(self.grammar) {
            entry.node = self.right.code_node(self.grammar, self.nodes, entry, open)?;
        }
        if self.grammar.layout.conditions.check == Check::Tags {
            let needed = self.right.needed_names(self.grammar, self.nodes, (entry.distance, open));
            if needed.is_empty() {
                return None;
            }
            entry.needed = self.known.needed.number(needed);
        }
        Some(entry)
    }

    /// Returns what the right context declares, as it is read in the first mode in which it can be.
    fn declared(&mut self, gap: Option<Entry>) -> DeclaredAfter {
        if self.grammar.layout.declared.is_none() {
            return DeclaredAfter::default();
        }
        let own = self.border.own;
        let first = |builder: &mut Self, open| Some((builder.entry(own, open)?.distance, open));
        let before = Arc::clone(&self.known.open(self.grammar, self.right, self.border.words).before);
        let at = std::iter::once(ROOT).chain(before.iter().copied()).find_map(|open| first(self, open));
        let levels =
            at.map(|at| self.right.declared_levels(self.grammar, self.nodes, at)).unwrap_or_default();
        let gap_tail = gap.and_then(|gap| self.right.tail(self.grammar, self.nodes, (gap.distance, ROOT)));
        DeclaredAfter { levels, gap_tail, compared: Mutex::default() }
    }

    fn exit(&mut self, term: Option<TermId>, entry: Entry) -> usize {
        let Entry { node, column, counting, needed, .. } = entry;
        let mode = if term.is_none() { entry.mode } else { 0 };
        self.number(Exit { term, node, is_whole: false, column, mode, counting, needed })
    }

    fn number(&mut self, exit: Exit) -> usize {
        let (number, is_new) = self.numbers.of(exit);
        if is_new {
            self.list.push(exit);
        }
        number as usize
    }

    /// Returns the endings, and the number of the ending of each group of lexer states.
    fn endings(&mut self, ends: &Ends) -> (Vec<Ending>, Vec<u16>) {
        let mut numbers = vec![[None; 2]; ends.matches.len()];
        let mut endings = Vec::new();
        let mut ending_of = Vec::with_capacity(ends.groups.len());
        for &Group { found, last } in &ends.groups {
            let (set, offset) = ends.matches[usize::from(found)];
            let is_barred = self.border.bars(self.grammar, last, set, offset);
            let number = &mut numbers[usize::from(found)][usize::from(is_barred)];
            ending_of.push(*number.get_or_insert_with(|| {
                endings.push(self.ending(set, offset, is_barred));
                endings.len() as u16 - 1
            }));
        }
        (endings, ending_of)
    }

    /// Returns how a lexeme ends; a barred one has no exits.
    fn ending(&mut self, set: TermSetId, offset: usize, is_barred: bool) -> Ending {
        let (entry, lead, first_line, exits) = (None, Lead::default(), None, Vec::new());
        let mut ending = Ending { set, offset, entry, lead, first_line, exits, tails: [None, None] };
        if is_barred || self.joins_nothing(set, offset) {
            return ending;
        }
        let is_ignored = self.grammar.is_ignored_set(set);
        let is_string = offset > 0 && self.grammar.is_text(set) && !self.grammar.is_comment_set(set);
        for &open in self.open_after(set, offset).iter() {
            let Some(entry) = self.open_entry(offset, open) else { continue };
            if let Some(rules) = &self.grammar.layout.declared {
                let tail = &mut ending.tails[usize::from(rules.has_holes(entry.mode))];
                if tail.is_none() {
                    *tail = self.right.tail(self.grammar, self.nodes, (entry.distance, open));
                }
            }
            let first = ending.exits.len();
            if is_ignored {
                ending.exits.push(self.exit(None, entry));
            } else {
                let terms = *self.grammar.lexer.set(set);
                ending.exits.extend(terms.iter().map(|term| self.exit(Some(term), entry)));
                self.split_exits(set, entry, &mut ending.exits);
            }
            // Behind code within a string nothing is counted.
            let is_counted = entry.counting.is_some();
            if !is_counted && (is_string || is_text_mode(self.grammar, &self.right.lexemes.modes, open)) {
                self.mark_into_string(&ending.exits[first..]);
            }
            if open == ROOT {
                ending.entry = Some(entry);
            }
        }
        if is_ignored && let Some(entry) = ending.entry {
            ending.lead = self.lead(offset, entry);
            ending.first_line = self.first_line_exit(entry);
            ending.exits.extend(ending.first_line);
        }
        ending
    }

    /// Returns the ignored lexemes from an offset to an entry.
    fn lead(&mut self, offset: usize, entry: Entry) -> Lead {
        self.leads.lead(self.grammar, self.right, offset, entry)
    }

    fn mark_into_string(&mut self, exits: &[usize]) {
        self.lead_into_string.resize(self.list.len(), false);
        for &exit in exits {
            self.lead_into_string[exit] = true;
        }
    }

    /// Adds the exits of a lexeme that may be two terminals in a row: the first is the middle's last, and the second one
    /// belongs to the right context, even if it stands in the middle.
    fn split_exits(&mut self, set: TermSetId, entry: Entry, exits: &mut Vec<usize>) {
        let grammar = self.grammar;
        for split in grammar.splits.all().iter().filter(|split| grammar.lexer.set(set).contains(split.whole))
        {
            let second = grammar.lexer.single(split.second);
            if let Some(node) = self.nodes.token(grammar, &[entry.node], second) {
                exits.push(self.exit(Some(split.first), Entry { node, ..entry }));
            }
        }
    }

    /// Returns what may be open after a lexeme that ends at `offset`, so that the end can be reached.
    fn open_after(&mut self, set: TermSetId, offset: usize) -> Arc<[ModeStack]> {
        let grammar = self.grammar;
        let open = self.known.open(grammar, self.right, self.border.words);
        if let Some(known) = open.behind.get(&(set, offset)) {
            return Arc::clone(known);
        }
        let terms = grammar.lexer.set(set);
        let lexed_in = |start: &LexState| grammar.lexer.reachable(*start).intersects(terms);
        let starts: Vec<LexState> = open.starts.iter().copied().filter(lexed_in).collect();
        let (action, is_comment) = (grammar.layout.action_of(set), grammar.is_comment(set));
        let key = OpenAfterKey { starts, action, is_comment, offset };
        let (known, before) = (open.after.get(&key).cloned(), Arc::clone(&open.before));
        let found = known.unwrap_or_else(|| self.find_open_after(&key, &before).into());
        let open = self.known.open(grammar, self.right, self.border.words);
        open.behind.insert((set, offset), Arc::clone(&found));
        open.after.insert(key, Arc::clone(&found));
        found
    }

    fn find_open_after(&mut self, key: &OpenAfterKey, before: &[ModeStack]) -> Vec<ModeStack> {
        let &OpenAfterKey { ref starts, action, is_comment, offset } = key;
        let lexemes = &mut self.right.lexemes;
        let distance = lexemes.length() - offset as u32;
        let mut found = Vec::new();
        let rules = &self.grammar.layout.modes;
        if !matches!(rules.change(action), Change::Leave | Change::Open) {
            // What is counted depends on the middle.
            let follows = |&open: &ModeStack| lexemes.modes.follows(rules, action, open);
            found.extend(before.iter().copied().filter(follows));
            found.retain(|&open| !self.is_dead(distance, open));
            return found;
        }
        for &open in before {
            let quotes = lexemes.modes.quotes(open);
            let is_lexed = starts.contains(&lexemes.modes.start(open)) && !(quotes != 0 && is_comment);
            if !is_lexed || !is_clean_start(lexemes.bytes(), offset, QuoteRun::default(), quotes) {
                continue;
            }
            for after in lexemes.modes.after(rules, open, action, (0, &Told::NOTHING)) {
                let after = lexemes.modes.opened(&self.grammar.layout.modes, after);
                if !found.contains(&after) && !lexemes.modes.is_uncounted(rules, after) {
                    found.push(after);
                }
            }
        }
        found.retain(|&open| !self.is_dead(distance, open));
        found
    }

    fn is_dead(&mut self, distance: Distance, open: ModeStack) -> bool {
        let Self { grammar, ref mut nodes, ref mut right, .. } = *self;
        let is_guess = right.lexemes.modes.is_guess(open);
        (is_guess && right.is_dead(grammar, nodes, (distance, open)))
            || !right.lexemes.is_alive(grammar, distance, open)
    }

    /// Returns whether a lexeme is a backslash at the very end, which joins no line.
    fn joins_nothing(&self, set: TermSetId, offset: usize) -> bool {
        let Some(lines) = &self.grammar.layout.lines else { return false };
        lines.needs_more(self.grammar.lexer.set(set)) && offset == self.right.lexemes.bytes().len()
    }

    fn column(&self, lead: &Lead) -> Column {
        lead.place_after(self.grammar, LayoutState::START).column
    }

    fn first_line_exit(&mut self, entry: Entry) -> Option<usize> {
        if !self.bare || !entry.at_line_end || self.grammar.layout.lines.is_none() {
            return None;
        }
        let node = self.right.first_line(self.grammar, self.nodes, entry)?;
        let (term, column) = (None, None);
        Some(self.number(Exit { term, node, is_whole: true, column, mode: 0, counting: None, needed: 0 }))
    }
}
