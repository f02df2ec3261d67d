//! Stacks of modes: the brackets, formatted strings and replacement fields that are open at a position
//! (PEP 498, PEP 701). The innermost one decides the lexer's mode.
//!
//! A stack consists of frames; stacks share frames and have numbers. If a text begins inside a program, the
//! frames below its start are unknown: its stack begins with an *open* frame, and leaving that frame has
//! several outcomes. The parser finds which outcome is meant, since every bracket and every formatted string
//! has a beginning and an end of its own kind.

use smallvec::{SmallVec, smallvec};

use crate::base::interner::Numbers;
use crate::base::sets::{TermId, TermSet};
use crate::layout::counts::{Change, Count, Counting, Delimiter, Told};
use crate::layout::mode_rules::{Mode, ModeAction, ModeRules};
use crate::layout::moves::{Move, Moves};
use crate::layout::place::{ModeStack, Outcomes, ROOT};
use crate::layout::quotes::{ALL_QUOTES, ONE_LINE, Quotes, TRIPLE};
use crate::lexer::ids::LexState;
use crate::limits::{MAX_BRACKETS, MAX_FORMATTED};

/// A frame of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Frame {
    mode: Mode,
    quotes: Quotes,
    /// The offset in bytes at which the frame was opened; 0 where that does not matter.
    at: u32,
    /// What is counted, in a declared mode of a counted text.
    count: Option<Count>,
}

impl Frame {
    fn of(mode: Mode, quotes: Quotes, at: u32) -> Self {
        Self { mode, quotes, at, count: None }
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The stack below; none if it is unknown.
    below: Option<ModeStack>,
    frame: Frame,
    start: LexState,
    brackets: u16,
    strings: u16,
    /// The quotes that must still follow to end what is known to be open.
    needed: Quotes,
    /// Whether the frames below the known ones are unknown.
    is_guess: bool,
    /// The stack of equal frames without their offsets.
    shape: ModeStack,
}

/// Number of stacks for which there is room from the beginning, besides those of the declared modes.
const MORE: usize = 4;

/// All stacks of one text.
pub struct ModeStacks {
    nodes: Vec<Node>,
    numbers: Numbers<(Option<ModeStack>, Frame)>,
}

impl ModeStacks {
    pub fn new(rules: &ModeRules) -> Self {
        let frame = Frame::of(Mode::Code, 0, 0);
        let root = Node {
            below: None,
            frame,
            start: rules.code,
            brackets: 0,
            strings: 0,
            needed: 0,
            is_guess: false,
            shape: ROOT,
        };
        let declared_count = rules.moves.as_ref().map_or(0, Moves::mode_count);
        let mut nodes = Vec::with_capacity(declared_count + MORE);
        nodes.push(root);
        let mut stacks = Self { nodes, numbers: Numbers::with_capacity(declared_count + MORE, 1) };
        // The stack of each declared mode has the mode's number.
        for mode in 1..declared_count as u8 {
            stacks.push(rules, Some(ROOT), Frame::of(Mode::Declared(mode), 0, 0));
        }
        stacks
    }

    /// Returns the memory taken, in bytes.
    pub fn size(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.numbers.size()
    }

    /// Returns the lexer's start for a stack.
    #[inline]
    pub fn start(&self, stack: ModeStack) -> LexState {
        self.nodes[stack.index()].start
    }

    /// Returns the quotes that may not occur in the innermost frame.
    #[inline]
    pub fn quotes(&self, stack: ModeStack) -> Quotes {
        self.nodes[stack.index()].frame.quotes
    }

    /// Returns the quotes that must still follow to end what is known to be open.
    #[inline]
    pub fn needed(&self, stack: ModeStack) -> Quotes {
        self.nodes[stack.index()].needed
    }

    /// Returns whether the frames below the known ones are unknown.
    #[inline]
    pub fn is_guess(&self, stack: ModeStack) -> bool {
        self.nodes[stack.index()].is_guess
    }

