//! The left context: lexed by maximal munch, parsed forward, and kept from one request to the next.
//!
//! The [`Checkpoints`] belong to the whole text, the right context included, up to the farthest position at
//! which a left context ended. A cursor that moves back therefore costs nothing, and an edit costs the
//! lexemes up to where the parse agrees with the former one, not the file. Charts are shared by their items,
//! so most lexemes cost one table look-up. The lexeme that the end of the context may cut stays pending: it
//! belongs to the middle.

use crate::base::byte_sets::is_word;
use crate::base::interrupt::{ByteCount, count_steps};
use crate::base::sets::TermSet;
use crate::base::text::{Edit, Text};
use crate::charts::forward::ForwardCharts;
use crate::charts::shared::SharedChart;
use crate::context::brackets::{Open, Part};
use crate::context::checkpoints::{Checkpoint, Checkpoints};
use crate::grammar::Grammar;
use crate::grammar::feed::{self, LayoutParser};
use crate::layout::columns::{IndentStack, IndentStacks};
use crate::layout::declared::directives::begins_strict;
use crate::layout::declared::numbers::{AT_START, BLIND, ScopeId, Scopes};
use crate::layout::modes::ModeStacks;
use crate::layout::place::{LayoutState, ModeStack};
use crate::layout::quotes::{QuoteRun, is_clean};
use crate::layout::scopes::{ConditionStacks, Size};
use crate::layout::violation::Violation;
use crate::lexer::ids::{LexState, TermSetId};
use crate::lexer::{DEAD, NO_SET};
use crate::names::lines::noted::NotedLines;
use crate::names::lines::reader::Span;

/// Number of bytes after the cursor that are looked at to find whether the context's text goes on there.
const MAX_LOOKED: usize = 1 << 12;
/// Number of lexemes that end after the cursor and are looked at for that: a line's beginning, and what stands in it.
const LEXEMES_BEHIND: usize = 2;

/// The lexeme that begins at the end of the left context or is cut by it, and the parse before it.
#[derive(Clone, Debug)]
pub struct Pending {
    pub start: usize,
    pub chart: SharedChart,
    pub place: LayoutState,
    /// Whether the parser has read any content before the lexeme.
    pub has_content: bool,
    /// The lexer's state at the end of the context.
    pub state: LexState,
}

/// The reason why the left context cannot be continued.
#[derive(Clone, Debug)]
pub struct LeftError {
    /// Byte offset of the lexeme at fault.
    pub offset: usize,
    pub message: String,
    pub expected: TermSet,
}

/// The place before the pending lexeme of a reading: the next one goes on from there, not from the last checkpoint.
#[derive(Clone)]
struct Reached {
    mark: Checkpoint,
    /// The byte offset of the last checkpoint before it, and what the lexemes since then do to brackets.
    from: u32,
    part: Part,
    lexemes: u32,
}

/// How far the pending lexeme was read: a key in a long one, such as a comment, goes on from there.
#[derive(Clone, Copy)]
struct Scan {
    start: usize,
    modes: ModeStack,
    /// The byte offset that is reached, and the lexer's state there.
    at: usize,
    state: LexState,
    /// The terminals at the last whole end, and its byte offset.
    best: Option<(TermSetId, usize)>,
}

/// The left context and the state of its parse.
pub struct Left {
    text: Text,
    marks: Checkpoints,
    /// What the lexemes after the last checkpoint before the cursor do to brackets.
    part: Part,
    /// Where the last reading ended, if the text before it is unchanged.
    reached: Option<Reached>,
    /// The same for the pending lexeme.
    scan: Option<Scan>,
    pub stacks: IndentStacks,
    pub modes: ModeStacks,
    pub scopes: ConditionStacks,
    pub declared: Scopes,
    pending: Result<Pending, LeftError>,
    /// Whether it is read as the beginning of a file that imports or exports something.
    pub is_module: bool,
    /// What is declared where reading ended, or before the error.
    last: ScopeId,
}

