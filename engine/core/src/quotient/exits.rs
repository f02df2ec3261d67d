//! Where the middle's last lexeme ends inside the right context, tabulated by lexer state.
//!
//! From each state of the lexer, the automaton runs over the right context; the longest match gives a set of
//! terminals and an offset. There are few distinct pairs. Each usable pair makes *exits*: a terminal and the
//! node of the right context after it; a lexeme that the parser ignores makes an exit without a terminal.
//! (Melcer et al. 2024, section V, guess the number of characters that the middle's last symbol takes from
//! the right context and branch; the table has exactly the possible ones.) What is open where the right
//! context is entered depends on the middle. There is an exit for each possibility, and the parser finds
//! which one fits.

use std::rc::Rc;
use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::base::interner::{Interner, Numbers};
use crate::base::interrupt::count_steps;
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
use crate::layout::declared::frames::{Compared, Levels};
use crate::layout::mode_rules::ModeAction;
use crate::layout::place::ROOT;
use crate::layout::place::{LayoutState, ModeStack};
use crate::layout::quotes::{QuoteRun, is_clean_start};
use crate::layout::roles::Check;
use crate::lexer::Lexer;
use crate::lexer::ids::{LexState, TermSetId};
use crate::quotient::border::{Border, begins_word};

/// A transition from the middle into the right context: a last terminal, if any, and a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    /// Per lexer state: the number of its ending plus one, or 0.
    ending_of: Vec<u16>,
    /// Per ending: the exits that it takes.
    bits: BitRows,
    /// Per component of lexer states: the exits that some continuation of the lexeme takes.
    reachable: BitRows,
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

impl Exits {
    /// Finds all exits. `bare` says that no content stands before the middle, `border` what is spared of the
    /// right context.
    pub fn new(
        grammar: &Grammar,
        nodes: &mut ReverseCharts,
        right: &mut Right,
        bare: bool,
        border: Border,
    ) -> Self {
        let open = right.lexemes.all_open(grammar, border.words);
        let mut starts: Vec<LexState> = open.iter().map(|&open| right.lexemes.modes.start(open)).collect();
        starts.sort_unstable();
        starts.dedup();
        let (list, numbers, open_after) = (Vec::new(), Numbers::default(), FxHashMap::default());
        let needed = Interner::of(&[vec![Needed::default()]]);
        let mut builder = Builder {
            grammar,
            nodes,
            right,
            bare,
            border,
            open,
            starts,
            open_after,
            list,
            numbers,
            needed,
            led: None,
        };
        let may_be_marked = grammar.layout.lines.is_some();
        let is_marked = may_be_marked && builder.right.lexemes.bytes().starts_with(BYTE_ORDER_MARK);
        let start = if is_marked { BYTE_ORDER_MARK.len() } else { 0 };
        let gap = builder.entry(start, ROOT);
        let lead = gap.map(|gap| builder.lead(start, gap)).unwrap_or_default();
        let gap_column = builder.column(&lead);
        let gap_exit = gap.map(|gap| builder.exit(None, gap));
        let declared = builder.declared(gap);
        let gap_first_line = gap.and_then(|gap| builder.first_line_exit(gap));
        let (endings, ending_of) = builder.endings();
        let exits: Vec<&[usize]> = endings.iter().map(|ending| ending.exits.as_slice()).collect();
        let taken = endings.iter().map(|ending| ending.offset).max().unwrap_or(0) + 2;
        let bytes = builder.right.lexemes.bytes();
        let is_checked = !matches!(grammar.layout.conditions.check, Check::Nothing | Check::Tags);
        let taken = if is_checked { bytes.len() } else { taken };
        let start: Vec<u8> = bytes.iter().take(taken).copied().collect();
        let levels = builder.right.levels();
        let Builder { list, numbers, needed, .. } = builder;
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
        let reachable = reachable(&grammar.lexer, &ending_of, &exits, list.len());
        Self {
            list,
            numbers,
            endings,
            ending_of,
            bits,
            reachable,
            by_kind,
            gap,
            gap_column,
            gap_lead: lead,
            gap_exit,
            gap_first_line,
            is_marked,
            levels,
            border,
            later: later_keys::of(grammar, &start),
            start,
            needed: needed.into_values(),
            declared,
        }
    }