    /// Returns whether the innermost frame is the only known one.
    #[inline]
    pub fn is_lowest(&self, stack: ModeStack) -> bool {
        stack != ROOT && self.nodes[stack.index()].below.is_none()
    }

    /// Returns whether an action leaves the only known frame.
    pub fn is_left(&self, stack: ModeStack, movement: ModeAction) -> bool {
        let leaves = match self.mode(stack) {
            Mode::Code => movement == ModeAction::Close,
            Mode::Field => matches!(movement, ModeAction::FieldEnd | ModeAction::Format),
            Mode::Text { level: 0, .. } => movement == ModeAction::End,
            Mode::Text { .. } => movement == ModeAction::FieldEnd,
            Mode::Declared(_) => false,
        };
        leaves && self.is_lowest(stack)
    }

    /// Returns the offset after the last quotes in a text that may end a formatted string of several lines.
    pub fn last_ending(&self, rules: &ModeRules, text: &[u8]) -> Option<usize> {
        let kinds = rules.kinds.iter().fold(0, |all, kind| all | kind.quotes);
        let ends = |&(_, quotes): &(u8, Quotes)| kinds & quotes != 0;
        let ends: SmallVec<[u8; 2]> = TRIPLE.into_iter().filter(ends).map(|(quote, _)| quote).collect();
        let is_end = |three: &[u8]| ends.contains(&three[0]) && three[0] == three[1] && three[1] == three[2];
        let found = (!ends.is_empty()).then(|| text.windows(3).rposition(is_end)).flatten();
        found.map(|at| at + 3)
    }

    /// Returns the stack of one frame that represents all stacks in which the same text is read until the
    /// frame is left.
    pub fn read_as(&mut self, rules: &ModeRules, stack: ModeStack) -> ModeStack {
        let Frame { mode, quotes, .. } = self.nodes[stack.index()].frame;
        match mode {
            Mode::Text { kind, level, is_after_field } if level > 1 && level < rules.max_level() => {
                self.open(rules, Mode::Text { kind, level: 1, is_after_field }, quotes)
            }
            _ => stack,
        }
    }

    /// Returns whether an action ends a formatted string that may have several lines.
    pub fn ends_lines(&self, rules: &ModeRules, stack: ModeStack, movement: ModeAction) -> bool {
        let Mode::Text { kind, .. } = self.mode(stack) else { return false };
        movement == ModeAction::End && rules.kinds[usize::from(kind)].quotes & ONE_LINE == 0
    }

    pub fn mode(&self, stack: ModeStack) -> Mode {
        self.nodes[stack.index()].frame.mode
    }

    /// Returns whether a formatted string is known to be open.
    pub fn is_in_text(&self, stack: ModeStack) -> bool {
        self.nodes[stack.index()].strings > 0
    }

    /// Returns the number of a stack's declared mode; 0 for every stack of a language without them.
    #[inline]
    pub fn declared(&self, stack: ModeStack) -> u8 {
        if let Mode::Declared(mode) = self.mode(stack) { mode } else { 0 }
    }

    /// Returns whether the text may end with this stack.
    pub fn may_end(&self, rules: &ModeRules, stack: ModeStack) -> bool {
        stack == ROOT
            || (self.count(stack).is_none_or(|count| count.is_ended())
                && rules.moves.as_ref().is_some_and(|moves| moves.may_end(self.declared(stack))))
    }

    /// Returns the stack that represents all stacks of equal frames, whatever the frames' offsets.
    pub fn shape(&self, stack: ModeStack) -> ModeStack {
        self.nodes[stack.index()].shape
    }

    /// Returns the terminals that would exceed the limit of nesting.
    pub fn too_deep(&self, rules: &ModeRules, stack: ModeStack) -> TermSet {
        let Node { brackets, strings, frame, .. } = self.nodes[stack.index()];
        let no_field = matches!(frame.mode, Mode::Text { level, .. } if level >= rules.max_level());
        let mut terms = TermSet::default();
        if brackets < MAX_BRACKETS && strings < MAX_FORMATTED && !no_field {
            return terms;
        }
        for (term, movement) in rules.action_of_term.iter().enumerate() {
            let is_too_deep = match movement {
                ModeAction::Open => brackets >= MAX_BRACKETS,
                ModeAction::Field => no_field || (brackets >= MAX_BRACKETS && !rules.is_one_token),
                ModeAction::Start(_) => strings >= MAX_FORMATTED,
                _ => false,
            };
            if is_too_deep {
                terms.insert(TermId::at(term));
            }
        }
        terms
    }

