//! The right context: a graph of its positions and the reverse Earley chart of each.
//!
//! Each position has a node. Its chart holds items `(t, j)`: from state `t`, the text between this node and
//! node `j` finishes the rule, and what follows `j` can use that. Nodes are built from the end of the text
//! backwards and kept chunk by chunk (`chunks.rs`). In an indented language a position is more than an
//! offset: it also depends on the least column since the first line that begins in the right context, and on
//! the columns begun above it (see [`Context`]). In a language with formatted strings it also depends on the
//! strings and fields that are open there.

pub mod chunk;
pub mod chunk_table;
pub mod chunks;
pub mod conditions;
pub mod dead_ends;
pub mod declared;
pub mod frame_exits;
pub mod lexeme;
pub mod lexemes;
pub mod outline;
pub mod pruning;
pub mod store;
pub mod tags;
pub mod twins;
pub mod walk;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::base::interner::Interner;
use crate::base::interrupt::count_steps;
use crate::base::text::{Distance, Edit, Text};
use crate::charts::reverse::{END, LineTurn, ReverseCharts};
use crate::charts::shared::SharedChart;
use crate::context::right::chunk::{Known, Node};
use crate::context::right::chunk_table::{PlaceKey, RightPosition};
use crate::context::right::chunks::Looked;
use crate::context::right::dead_ends::DeadEnds;
use crate::context::right::declared::known::Declared;
use crate::context::right::store::Lexemes;
use crate::context::right::tags::rests::TagRests;
use crate::context::right::twins::Shared;
use crate::context::right::walk::Walk;
use crate::grammar::Grammar;
use crate::layout::columns::{Column, FILE_LEVEL, IndentStack, IndentStacks};
use crate::layout::counts::Counting;
use crate::layout::place::{ModeStack, Outcomes, ROOT};
use crate::lexer::ids::TermSetId;
use crate::lexer::longest::LongestMatches;

/// Number of positions, on each walk to a line, whose next column is kept: walks from neighbouring positions
/// soon share one.
const MAX_PASSED: usize = 8;

/// Number of next columns kept over edits. When it is exceeded, all of them are dropped.
const MAX_NEXT_COLUMNS: usize = 4096;

/// Number of ignored lexemes after a position that are looked up one by one. Of more, the bytes are looked at.
const MAX_LOOKED: u32 = 64;
/// Number of bytes after ignored lexemes that the lexer looks at to find where they end, at most.
const LOOKED_AFTER: i64 = 4;

/// What building a node counts as; see [`count_steps`].
const STEPS_A_NODE: usize = 16;

/// The state of the indentation at a position, which the position depends on besides its offset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Context {
    /// No line has begun in the right context yet.
    First,
    /// The position lies after the last line end.
    End,
    /// The least column since the first line, and the stack of columns begun above it.
    Known { least: Column, above: IndentStack },
}

type Nexts = SmallVec<[SharedChart; 1]>;

/// The numbers of the two contexts that exist from the start.
const FIRST: u32 = 0;
const BEHIND_LAST: u32 = 1;

/// A position at which the right context can be entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub node: SharedChart,
    /// Distance from the end, after ignored lexemes.
    pub distance: Distance,
    /// Whether the rest of the line is blank: a line end or the end of the text follows.
    pub at_line_end: bool,
    /// The column of the first line that begins after the position, if any does.
    pub column: Option<Column>,
    /// The declared mode at the position.
    pub mode: u8,
    /// What is counted at the position: see [`ModeStacks::counting`](crate::layout::modes::ModeStacks::counting).
    pub counting: Counting,
    /// The number of the names that must be open there; 0 if none are known.
    pub needed: u32,
}

/// The right context and the nodes known of it.
pub struct Right {
    pub lexemes: Lexemes,
    pub runs: LongestMatches,
    pub dead_ends: DeadEnds,
    tags: TagRests,
    declared: Declared,
    contexts: Interner<Context>,
    above: IndentStacks,
    /// The results of [`Self::next_column`], by distance and open frames.
    next_columns: FxHashMap<(Distance, ModeStack), Option<Column>>,
    /// The greatest distance at which the parse failed, for error messages; set only for a context that is
    /// read afresh.
    broken: Option<Distance>,
    /// The positions whose nodes are built next, the last one first; and those that an interrupted reading has left.
    marks: Vec<RightPosition>,
    left: Vec<RightPosition>,
}

/// The first step of the ways from a position to the end.
enum Step {
    Token { set: TermSetId, nexts: SmallVec<[RightPosition; 1]> },
    Line { turn: LineTurn, next: RightPosition },
    Broken,
}