impl Left {
    /// Returns an empty left context.
    pub fn new(grammar: &Grammar) -> Self {
        let (chart, place, has_content) = (SharedChart::FIRST, LayoutState::START, false);
        let pending = Pending { start: 0, chart, place, has_content, state: grammar.lexer.start(0) };
        Self {
            text: Text::default(),
            marks: Checkpoints::default(),
            part: Part::default(),
            reached: None,
            scan: None,
            stacks: IndentStacks::default(),
            modes: ModeStacks::new(&grammar.layout.modes),
            scopes: ConditionStacks::default(),
            declared: Scopes::default(),
            pending: Ok(pending),
            is_module: false,
            last: AT_START,
        }
    }

    /// Replaces both contexts and keeps what the old and the new text have in common. Returns the edit. The context
    /// must be read then.
    pub fn update(&mut self, left: &[u8], right: &[u8]) -> Edit {
        let change = self.text.update(left, right);
        if !change.is_none() {
            let mark = self.marks.edit(change.old as u32, change.from as u32, change.kept as u32);
            self.reached.take_if(|reached| reached.mark.seen > change.from as u32);
            self.scan.take_if(|scan| scan.at > change.from);
            if self.reached.is_none() {
                self.scopes.truncate(mark.scopes);
            }
        }
        change
    }

    /// Returns whether a file is told from others by what it imports and exports.
    pub fn tells_modules(&self, grammar: &Grammar, forward: &mut ForwardCharts) -> bool {
        self.first_chart(grammar, forward, true).is_some()
    }

    fn first_chart(
        &self,
        grammar: &Grammar,
        forward: &mut ForwardCharts,
        is_module: bool,
    ) -> Option<SharedChart> {
        if !is_module {
            return Some(SharedChart::FIRST);
        }
        let module = grammar.lexer.single(grammar.layout.declared.as_ref()?.module?);
        forward.scan(grammar, SharedChart::FIRST, module, self.stacks.height(LayoutState::START.stack))
    }

    /// Returns whether nothing is read.
    pub fn is_new(&self) -> bool {
        self.marks.are_new() && self.reached.is_none()
    }

    /// Returns whether some line of the text begins like what imports or exports something, or the text with a directive by
    /// which it is as strict.
    pub fn seems_module(&self, grammar: &Grammar) -> bool {
        let Some(rules) = &grammar.layout.declared else { return false };
        let mut lines = self.text.bytes().split(|&byte| byte == b'\n');
        let is_strict = self.begins_strict();
        is_strict
            || lines.any(|line| {
                let mut rests = rules.of_modules.iter().filter_map(|word| line.strip_prefix(word.as_slice()));
                rests.any(|rest| rest.first().is_some_and(|byte| !is_word(*byte) && !b"(.".contains(byte)))
            })
    }

    /// Returns whether the context imports or exports something, as far as it was read, or is as strict.
    pub fn shows_module(&self) -> bool {
        self.begins_strict() || (self.last != BLIND && self.declared.get(self.last).is_of_module())
    }

    fn begins_strict(&self) -> bool {
        begins_strict(self.text.bytes(), self.bytes().len())
    }

    /// Forgets all of the parse. The context is read as the beginning of a file that imports or exports something, or of
    /// another one.
    pub fn begin(&mut self, grammar: &Grammar, forward: &mut ForwardCharts, is_module: bool) {
        if let Some(chart) = self.first_chart(grammar, forward, is_module) {
            let place = LayoutState { declared: self.declared.start(is_module), ..LayoutState::START };
            (self.marks, self.is_module) = (Checkpoints::beginning((chart, place)), is_module);
            (self.reached, self.part) = (None, Part::default());
            self.scopes.truncate(Size::NOTHING);
        }
    }

    /// Reads the context, as far as it is not known. If that is from its beginning, its lines are noted.
    pub fn read(&mut self, grammar: &Grammar, forward: &mut ForwardCharts, noted: &mut NotedLines) {
        self.pending = self.read_on(grammar, forward, noted);
    }