    /// Returns the offset in bytes at which the innermost bracket or field was opened.
    pub fn open_bracket(&self, mut stack: ModeStack) -> Option<usize> {
        while matches!(self.mode(stack), Mode::Text { .. }) {
            stack = self.nodes[stack.index()].below?;
        }
        let is_bracket = stack != ROOT && self.declared(stack) == 0 && self.count(stack).is_none();
        is_bracket.then(|| self.nodes[stack.index()].frame.at as usize)
    }

    /// Returns the offset in bytes at which the innermost field was opened.
    pub fn open_field(&self, stack: ModeStack) -> Option<usize> {
        self.field(stack).map(|field| field.frame.at as usize)
    }

    /// Returns whether the innermost field is of a formatted string of one line.
    pub fn is_field_of_line(&self, rules: &ModeRules, stack: ModeStack) -> bool {
        let text = self.field(stack).and_then(|field| field.below).map(|below| self.mode(below));
        matches!(text, Some(Mode::Text { kind, .. }) if rules.kinds[usize::from(kind)].quotes & ONE_LINE != 0)
    }

    fn field(&self, mut stack: ModeStack) -> Option<Node> {
        while self.mode(stack) != Mode::Field {
            stack = self.nodes[stack.index()].below?;
        }
        Some(self.nodes[stack.index()])
    }

    /// Returns the stack that has the frames of a stack of another text.
    pub fn copy(&mut self, rules: &ModeRules, from: &Self, stack: ModeStack) -> ModeStack {
        let mut frames = Vec::new();
        let mut next = stack;
        while next != ROOT {
            frames.push(from.nodes[next.index()].frame);
            let Some(below) = from.nodes[next.index()].below else { break };
            next = below;
        }
        frames.into_iter().rev().fold(ROOT, |below, frame| self.push(rules, Some(below), frame))
    }

    /// Returns the stack whose innermost frame is known and no other.
    pub fn open(&mut self, rules: &ModeRules, mode: Mode, quotes: Quotes) -> ModeStack {
        self.push(rules, None, Frame::of(mode, quotes, 0))
    }

    /// Returns the stack of which only this stack's innermost frame is known.
    pub fn opened(&mut self, rules: &ModeRules, stack: ModeStack) -> ModeStack {
        if stack == ROOT || self.declared(stack) > 0 || self.count(stack).is_some() {
            return stack;
        }
        let frame = Frame { at: 0, ..self.nodes[stack.index()].frame };
        self.push(rules, None, frame)
    }

    fn push(&mut self, rules: &ModeRules, below: Option<ModeStack>, frame: Frame) -> ModeStack {
        let (number, is_new) = self.numbers.of((below, frame));
        let stack = ModeStack(number);
        if is_new {
            let under = below.map(|below| self.nodes[below.index()]);
            let (brackets, strings, needed) =
                under.map_or((0, 0, 0), |node| (node.brackets, node.strings, node.needed));
            // The content of a field is parsed separately.
            let is_apart = rules.is_one_token && frame.mode == Mode::Field;
            let own = match frame.mode {
                Mode::Text { kind, .. } => rules.kinds[usize::from(kind)].quotes,
                _ => 0,
            };
            let text = matches!(frame.mode, Mode::Text { .. });
            let string = matches!(frame.mode, Mode::Text { level: 0, .. });
            self.nodes.push(Node {
                below,
                frame,
                start: rules.start_of(frame.mode),
                brackets: if is_apart { 0 } else { brackets } + u16::from(!text),
                strings: strings + u16::from(string),
                needed: needed | frame.quotes | own,
                is_guess: under.is_none_or(|node| node.is_guess),
                shape: stack,
            });
            let shape_below = under.map(|node| node.shape);
            if frame.at != 0 || shape_below != below {
                self.nodes[stack.index()].shape = self.push(rules, shape_below, Frame { at: 0, ..frame });
            }
        }
        stack
    }