impl Step {
    fn nexts(&self) -> &[RightPosition] {
        match self {
            Self::Token { nexts, .. } => nexts,
            Self::Line { next, .. } => std::slice::from_ref(next),
            Self::Broken => &[],
        }
    }
}

impl Right {
    /// Returns an empty right context; see [`MAX_AT_ONCE`](crate::limits::MAX_AT_ONCE).
    pub fn new(grammar: &Grammar, max_at_once: usize) -> Self {
        Self {
            lexemes: Lexemes::new(grammar, max_at_once),
            runs: LongestMatches::default(),
            dead_ends: DeadEnds::default(),
            tags: TagRests::default(),
            declared: Declared::default(),
            contexts: Interner::of(&[Context::First, Context::End]),
            above: IndentStacks::default(),
            next_columns: FxHashMap::default(),
            broken: None,
            marks: Vec::new(),
            left: Vec::new(),
        }
    }

    /// Returns the right context with its text alone, without what is known of it.
    #[must_use]
    pub fn afresh(&self, grammar: &Grammar) -> Self {
        let (mut right, mut text) = (Self::new(grammar, self.lexemes.max_at_once), Text::default());
        let change = text.update(&[], self.lexemes.bytes());
        right.update(&text, &change);
        right
    }

    /// Replaces the text by `text`, which the edit `change` produced. What is known of the text after the
    /// edit is kept.
    pub fn update(&mut self, text: &Text, change: &Edit) {
        self.lexemes.update(text, change);
        if !self.marks.is_empty() {
            self.left = std::mem::take(&mut self.marks);
        }
        self.left.retain(|mark| mark.distance.bytes() <= change.kept);
        if change.is_none() {
            return;
        }
        let kept = change.kept as u32;
        self.runs.keep(kept);
        self.dead_ends.edit(change);
        self.tags.keep(kept);
        self.declared.keep(kept);
        if self.next_columns.len() > MAX_NEXT_COLUMNS {
            self.next_columns.clear();
        }
        self.next_columns.retain(|&(distance, _), _| distance.0 <= kept);
    }

    /// Returns the memory used for what is known of the text, in bytes.
    pub fn size(&self) -> usize {
        self.lexemes.size()
            + self.dead_ends.size()
            + self.runs.size()
            + self.tags.size()
            + self.declared.size()
    }

    /// Returns the greatest number of indentation levels above the lowest one that were open at once.
    pub fn levels(&self) -> u32 {
        self.above.greatest_height() - 1
    }

    /// Returns the offset in the context at which it cannot be parsed to its end, if known.
    pub fn broken_at(&self) -> Option<usize> {
        Some(self.lexemes.bytes().len() - self.broken?.bytes())
    }

    /// Returns the entry at `offset` with the frames `open` and content before it on its line, or none if the
    /// end cannot be reached.
    pub fn entry(
        &mut self,
        grammar: &Grammar,
        nodes: &mut ReverseCharts,
        offset: usize,
        open: ModeStack,
    ) -> Option<Entry> {
        let distance = self.skip_ignored(grammar, self.lexemes.length() - offset as u32, open)?;
        if self.lexemes.repeat_keyword(grammar, distance, open) {
            return None;
        }
        let node = self.node(grammar, nodes, RightPosition { distance, open, context: FIRST })?;
        let column = self.next_column(grammar, distance, open);
        let at_line_end = self.is_line_end(grammar, distance, open);
        let (mode, counting) = (self.lexemes.modes.declared(open), self.lexemes.modes.counting(open));
        Some(Entry { node, distance, at_line_end, column, mode, counting, needed: 0 })
    }

    /// Returns whether the text from a distance on, with the frames `open` and content before it, cannot be
    /// parsed to the end.
    pub fn is_broken(
        &mut self,
        grammar: &Grammar,
        nodes: &mut ReverseCharts,
        (distance, open): (Distance, ModeStack),
    ) -> bool {
        let content = self.skip_ignored(grammar, distance, open);
        let position = content.map(|distance| RightPosition { distance, open, context: FIRST });
        position.and_then(|position| self.node(grammar, nodes, position)).is_none()
    }