    /// Returns the text of both contexts.
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// Returns the memory used for the text and what is known of it, in bytes.
    pub fn size(&self) -> usize {
        self.text.size() + self.marks.size() + self.modes.size() + self.scopes.room() + self.declared.size()
    }

    /// Returns the text of the left context.
    pub fn bytes(&self) -> &[u8] {
        self.text.left()
    }

    /// Returns the brackets that are open before the pending lexeme, the innermost last.
    pub fn open_brackets(&self) -> Vec<Open> {
        self.marks.open_brackets(self.bytes().len() as u32, &self.part)
    }

    /// Returns the lexeme that is pending at the end of the context, or the error before it.
    pub fn pending(&self) -> Result<Pending, LeftError> {
        self.pending.clone()
    }

    /// Returns the stack of modes after the pending lexeme, if it ends at the cursor with the terminals `set`; none if
    /// it closes what is not open.
    pub fn modes_after(
        &mut self,
        grammar: &Grammar,
        forward: &mut ForwardCharts,
        pending: &Pending,
        set: TermSetId,
    ) -> Option<ModeStack> {
        let (at, told) = (pending.start as u32, grammar.told(set, &self.bytes()[pending.start..]));
        let (rules, action) = (&grammar.layout.modes, grammar.layout.action_of(set));
        let ways = self.modes.after(rules, pending.place.modes, action, (at, &told));
        if ways.len() > 1 {
            let lexeme = feed::Lexeme { set, first_byte: self.bytes()[pending.start], at, told };
            let mut feeder = Feeder { left: self, grammar, forward };
            if let Ok((_, place)) = feed::feed(&mut feeder, grammar, pending.chart, pending.place, lexeme) {
                return Some(place.modes);
            }
        }
        ways.first().copied()
    }

    /// Returns whether what goes on at the cursor is text that the context began, where the parser decides what is text:
    /// by the first lexemes of the right context, or if they cannot follow, where the cursor ends the lexeme before it.
    pub fn leads_to_text(
        &mut self,
        grammar: &Grammar,
        forward: &mut ForwardCharts,
        pending: &Pending,
    ) -> bool {
        let cursor = self.bytes().len();
        let most = (cursor + MAX_LOOKED).min(self.text.bytes().len());
        let from = (pending.start, pending.chart, pending.place);
        self.is_led_to_text(grammar, forward, from, most)
            .or_else(|| self.is_led_to_text(grammar, forward, from, cursor))
            .unwrap_or_default()
    }

    /// Returns the same, if the text ends at `most`; none if its lexemes cannot follow.
    fn is_led_to_text(
        &mut self,
        grammar: &Grammar,
        forward: &mut ForwardCharts,
        (mut start, mut chart, mut place): (usize, SharedChart, LayoutState),
        most: usize,
    ) -> Option<bool> {
        let cursor = self.bytes().len();
        let (mut is_text, mut behind) = (false, 0);
        while start < most && !(is_text && behind > 0) && behind < LEXEMES_BEHIND {
            let text = &self.text.bytes()[start..most];
            let found = grammar.lexer.longest(self.modes.start(place.modes), text);
            if found.set == NO_SET {
                return None;
            }
            let told = grammar.told(found.set, &text[..found.end]);
            let lexeme = feed::Lexeme { set: found.set, first_byte: text[0], at: start as u32, told };
            let mut feeder = Feeder { left: self, grammar, forward };
            (chart, place) = feed::feed(&mut feeder, grammar, chart, place, lexeme).ok()?;
            let is_string = grammar.is_text(found.set) && !grammar.is_comment_set(found.set);
            is_text = is_string || grammar.is_text_mode(self.modes.declared(place.modes));
            start += found.end;
            behind += usize::from(start > cursor);
        }
        Some(is_text)
    }

