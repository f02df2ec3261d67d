//! Labels of statements, and the statements that go to them.
//!
//! A label belongs to one statement of a block. Where that ends is known from the lexeme with which the next one begins. Labels
//! are noted only in braces that certainly hold statements; what goes to a label in others may go to any.

use std::sync::Arc;

use crate::layout::declared::Role;
use crate::layout::declared::frames::{Frame, FrameKind, Head, Origin, Phase, Scope};
use crate::layout::declared::label_lists::{Jump, Label, Labelled, Labels};
use crate::layout::violation::Violation;
use crate::vocab::declaring::BLANKS;

/// Number of bytes behind a name of which it is looked whether a colon follows; behind more blanks, it may.
const MOST_BLANKS: usize = 64;

impl Frame {
    /// Returns whether statements certainly stand in it.
    pub fn has_statements(&self) -> bool {
        match self.kind {
            FrameKind::Block => true,
            FrameKind::Function => matches!(self.origin, Origin::File | Origin::Body),
            _ => false,
        }
    }

    /// Returns whether it is not known what it is, since it was opened before what is read.
    fn is_unknown(&self) -> bool {
        !matches!(self.origin, Origin::Opened | Origin::Body | Origin::File)
    }

    fn is_before_statement(&self) -> bool {
        matches!(self.phase, Phase::Start | Phase::Broken(_))
            && matches!(self.head, Head::None | Head::NameBefore)
    }

    /// Returns whether a name that follows may be a label.
    pub fn may_label(&self) -> bool {
        (self.is_before_statement() || self.head == Head::Block) && self.has_statements()
    }

    /// Changes a frame in the value of a case, or where one begins, and returns whether it did. The colon behind the value is
    /// that of [`after_label`].
    pub fn takes_case_on(&mut self, role: Role) -> bool {
        let (colons, head) = match (role, self.phase) {
            (Role::Case, _) if self.has_statements() => (0, Head::None),
            (Role::Choice, Phase::Case(colons)) => (colons.saturating_add(1), Head::None),
            (Role::Colon, Phase::Case(colons)) => (colons.saturating_sub(1), Head::None),
            (Role::Comma | Role::Doubt, Phase::Case(colons)) => (colons, Head::Listed),
            _ => return false,
        };
        (self.phase, self.head) = (Phase::Case(colons), head);
        true
    }

    /// Changes the labels as one more lexeme tells which statement they stand before, or that it has ended.
    pub fn follow_labels(&mut self, role: Role) {
        if role == Role::Case && self.has_statements() {
            self.labels.clear();
            return;
        }
        if self.labels.is_empty() || role == Role::Line {
            return;
        }
        let is_new = self.labels.all().iter().any(|label| label.before == Labelled::Unknown);
        if self.phase == Phase::Begun {
            if is_new && role != Role::Colon {
                self.labels.settle(Labelled::Other);
            }
            return;
        }
        if !self.is_before_statement() {
            match role {
                Role::LoopHead => self.labels.list().ends_as_loop = true,
                Role::Condition => self.labels.condition(),
                _ => {}
            }
            return;
        }
        let goes_on = role.joins()
            || matches!(
                role,
                Role::Colon | Role::Comma | Role::Member | Role::Assign | Role::Arrow | Role::Doubt
            );
        match role {
            _ if is_new && role.is_name() => {}
            Role::Loop | Role::LoopHead if is_new => self.labels.settle(Labelled::Loop),
            _ if is_new => self.labels.settle(Labelled::Other),
            Role::Alternative => self.labels.alternative(),
            Role::Caught => {}
            Role::Loop if self.labels.list().ends_as_loop => self.labels.loosen(),
            _ if goes_on => {}
            _ => self.labels.clear(),
        }
        if self.labels.is_empty() {
            return;
        }
        match role {
            Role::LoopHead => self.labels.list().ends_as_loop = true,
            Role::Condition => self.labels.condition(),
            _ => {}
        }
    }
}

/// Returns the scope behind a colon, if it makes a label of what stands before it, or may.
pub fn after_label(scope: &Scope, frame: &mut Frame) -> Option<Result<Arc<Scope>, Violation>> {
    if frame.phase == Phase::Begun {
        let name = frame.held.take().unwrap_or_default();
        if !name.is_empty() && scope.has_label(&name) {
            return Some(Err(Violation::Redeclared));
        }
        frame.labels.add(&name, Labelled::Unknown);
        (frame.phase, frame.head) = (Phase::Start, Head::None);
        return Some(Ok(scope.with(frame.clone())));
    }
    let is_case = matches!(frame.phase, Phase::Case(0)) || frame.head == Head::Default;
    if is_case && frame.has_statements() {
        frame.labels.clear();
        (frame.phase, frame.head) = (Phase::Start, Head::None);
        return Some(Ok(scope.with(frame.clone())));
    }
    let begins = frame.is_before_statement();
    let is_unknown = scope.below.is_none() && frame.is_unknown();
    if (is_unknown || (begins && frame.has_statements())) && !frame.labels.has_any() {
        frame.labels.add(&[], Labelled::Other);
    }
    None
}