    /// Returns the column of the first line with content that begins after a position, or none if the rest of
    /// the text is one line.
    pub fn next_column(
        &mut self,
        grammar: &Grammar,
        mut distance: Distance,
        mut open: ModeStack,
    ) -> Option<Column> {
        grammar.layout.lines.as_ref()?;
        let mut passed: SmallVec<[(Distance, ModeStack); MAX_PASSED]> = SmallVec::new();
        let mut walk = Walk::default();
        let column = loop {
            count_steps(1);
            (distance, open) = walk.come(&self.lexemes.chunks, (distance, open));
            if let Some(&known) = self.next_columns.get(&(distance, open)) {
                break known;
            }
            if passed.len() < MAX_PASSED {
                passed.push((distance, open));
            }
            if self.is_line_end(grammar, distance, open) {
                let content = self.next_content(grammar, distance);
                break content.and_then(|(column, line)| (line > Distance::END).then_some(column));
            }
            let lexeme = self.lexemes.get(grammar, distance, open);
            let Some(&way) = lexeme.ways.first() else { break None };
            (open, distance) = (way, distance - lexeme.length);
        };
        self.next_columns.extend(passed.into_iter().map(|place| (place, column)));
        column
    }

    /// Returns the chart of the first line with content after a blank rest of line with no content before it.
    pub fn first_line(
        &mut self,
        grammar: &Grammar,
        nodes: &mut ReverseCharts,
        entry: Entry,
    ) -> Option<SharedChart> {
        let (column, line) = self.next_content(grammar, entry.distance)?;
        let known = Context::Known { least: column, above: FILE_LEVEL };
        let context = if line == Distance::END { BEHIND_LAST } else { self.contexts.number(known) };
        let inner = self.node(grammar, nodes, RightPosition { distance: line, open: ROOT, context })?;
        nodes.first_line(grammar, inner, column)
    }

    /// Returns whether a significant line end or the end of the text is at this distance.
    fn is_line_end(&mut self, grammar: &Grammar, distance: Distance, open: ModeStack) -> bool {
        distance == Distance::END
            || (grammar.layout.lines.is_some() && {
                let set = self.lexemes.get(grammar, distance, open).set;
                Self::ends_line(grammar, set, open)
            })
    }

    /// Returns whether a lexeme is a significant line end.
    fn ends_line(grammar: &Grammar, set: TermSetId, open: ModeStack) -> bool {
        let Some(lines) = &grammar.layout.lines else { return false };
        open == ROOT && grammar.lexer.set(set).contains(lines.line_end)
    }

    /// Skips ignored lexemes up to a significant line end. Returns the distance of what follows.
    fn skip_ignored(
        &mut self,
        grammar: &Grammar,
        mut distance: Distance,
        open: ModeStack,
    ) -> Option<Distance> {
        let mut walk = Walk::default();
        while distance > Distance::END {
            count_steps(1);
            (distance, ()) = walk.come(&self.lexemes.chunks, (distance, ()));
            if distance == Distance::END {
                break;
            }
            let lexeme = self.lexemes.get(grammar, distance, open);
            if !lexeme.is_alive() {
                return None;
            }
            let (set, next) = (lexeme.set, distance - lexeme.length);
            if !grammar.is_ignored_set(set) || Self::ends_line(grammar, set, open) {
                return Some(distance);
            }
            distance = next;
        }
        self.lexemes.modes.may_end(&grammar.layout.modes, open).then_some(Distance::END)
    }

    /// Returns the column and distance of the next content after a line end; the end of the text counts as
    /// content.
    fn next_content(&mut self, grammar: &Grammar, mut distance: Distance) -> Option<(Column, Distance)> {
        let Some(lines) = &grammar.layout.lines else { return Some((Column::ZERO, distance)) };
        let mut column = Column::ZERO;
        let mut frozen = false;
        let mut walk = Walk::default();
        while distance > Distance::END {
            count_steps(1);
            (distance, (column, frozen)) = walk.come(&self.lexemes.chunks, (distance, (column, frozen)));
            if distance == Distance::END {
                break;
            }
            let lexeme = self.lexemes.get(grammar, distance, ROOT);
            if !lexeme.is_alive() {
                return None;
            }
            let next = distance - lexeme.length;
            let terms = grammar.lexer.set(lexeme.set);
            if !terms.intersects(&grammar.ignored) {
                return Some((column, distance));
            }
            if terms.contains(lines.line_end) {
                column = Column::ZERO;
                frozen = false;
            } else if terms.contains(lines.blank) && !frozen {
                column = column.after(self.lexemes.byte(distance));
            } else if lines.joins(terms) {
                if lines.version.refuses_joined_start() {
                    return None;
                }
                if !frozen && let Some(fixed) = column.at_join() {
                    column = fixed;
                    frozen = true;
                }
            }
            distance = next;
        }
        Some((Column::ZERO, Distance::END))
    }