    /// Returns the stacks to which an action may lead: at most one if all frames are known, and none if the
    /// action is impossible or exceeds a limit. The action's lexeme begins at the offset `at`, and `told` says what is
    /// counted of it.
    pub fn after(
        &mut self,
        rules: &ModeRules,
        stack: ModeStack,
        movement: ModeAction,
        (at, told): (u32, &Told),
    ) -> Outcomes {
        if movement == ModeAction::Stay {
            return smallvec![stack];
        }
        if let ModeAction::To(number) = movement {
            return self.moved(rules, self.count(stack), number, told);
        }
        let Node { below, frame, brackets, strings, .. } = self.nodes[stack.index()];
        let Frame { mode, quotes, .. } = frame;
        let mut pushed = |mode, quotes| smallvec![self.push(rules, Some(stack), Frame::of(mode, quotes, at))];
        match (movement, mode) {
            (ModeAction::Open, _) if brackets < MAX_BRACKETS => pushed(Mode::Code, quotes),
            (ModeAction::Start(kind), _) if strings < MAX_FORMATTED => pushed(Mode::text(kind, 0), quotes),
            (ModeAction::Field, Mode::Text { kind, level, .. })
                if level < rules.max_level() && (rules.is_one_token || brackets < MAX_BRACKETS) =>
            {
                pushed(Mode::Field, rules.quotes_in(quotes, kind))
            }
            (ModeAction::Close, Mode::Code) | (ModeAction::End, Mode::Text { level: 0, .. }) => {
                self.leave(rules, stack, below, quotes)
            }
            (ModeAction::Format, Mode::Field) => self.enter_specification(rules, below, quotes),
            (ModeAction::FieldEnd, Mode::Field) => {
                if let Some(below) = below {
                    return smallvec![self.after_field(rules, below)];
                }
                let texts = self.open_texts(rules, quotes, 0..=rules.max_level());
                texts.into_iter().map(|text| self.after_field(rules, text)).collect()
            }
            (ModeAction::FieldEnd, Mode::Text { kind, level, .. }) if level > 0 => {
                let outer = match below {
                    None => self.open(rules, rules.after_field(kind, level - 1), quotes),
                    Some(below) => self.after_field(rules, below),
                };
                smallvec![outer]
            }
            _ => Outcomes::new(),
        }
    }

    /// Returns the stacks after a declared move behind a text of which something is counted.
    fn moved(&mut self, rules: &ModeRules, count: Option<Count>, number: u8, told: &Told) -> Outcomes {
        let Some(moves) = &rules.moves else { return Outcomes::new() };
        let own = moves.get(number);
        let waiting = count.filter(|count| count.pending.is_some());
        match (own.change, waiting) {
            (Change::Open, Some(Count { pending: Some(mode), whole, .. })) => {
                smallvec![self.with_count(rules, mode, Count::of(whole))]
            }
            (Change::Leave | Change::Open, _) => {
                let all = rules.after(number).into_iter();
                all.map(|after| self.keep_pending(rules, after, waiting)).collect()
            }
            (Change::Lead, None) => {
                let Some(count) = count else { return Outcomes::new() };
                let begun = Count::of(count.whole);
                let next = if count == begun { own.modes().next() } else { own.modes().last() };
                next.map(|mode| self.with_count(rules, mode, begun)).into_iter().collect()
            }
            (change, _) => {
                let Some(after) = change.of(count, told) else { return Outcomes::new() };
                own.counted(&after).map(|mode| self.with_count(rules, mode, after)).collect()
            }
        }
    }