/// Returns the scope behind the label to which a statement goes; `frame` is the innermost one then. Fails if no statement
/// around has it.
pub fn after_jump(scope: &Scope, frame: Frame, name: &[u8], is_loop: bool) -> Result<Arc<Scope>, Violation> {
    if !scope.allows_label(name, is_loop) {
        return Err(Violation::NoLabel);
    }
    let (frames, is_all) = scope.labelled();
    let (known, depth) = (frames.count(), scope.frames().count() - 1);
    if is_all || known <= depth || scope.leads_to_label(name, is_loop) {
        return Ok(scope.with(frame));
    }
    let (mut found, mut above) = (scope.with(frame), Vec::new());
    while above.len() < depth
        && let Some(below) = &found.below
    {
        above.push(found.frame.clone());
        found = Arc::clone(below);
    }
    let mut host = found.frame.clone();
    let jump = (name.into(), is_loop);
    if !host.labels.wanted().contains(&jump) {
        host.labels.list().wanted.push(jump);
    }
    let found = found.with(host);
    Ok(above.into_iter().rev().fold(found, |below, frame| Scope::new(frame, Some(below))))
}

/// How a part of a text begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beginning {
    /// There are only line ends in it so far.
    Blank,
    /// Within a statement.
    Within,
    /// With a statement, and with what may also end one of a loop.
    New,
    Loop,
}

impl Beginning {
    /// Returns how it begins where one more lexeme was read, given whether a statement may begin there.
    #[must_use]
    pub fn after(self, role: Role, may_begin: bool) -> Self {
        match role {
            _ if self != Self::Blank => self,
            Role::Line => self,
            Role::Alternative | Role::Caught => Self::Within,
            _ if !may_begin => Self::Within,
            Role::Loop => Self::Loop,
            _ => Self::New,
        }
    }
}

/// The labels to which statements of a text go that has none of them, in one of the blocks that were opened before it.
#[derive(Clone, Debug)]
pub struct Jumps {
    /// Those of the first statement, and of others.
    first: Vec<Jump>,
    later: Vec<Jump>,
    /// Whether the text begins with a statement, and not within one.
    is_new: bool,
}

impl Jumps {
    /// Returns those of a part of a text, given how it begins and whether a statement begins there, the labels to which it goes,
    /// those of the statement with which it ends, and those of the rest; none if there are no such statements.
    pub fn of(
        labels: &Labels,
        (beginning, is_whole): (Beginning, bool),
        rest: Option<&Arc<Self>>,
    ) -> Option<Arc<Self>> {
        let is_blank = beginning == Beginning::Blank;
        if is_blank && is_whole {
            return rest.cloned();
        }
        let (mut first, mut later) = (labels.wanted().to_vec(), Vec::new());
        if let Some(rest) = rest {
            later.clone_from(&rest.later);
            if rest.is_new && !is_blank {
                later.extend(rest.first.iter().cloned());
            } else if beginning != Beginning::Loop {
                // The rest may go on with the part's last statement.
                let is_met = |(name, is_loop): &&Jump| labels.lead(name, *is_loop);
                first.extend(rest.first.iter().filter(|jump| !is_met(jump)).cloned());
            }
        }
        later.sort_unstable();
        later.dedup();
        let is_new = matches!(beginning, Beginning::New | Beginning::Loop);
        (!first.is_empty() || !later.is_empty()).then(|| Arc::new(Self { first, later, is_new }))
    }

    /// Returns the labels that a scope in which the text stands lacks.
    pub fn lacking<'a>(&'a self, scope: &'a Scope) -> impl Iterator<Item = &'a [u8]> {
        // A label may stand before the first statement.
        let is_labelled = |label: &Label| label.before == Labelled::Unknown;
        let is_here = !self.is_new || scope.frame.labels.all().iter().any(is_labelled);
        let lacks = move |(name, is_loop): &&Jump, is_here: bool| {
            !if is_here { scope.allows_label(name, *is_loop) } else { scope.allows_around(name, *is_loop) }
        };
        let first = self.first.iter().filter(move |jump| lacks(jump, is_here));
        first.chain(self.later.iter().filter(move |jump| lacks(jump, false))).map(|(name, _)| &**name)
    }
}