    /// Returns the node of a position. Nodes that it needs and that are not known are built first,
    /// iteratively.
    fn node(
        &mut self,
        grammar: &Grammar,
        nodes: &mut ReverseCharts,
        position: RightPosition,
    ) -> Option<SharedChart> {
        let first = self.marks.len();
        self.marks.push(position);
        if first == 0 {
            self.marks.append(&mut self.left);
        }
        let mut tried = None;
        while self.marks.len() > first {
            let mark = self.marks[self.marks.len() - 1];
            if self.known_node(grammar, mark).is_some() {
                self.marks.pop();
                continue;
            }
            let is_known = |known: &Known, place: u32| known.nodes.get(place, mark.key()).is_some();
            match self.lexemes.share(mark.distance, is_known) {
                Shared::All => continue,
                Shared::Unknown { lexemes, nodes } if tried != Some(mark) => {
                    tried = Some(mark);
                    for (distance, open) in lexemes {
                        self.lexemes.get(grammar, distance, open);
                    }
                    let position =
                        |(distance, PlaceKey { open, context })| RightPosition { distance, open, context };
                    self.marks.extend(nodes.into_iter().map(position));
                    continue;
                }
                _ => {}
            }
            if let Some(far) = self.build_some(grammar, nodes, mark) {
                self.outline(grammar, far);
            } else {
                self.marks.pop();
                if self.marks.len() > first {
                    self.lexemes.note_twin(mark.distance);
                }
            }
        }
        self.known_node(grammar, position).flatten()
    }

    /// Builds the node of a position and those that it needs. If they are too many to be under way at once, one of them
    /// that must be built first is returned.
    fn build_some(
        &mut self,
        grammar: &Grammar,
        nodes: &mut ReverseCharts,
        position: RightPosition,
    ) -> Option<RightPosition> {
        let mut work: Vec<(RightPosition, Step)> = Vec::new();
        let mut wanted = Some(position);
        loop {
            count_steps(STEPS_A_NODE);
            if let Some(position) = wanted.take()
                && self.known_node(grammar, position).is_none()
            {
                work.push((position, self.step(grammar, position)));
            }
            let Some((_, step)) = work.last() else { break };
            wanted = step.nexts().iter().find(|&&next| self.known_node(grammar, next).is_none()).copied();
            if let Some(far) = wanted
                && self.lexemes.are_too_many(2 * work.len(), far.distance)
            {
                return wanted;
            }
            if wanted.is_none()
                && let Some((position, step)) = work.pop()
            {
                let node = self.build(grammar, nodes, position, &step);
                self.lexemes.chunks.add_node(position.distance, position.key(), node);
            }
        }
        None
    }

    /// Returns the node of a position if it is known; the inner option says whether the position has one.
    fn known_node(&self, grammar: &Grammar, position: RightPosition) -> Option<Node> {
        let is_end = position.distance == Distance::END
            && (grammar.layout.lines.is_none() || position.context == BEHIND_LAST);
        if is_end {
            return Some(Some(END));
        }
        self.lexemes.chunks.node(position.distance, position.key())
    }

    /// Checks after edits whether the kept chunks of the context still hold.
    pub fn check(&mut self, grammar: &Grammar, nodes: &mut ReverseCharts) {
        while let Some((chunk, looked)) = self.lexemes.chunks.unchecked(self.lexemes.length()) {
            let Looked { lexemes, nodes: positions } = looked;
            let is_found = lexemes.iter().all(|&(asked, facts)| self.lexemes.is_still(grammar, asked, facts))
                && positions.iter().all(|looked| {
                    let PlaceKey { open, context } = looked.key;
                    let position = RightPosition { distance: looked.distance, open, context };
                    self.node(grammar, nodes, position) == looked.node
                });
            if is_found {
                self.lexemes.chunks.confirm(chunk);
            } else {
                self.lexemes.chunks.refute(chunk);
            }
        }
    }

    /// Reads the whole context.
    pub fn read_ahead(&mut self, grammar: &Grammar, nodes: &mut ReverseCharts) {
        self.check(grammar, nodes);
        if let Some(distance) = self.skip_ignored(grammar, self.lexemes.length(), ROOT) {
            self.node(grammar, nodes, RightPosition { distance, open: ROOT, context: FIRST });
        }
    }