    /// Returns the stack of a declared mode in which a word is pending, if one is.
    pub fn keep_pending(&mut self, rules: &ModeRules, after: ModeStack, pending: Option<Count>) -> ModeStack {
        match pending {
            Some(count) => self.with_count(rules, after.0 as u8, count),
            None => after,
        }
    }

    fn with_count(&mut self, rules: &ModeRules, mode: u8, count: Count) -> ModeStack {
        self.push(rules, Some(ROOT), Frame { count: Some(count), ..Frame::of(Mode::Declared(mode), 0, 0) })
    }

    /// Returns the stacks in the modes of a counted text with a delimiter: of its content, and where `left`
    /// signs must still follow, for all or only one of these numbers.
    pub fn counted(
        &mut self,
        rules: &ModeRules,
        kind: u8,
        whole: Delimiter,
        left: Option<u8>,
    ) -> Vec<ModeStack> {
        let [content, closing, closed] = rules.counted[usize::from(kind)].modes;
        let mut found = Vec::new();
        let begun = Count::of(whole);
        if left.is_none() {
            found.push(self.with_count(rules, content, begun));
        }
        for left in left.map_or(0..=whole.length(), |left| left..=left) {
            let mode = if left > 0 { closing } else { closed };
            found.push(self.with_count(rules, mode, Count { left, ..begun }));
        }
        found
    }

    /// Returns the stacks in which the word of a counted text is pending: in all modes, or in those directly behind the
    /// lexeme with the word and in the first one. There are none of a text that begins at once.
    pub fn pending(
        &mut self,
        rules: &ModeRules,
        kind: u8,
        whole: Delimiter,
        is_anywhere: bool,
    ) -> Vec<ModeStack> {
        let (Some(moves), Some(later)) = (&rules.moves, rules.counted[usize::from(kind)].pending) else {
            return Vec::new();
        };
        let begins = |own: &Move| own.change == Change::Word { pending: Some(later) };
        let behind = |mode| moves.numbered().any(|(_, own)| begins(own) && own.modes().any(|to| to == mode));
        let count = Count { pending: Some(later), ..Count::of(whole) };
        (0..moves.mode_count() as u8)
            .filter(|&mode| rules.counted_in(mode).is_none() && (is_anywhere || mode == 0 || behind(mode)))
            .map(|mode| self.with_count(rules, mode, count))
            .collect()
    }

    /// Returns whether it is unknown what is counted in a stack's mode.
    pub fn is_uncounted(&self, rules: &ModeRules, stack: ModeStack) -> bool {
        self.count(stack).is_none() && rules.counted_in(self.declared(stack)).is_some()
    }

    /// Returns whether a stack is one to which an action that counts may lead.
    pub fn follows(&self, rules: &ModeRules, movement: ModeAction, stack: ModeStack) -> bool {
        let (ModeAction::To(number), Some(moves)) = (movement, &rules.moves) else { return false };
        let Some(count) = self.count(stack) else { return false };
        let own = moves.get(number);
        let begun = Count { pending: count.pending, ..Count::of(count.whole) };
        let is_of_change = match own.change {
            Change::Leave | Change::Open => false,
            Change::Begin(_) => count == begun && matches!(count.whole, Delimiter::Signs(_)),
            Change::Word { pending } => {
                count == Count { pending, ..begun } && matches!(count.whole, Delimiter::Word(_))
            }
            Change::Again => count == begun && count.pending.is_none(),
            Change::Lead => {
                let is_of_modes = own.modes().any(|mode| mode == self.declared(stack));
                return is_of_modes && count == begun && count.pending.is_none();
            }
            Change::Down => count.pending.is_none(),
        };
        is_of_change && own.counted(&count).any(|mode| mode == self.declared(stack))
    }

    /// Returns the count of a word that is pending; none if none is.
    pub fn pending_count(&self, stack: ModeStack) -> Option<Count> {
        self.count(stack).filter(|count| count.pending.is_some())
    }

    /// Returns what is counted in a stack's innermost frame; none where nothing is.
    pub fn count(&self, stack: ModeStack) -> Option<Count> {
        self.nodes[stack.index()].frame.count
    }