impl Scope {
    /// Returns whether a statement that goes to a label may go to one around the braces that are open.
    fn allows_around(&self, name: &[u8], is_loop: bool) -> bool {
        match self.frame.kind {
            FrameKind::Class => false,
            FrameKind::Function if self.frame.has_statements() => false,
            FrameKind::Function | FrameKind::Properties(_) => true,
            _ => self.below.as_ref().is_none_or(|below| below.allows_label(name, is_loop)),
        }
    }

    /// Returns whether a statement around has a label.
    fn leads_to_label(&self, name: &[u8], is_loop: bool) -> bool {
        self.labelled().0.any(|frame| frame.labels.lead(name, is_loop))
    }

    /// Returns the frames of which labels lead to statements around, and whether those are all of them.
    fn labelled(&self) -> (impl Iterator<Item = &Frame>, bool) {
        let (mut count, mut is_all) = (0, false);
        for frame in self.frames() {
            if frame.kind == FrameKind::Class {
                is_all = true;
                break;
            }
            if matches!(frame.kind, FrameKind::Properties(_)) {
                break;
            }
            if frame.kind == FrameKind::Function && !frame.has_statements() {
                count += usize::from(frame.is_unknown());
                break;
            }
            count += 1;
            if frame.kind == FrameKind::Function {
                is_all = true;
                break;
            }
        }
        (self.frames().take(count), is_all)
    }

    /// Returns whether the statement around certainly has a label.
    fn has_label(&self, name: &[u8]) -> bool {
        let is_same = |label: &Label| !label.is_loose && *label.name == *name;
        self.labelled().0.any(|frame| frame.labels.all().iter().any(is_same))
    }

    /// Returns whether a statement that goes to a label may go to this one.
    pub fn allows_label(&self, name: &[u8], is_loop: bool) -> bool {
        !self.labelled().1 || self.leads_to_label(name, is_loop)
    }

    /// Returns the labels of which one must follow, if a name does; none if any name may.
    pub fn wanted_labels(&self) -> Option<Vec<&[u8]>> {
        let Phase::Jumping(is_loop) = self.frame.phase else { return None };
        let (frames, is_all) = self.labelled();
        if !is_all {
            return None;
        }
        let labels = frames.flat_map(|frame| frame.labels.all()).filter(|label| label.leads(is_loop));
        let names: Vec<&[u8]> = labels.map(|label| &*label.name).collect();
        names.iter().all(|name| !name.is_empty()).then_some(names)
    }

    /// Returns the labels that none within their statements may have.
    pub fn open_labels(&self) -> Vec<&[u8]> {
        let labels = self.labelled().0.flat_map(|frame| frame.labels.all());
        labels.map(|label| &*label.name).filter(|name| !name.is_empty()).collect()
    }

    /// Returns whether a colon that follows would make a second label of what stands before it.
    pub fn repeats_label(&self) -> bool {
        let held = self.frame.held.as_ref().filter(|_| self.frame.phase == Phase::Begun);
        held.is_some_and(|held| self.has_label(held))
    }
}

/// Returns whether a name may be a label as the text behind it tells, and how many bytes of that tell it. Comments may stand
/// before the colon, and so may what follows the text.
pub fn is_before_colon(behind: &[u8]) -> (bool, usize) {
    let blanks = behind.iter().take(MOST_BLANKS).take_while(|byte| byte.is_ascii_whitespace()).count();
    match behind.get(blanks) {
        None => (true, blanks),
        Some(b':' | b'/') => (true, blanks + 1),
        // As blanks beyond ASCII may be.
        Some(byte) => (blanks == MOST_BLANKS || !byte.is_ascii(), blanks + 1),
    }
}

/// What stands behind a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextSign {
    Colon,
    Arrow,
    Other,
}

/// Returns what stands behind a name in its line, and how many bytes behind it tell that. An arrow may also follow the text, or
/// begin at its end.
pub fn next_sign(behind: &[u8]) -> (NextSign, usize) {
    let blanks = behind.iter().take(MOST_BLANKS).take_while(|byte| BLANKS.contains(byte)).count();
    let next = match behind[blanks..] {
        [b':', ..] => NextSign::Colon,
        [] | [b'='] | [b'=', b'>', ..] => NextSign::Arrow,
        _ => NextSign::Other,
    };
    let is_begun = behind.get(blanks) == Some(&b'=');
    (next, (blanks + 1 + usize::from(is_begun)).min(behind.len()))
}