    fn read_on(
        &mut self,
        grammar: &Grammar,
        forward: &mut ForwardCharts,
        noted: &mut NotedLines,
    ) -> Result<Pending, LeftError> {
        let length = self.bytes().len() as u32;
        let (mut mark, mut is_last) = self.marks.before(length);
        let (mut from, mut lexemes) = (mark.start, 0);
        self.part = Part::default();
        let goes_on = |reached: &&Reached| reached.from == from && reached.mark.seen <= length;
        if let Some(reached) = self.reached.as_ref().filter(goes_on) {
            (mark, lexemes, self.part) = (reached.mark, reached.lexemes, reached.part.clone());
        }
        if mark.start > 0 {
            noted.stop();
        }
        loop {
            count_steps(1);
            let (set, end, seen) = match self.next_lexeme(grammar, mark.start as usize, mark.place.modes) {
                Lexeme::Open(state) => {
                    self.last = mark.place.declared;
                    self.reached = Some(Reached { mark, from, part: self.part.clone(), lexemes });
                    let Checkpoint { start, chart, place, has_content, .. } = mark;
                    return Ok(Pending { start: start as usize, chart, place, has_content, state });
                }
                Lexeme::Bad => {
                    let message = "no symbol of the language begins like this".to_owned();
                    let expected = TermSet::default();
                    return Err(LeftError { offset: mark.start as usize, message, expected });
                }
                Lexeme::Known { set, end, seen } => (set, end, seen),
            };
            let before = mark.place;
            self.last = before.declared;
            self.take(grammar, forward, &mut mark, (set, end))?;
            self.part.read(grammar.brackets.of(set), mark.start);
            if noted.goes_on() {
                let span = Span { set, begin: mark.start, end: end as u32 };
                noted.take(grammar, self.text.bytes(), span, (&before, &mark.place));
            }
            (mark.start, mark.seen) = (end as u32, mark.seen.max(seen as u32));
            lexemes += 1;
            if is_last && self.marks.meet(self.text.bytes().len() as u32, &mark, &mut self.part) {
                (mark, is_last) = self.marks.before(length);
                (from, lexemes) = (mark.start, 0);
                noted.stop();
            } else if is_last && self.marks.leave(mark, lexemes, &mut self.part) {
                (from, lexemes) = (mark.start, 0);
            }
        }
    }

    /// Parses a lexeme that ends at `end` and updates the checkpoint `mark`.
    fn take(
        &mut self,
        grammar: &Grammar,
        forward: &mut ForwardCharts,
        mark: &mut Checkpoint,
        (set, end): (TermSetId, usize),
    ) -> Result<(), LeftError> {
        let start = mark.start as usize;
        let text = &self.text.bytes()[start..end];
        let lexeme = feed::Lexeme { set, first_byte: text[0], at: mark.start, told: grammar.told(set, text) };
        let mut feeder = Feeder { left: self, grammar, forward };
        match feed::feed(&mut feeder, grammar, mark.chart, mark.place, lexeme) {
            Ok((chart, place)) => (mark.chart, mark.place) = (chart, place),
            Err(chart) if forward.is_too_deep(chart) => {
                let message = "too many things are open here".to_owned();
                return Err(LeftError { offset: start, message, expected: TermSet::default() });
            }
            Err(chart) => {
                let message = "this symbol cannot stand here".to_owned();
                return Err(LeftError { offset: start, message, expected: forward.takes(grammar, chart) });
            }
        }
        match self.read_scopes(grammar, &mut mark.place, set, start..end) {
            Ok(seen) => mark.seen = mark.seen.max(seen as u32),
            Err(fault) => {
                let (message, expected) = (fault.message().to_owned(), TermSet::default());
                return Err(LeftError { offset: start, message, expected });
            }
        }
        mark.has_content |= !grammar.is_ignored_set(set);
        mark.scopes = self.scopes.size();
        Ok(())
    }