    /// Returns what is counted, and in which mode if it is not pending.
    #[inline]
    pub fn counting(&self, stack: ModeStack) -> Counting {
        let mode = |count: &Count| if count.pending.is_some() { 0 } else { self.declared(stack) };
        self.count(stack).map(|count| (mode(&count), count))
    }

    /// Returns the stack of a text after a field in it.
    fn after_field(&mut self, rules: &ModeRules, text: ModeStack) -> ModeStack {
        let Node { below, frame, .. } = self.nodes[text.index()];
        match frame.mode {
            Mode::Text { kind, level, .. } => {
                self.push(rules, below, Frame { mode: rules.after_field(kind, level), ..frame })
            }
            Mode::Code | Mode::Field | Mode::Declared(_) => text,
        }
    }

    fn leave(
        &mut self,
        rules: &ModeRules,
        stack: ModeStack,
        below: Option<ModeStack>,
        quotes: Quotes,
    ) -> Outcomes {
        if stack == ROOT {
            return Outcomes::new();
        }
        below.map_or_else(|| self.around(rules, quotes), |below| smallvec![below])
    }

    /// Returns the stacks that may remain after a bracket or a string that ended between these quotes.
    fn around(&mut self, rules: &ModeRules, quotes: Quotes) -> Outcomes {
        let mut stacks: Outcomes = smallvec![self.open(rules, Mode::Code, quotes)];
        if quotes == 0 {
            stacks.push(ROOT);
        }
        if rules.field.is_some() && (quotes != 0 || !rules.is_one_token) {
            stacks.push(self.open(rules, Mode::Field, quotes));
        }
        stacks
    }

    fn enter_specification(
        &mut self,
        rules: &ModeRules,
        below: Option<ModeStack>,
        quotes: Quotes,
    ) -> Outcomes {
        let Some(below) = below else {
            return self.open_texts(rules, quotes, 1..=rules.max_level());
        };
        let Mode::Text { kind, level, .. } = self.mode(below) else { return Outcomes::new() };
        let at = self.nodes[below.index()].frame.at;
        let frame = Frame::of(Mode::text(kind, level + 1), self.quotes(below), at);
        smallvec![self.push(rules, Some(below), frame)]
    }

    fn open_texts(
        &mut self,
        rules: &ModeRules,
        quotes: Quotes,
        levels: std::ops::RangeInclusive<u8>,
    ) -> Outcomes {
        let kinds: Vec<(u8, Quotes)> = rules.kinds_with(quotes).collect();
        let mut stacks = Outcomes::new();
        for (kind, outside) in kinds {
            for level in levels.clone() {
                stacks.push(self.open(rules, Mode::text(kind, level), outside));
            }
        }
        stacks
    }

    /// Returns every stack of which only the innermost frame is known, and the root. Quotes that may not
    /// occur must still follow, so only frames between quotes in `present` are returned; a formatted string's
    /// own quotes may follow immediately.
    pub fn all_open(&mut self, rules: &ModeRules, present: Quotes) -> Vec<ModeStack> {
        let mut stacks = vec![ROOT];
        if let Some(moves) = &rules.moves {
            stacks.extend((1..moves.mode_count()).map(ModeStack::at));
            return stacks;
        }
        let sets = if rules.is_one_token { present } else { 0 };
        for quotes in (0..=ALL_QUOTES).filter(|quotes| quotes & !sets == 0) {
            stacks.push(self.open(rules, Mode::Code, quotes));
            if rules.field.is_some() && (quotes != 0 || !rules.is_one_token) {
                stacks.push(self.open(rules, Mode::Field, quotes));
            }
            for kind in 0..rules.kinds.len() as u8 {
                let own = rules.kinds[usize::from(kind)].quotes;
                if quotes & own == 0 {
                    for level in 0..=rules.max_level() {
                        let text = self.open(rules, Mode::text(kind, level), quotes);
                        let after = self.after_field(rules, text);
                        stacks.push(text);
                        stacks.extend((after != text).then_some(after));
                    }
                }
            }
        }
        stacks
    }
}