    /// Returns how the lexeme that is pending in this lexer state ends, or none where the lexer must return
    /// to an earlier end.
    pub fn ending(&self, state: LexState) -> Option<(usize, &Ending)> {
        let number = usize::from(self.ending_of[state.index()]).checked_sub(1)?;
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

    /// Returns the exits that some continuation of the pending lexeme takes, as bits.
    pub fn reachable(&self, lexer: &Lexer, state: LexState) -> &[u64] {
        self.reachable.row(lexer.component_of(state))
    }

    /// Returns the number of the exit without a terminal to an entry.
    pub fn silent(&self, entry: Entry) -> Option<usize> {
        let Entry { node, column, mode, counting, needed, .. } = entry;
        self.numbers
            .get(&Exit { term: None, node, is_whole: false, column, mode, counting, needed })
            .map(|number| number as usize)
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

/// What the frames that are open after a lexeme depend on: the lexer's starts that can make it, its action,
/// whether it is a comment, and where it ends.
#[derive(Clone, PartialEq, Eq, Hash)]
struct OpenAfterKey {
    starts: Vec<LexState>,
    action: ModeAction,
    is_comment: bool,
    offset: usize,
}

/// The ignored lexemes between a position and the distance `end`, and the first positions on the way: leads from other
/// positions soon come to one of them.
struct Led {
    first: SmallVec<[Distance; MAX_LED]>,
    end: Distance,
    lead: Lead,
}

/// Number of positions of a [`Led`].
const MAX_LED: usize = 8;

impl Led {
    fn position(&self, distance: Distance) -> Option<u32> {
        Some(self.first.iter().position(|&first| first == distance)? as u32)
    }
}

struct Builder<'a> {
    grammar: &'a Grammar,
    nodes: &'a mut ReverseCharts,
    right: &'a mut Right,
    bare: bool,
    border: Border,
    /// The stacks that may be open before the right context, and the lexer's starts for them.
    open: Vec<ModeStack>,
    starts: Vec<LexState>,
    open_after: FxHashMap<OpenAfterKey, Rc<[ModeStack]>>,
    list: Vec<Exit>,
    numbers: Numbers<Exit>,
    needed: Interner<Vec<Needed>>,
    /// The longest of the last leads.
    led: Option<Led>,
}

impl Builder<'_> {
    /// Returns the entry at an offset with the frames `open`, or none if the end cannot be reached.
    fn entry(&mut self, offset: usize, open: ModeStack) -> Option<Entry> {
        let mut entry = self.right.entry(self.grammar, self.nodes, offset, open)?;
        if self.border.bars_text_modes(self.grammar) {
            entry.node = self.right.code_node(self.grammar, self.nodes, entry, open)?;
        }
        if self.grammar.layout.conditions.check == Check::Tags {
            let needed = self.right.needed_names(self.grammar, entry.distance, open);
            if needed.is_empty() {
                return None;
            }
            entry.needed = self.needed.number(needed);
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
        let at = std::iter::once(ROOT).chain(self.open.clone()).find_map(|open| first(self, open));
        let levels = at.map(|at| self.right.declared_levels(self.grammar, at)).unwrap_or_default();
        let gap_tail = gap.and_then(|gap| self.right.tail(self.grammar, (gap.distance, ROOT)));
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

    fn endings(&mut self) -> (Vec<Ending>, Vec<u16>) {
        let lexer = &self.grammar.lexer;
        let runs = self.right.runs.find(lexer, self.right.lexemes.bytes());
        let mut numbers: FxHashMap<(TermSetId, u32, bool), u16> = FxHashMap::default();
        let mut endings = Vec::new();
        let mut ending_of = vec![0; lexer.state_count()];
        for (state, found) in runs.iter().enumerate() {
            let Some((set, offset)) = *found else { continue };
            let is_barred = self.border.bars(self.grammar, LexState::at(state), set, offset as usize);
            let number = *numbers.entry((set, offset, is_barred)).or_insert_with(|| {
                endings.push(self.ending(set, offset as usize, is_barred));
                endings.len() as u16
            });
            ending_of[state] = number;
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
        for &open in self.open_after(set, offset).iter() {
            if self.border.bars_open(self.grammar, &self.right.lexemes.modes, open, offset) {
                continue;
            }
            let Some(entry) = self.entry(offset, open) else { continue };
            if let Some(rules) = &self.grammar.layout.declared {
                let tail = &mut ending.tails[usize::from(rules.has_holes(entry.mode))];
                if tail.is_none() {
                    *tail = self.right.tail(self.grammar, (entry.distance, open));
                }
            }
            if is_ignored {
                ending.exits.push(self.exit(None, entry));
            } else {
                let terms = *self.grammar.lexer.set(set);
                ending.exits.extend(terms.iter().map(|term| self.exit(Some(term), entry)));
                self.split_exits(set, entry, &mut ending.exits);
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
    fn open_after(&mut self, set: TermSetId, offset: usize) -> Rc<[ModeStack]> {
        let grammar = self.grammar;
        let terms = grammar.lexer.set(set);
        let lexed_in = |start: &LexState| grammar.lexer.reachable(*start).intersects(terms);
        let starts: Vec<LexState> = self.starts.iter().copied().filter(lexed_in).collect();
        let (action, is_comment) = (grammar.layout.action_of(set), grammar.is_comment(set));
        let key = OpenAfterKey { starts, action, is_comment, offset };
        if let Some(known) = self.open_after.get(&key) {
            return Rc::clone(known);
        }
        let found: Rc<[ModeStack]> = self.find_open_after(&key).into();
        self.open_after.insert(key, Rc::clone(&found));
        found
    }

    fn find_open_after(&mut self, key: &OpenAfterKey) -> Vec<ModeStack> {
        let &OpenAfterKey { ref starts, action, is_comment, offset } = key;
        let lexemes = &mut self.right.lexemes;
        let distance = lexemes.length() - offset as u32;
        let mut found = Vec::new();
        let rules = &self.grammar.layout.modes;
        if !matches!(rules.change(action), Change::Leave | Change::Open) {
            // What is counted depends on the middle.
            let follows = |&open: &ModeStack| lexemes.modes.follows(rules, action, open);
            found.extend(self.open.iter().copied().filter(follows));
            found.retain(|&open| !self.is_dead(distance, open));
            return found;
        }
        for &open in &self.open {
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

    /// Returns the ignored lexemes from an offset to an entry.
    fn lead(&mut self, offset: usize, entry: Entry) -> Lead {
        let mut lead = Lead::default();
        let mut first: SmallVec<[Distance; MAX_LED]> = SmallVec::new();
        let known = self.led.take().filter(|known| known.end == entry.distance);
        let mut distance = self.right.lexemes.length() - offset as u32;
        while distance > entry.distance {
            count_steps(1);
            let lexeme = self.right.lexemes.get(self.grammar, distance, ROOT);
            let (set, next) = (lexeme.set, distance - lexeme.length);
            let met = known.as_ref().and_then(|known| Some((known, known.position(distance)?)));
            if let Some((known, skipped)) = met {
                lead.extend(&known.lead, skipped);
                break;
            }
            if first.len() < MAX_LED {
                first.push(distance);
            }
            lead.push(set, self.right.lexemes.byte(distance), 1);
            distance = next;
        }
        self.led = known.or_else(|| Some(Led { first, end: entry.distance, lead: lead.clone() }));
        lead
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

/// Returns, per component of lexer states, the exits that a continuation of the lexeme can take.
fn reachable(lexer: &Lexer, ending_of: &[u16], exits: &[&[usize]], count: usize) -> BitRows {
    let mut rows = BitRows::new(lexer.components.len(), count);
    for (number, component) in lexer.components.iter().enumerate() {
        for &state in &component.states {
            if let Some(ending) = usize::from(ending_of[state.index()]).checked_sub(1) {
                for &exit in exits[ending] {
                    rows.insert(number, exit);
                }
            }
        }
        for &successor in &component.successors {
            rows.union_rows(number, successor as usize);
        }
    }
    rows
}