    /// Updates the scopes and the declared names of `place` by one more lexeme. Returns the number of bytes that tell them.
    fn read_scopes(
        &mut self,
        grammar: &Grammar,
        place: &mut LayoutState,
        set: TermSetId,
        range: std::ops::Range<usize>,
    ) -> Result<usize, Violation> {
        let mut seen = range.end;
        if let Some(role) = grammar.layout.declared.as_ref().and_then(|rules| rules.role_of(set)) {
            let (word, behind) = (&self.text.bytes()[range.clone()], &self.text.left()[range.end..]);
            let (after, told) = self.declared.after_in_text(place.declared, role, word, behind);
            place.declared = after?;
            seen += told;
        }
        let Some(role) = grammar.layout.conditions.role_of(set) else { return Ok(seen) };
        place.scopes = self.scopes.after(place.scopes, role, &self.text.bytes()[range])?;
        Ok(seen)
    }

    fn next_lexeme(&mut self, grammar: &Grammar, start: usize, modes: ModeStack) -> Lexeme {
        let goes_on =
            |scan: &Scan| (scan.start, scan.modes) == (start, modes) && scan.at <= self.bytes().len();
        let begun = Scan { start, modes, at: start, state: self.modes.start(modes), best: None };
        let Scan { mut at, mut state, mut best, .. } = self.scan.filter(goes_on).unwrap_or(begun);
        let mut count = ByteCount::default();
        while at < self.bytes().len() {
            count.passed();
            let set = grammar.lexer.accept_before(state, self.bytes()[at]);
            if set != NO_SET {
                best = Some((set, at));
            }
            (state, at) = grammar.lexer.steps(state, self.bytes(), at);
            if state == DEAD {
                return match best {
                    Some((set, end)) if self.is_allowed(grammar, set, start, end, modes) => {
                        Lexeme::Known { set, end, seen: at }
                    }
                    _ => Lexeme::Bad,
                };
            }
            if grammar.lexer.accept(state) != NO_SET {
                best = Some((grammar.lexer.accept(state), at));
            }
        }
        self.scan = Some(Scan { start, modes, at, state, best });
        Lexeme::Open(state)
    }

    /// Returns whether a lexeme is allowed by its length, by its name, and by the quotes around its
    /// replacement field.
    fn is_allowed(
        &self,
        grammar: &Grammar,
        set: TermSetId,
        start: usize,
        end: usize,
        modes: ModeStack,
    ) -> bool {
        let quotes = self.modes.quotes(modes);
        if grammar.is_too_long(set, end - start)
            || !grammar.names.fit(
                &grammar.lexer,
                self.modes.start(modes),
                None,
                &self.text.bytes()[start..end],
            )
        {
            return false;
        }
        quotes == 0
            || (!grammar.is_comment(set)
                && is_clean(
                    &self.text.bytes()[start..end],
                    QuoteRun::at_end(&self.text.bytes()[..start]),
                    quotes,
                ))
    }
}

/// Feeds the left context's forward chart through the layout policy.
struct Feeder<'l, 'g> {
    left: &'l mut Left,
    forward: &'l mut ForwardCharts,
    grammar: &'g Grammar,
}

impl LayoutParser for Feeder<'_, '_> {
    type Chart = SharedChart;

    fn scan(&mut self, chart: SharedChart, set: TermSetId, stack: IndentStack) -> Option<SharedChart> {
        self.forward.scan(self.grammar, chart, set, self.left.stacks.height(stack))
    }

    fn takes_after(&mut self, chart: SharedChart) -> TermSet {
        self.forward.known_takes(self.grammar, chart)
    }

    fn stacks(&mut self) -> &mut IndentStacks {
        &mut self.left.stacks
    }

    fn modes(&mut self) -> &mut ModeStacks {
        &mut self.left.modes
    }
}

enum Lexeme {
    /// The context ends before the lexeme does, in this state of the lexer.
    Open(LexState),
    /// No lexeme begins like this.
    Bad,
    Known {
        set: TermSetId,
        end: usize,
        seen: usize,
    },
}