    fn step(&mut self, grammar: &Grammar, position: RightPosition) -> Step {
        let RightPosition { distance, open, context } = position;
        if self.is_line_end(grammar, distance, open) {
            let found = self.next_content(grammar, distance);
            self.look_on(grammar, distance, distance, ROOT, found.map_or(Distance::END, |(_, line)| line));
            let Some((column, line)) = found else { return Step::Broken };
            let Some((turn, context)) = self.turn_line(column, line, context) else {
                self.lexemes.chunks.note_broken(distance);
                return Step::Broken;
            };
            return Step::Line { turn, next: RightPosition { distance: line, open, context } };
        }
        let lexeme = self.lexemes.get(grammar, distance, open);
        let (set, next) = (lexeme.set, distance - lexeme.length);
        let ways = Outcomes::from_slice(&lexeme.ways);
        let nexts = ways.into_iter().filter_map(|open| {
            let to = self.skip_ignored(grammar, next, open)?;
            self.look_on(grammar, distance, next, open, to);
            Some(RightPosition { distance: to, open, context })
        });
        Step::Token { set, nexts: nexts.collect() }
    }

    /// Records for a position the lexemes that were looked at from a distance on, up to one that is refused
    /// or not ignored.
    fn look_on(
        &mut self,
        grammar: &Grammar,
        from: Distance,
        mut distance: Distance,
        open: ModeStack,
        to: Distance,
    ) {
        if self.lexemes.chunks.are_near(from, to) {
            return;
        }
        let mut count = 0;
        while distance > Distance::END {
            count_steps(1);
            count += 1;
            if count == MAX_LOOKED {
                // The same bytes up to the same lexeme are the same ignored lexemes.
                self.lexemes.chunks.look_at(from, i64::from(to) - LOOKED_AFTER);
                distance = to;
                if distance == Distance::END {
                    break;
                }
            }
            self.lexemes.look_up(grammar, from, distance, open);
            let lexeme = self.lexemes.get(grammar, distance, open);
            if count >= MAX_LOOKED || !lexeme.is_alive() || !grammar.is_ignored_set(lexeme.set) {
                return;
            }
            distance -= lexeme.length;
        }
        self.lexemes.chunks.look_at(from, -1);
    }

    fn build(
        &mut self,
        grammar: &Grammar,
        nodes: &mut ReverseCharts,
        position: RightPosition,
        step: &Step,
    ) -> Option<SharedChart> {
        let mut nexts = Nexts::new();
        for &next in step.nexts() {
            let node = self.known_node(grammar, next).flatten();
            self.lexemes.chunks.look_up_node(position.distance, next.distance, next.key(), node);
            nexts.extend(node);
        }
        let leads_on = !nexts.is_empty();
        let built = match *step {
            Step::Token { set, .. } => nodes.token(grammar, &nexts, set),
            Step::Line { turn, .. } => nexts.first().and_then(|&next| nodes.line(grammar, next, turn)),
            Step::Broken => None,
        };
        if leads_on && built.is_none() {
            self.broken = self.broken.max(Some(position.distance));
            self.lexemes.chunks.note_broken(position.distance);
        }
        built
    }

    /// Returns how a line with content at `column` and `line` begins, and the context after it.
    fn turn_line(&mut self, column: Column, line: Distance, context: u32) -> Option<(LineTurn, u32)> {
        let (turn, context) = self.turn_to(column, line, *self.contexts.get(context))?;
        Some((turn, if line == Distance::END { BEHIND_LAST } else { self.contexts.number(context) }))
    }

    fn turn_to(&mut self, column: Column, line: Distance, context: Context) -> Option<(LineTurn, Context)> {
        let Context::Known { least, mut above } = context else {
            return Some((LineTurn::First(column), Context::Known { least: column, above: FILE_LEVEL }));
        };
        let top = if above == FILE_LEVEL { least } else { self.above.top(above) };
        if column.col > top.col {
            let above = self.above.push(above, column);
            let turned = (LineTurn::Indent, Context::Known { least, above });
            return (column.alt > top.alt).then_some(turned);
        }
        let mut count = 0;
        while above != FILE_LEVEL && self.above.top(above).col > column.col {
            above = self.above.pop(above);
            count += 1;
        }
        let level = if above == FILE_LEVEL { least } else { self.above.top(above) };
        if level == column {
            return Some((LineTurn::Dedents(count), Context::Known { least, above }));
        }
        if above != FILE_LEVEL || level.col <= column.col {
            self.broken = self.broken.max(Some(line.max(Distance(1))));
            return None;
        }
        let turn = LineTurn::Below { inner: count, from: least, to: column };
        Some((turn, Context::Known { least: column, above: FILE_LEVEL }))
    }
}
