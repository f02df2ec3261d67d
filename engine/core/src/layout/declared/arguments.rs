//! Parentheses that may be those of parameters: of an arrow function, or of a method among an object's members. Only what
//! follows them tells. Brackets in them are patterns then, so their names are collected as if they were.

use std::sync::Arc;

use crate::layout::declared::Role;
use crate::layout::declared::frames::{Follower, Frame, FrameKind, Head, Names, Phase, Scope};
use crate::layout::declared::kinds::{Kind, UNDIRECTED};
use crate::layout::violation::Violation;

impl Follower {
    fn role(self) -> Role {
        match self {
            Self::Arrow => Role::Arrow,
            Self::Braces => Role::OpenBlock,
        }
    }
}

impl Frame {
    /// Returns whether it is parentheses that may be those of parameters, or what is a pattern in them then.
    pub fn is_argument(&self) -> bool {
        self.is_pattern_of_arguments() || matches!(self.kind, FrameKind::Arguments(_))
    }

    fn is_pattern_of_arguments(&self) -> bool {
        matches!(self.kind, FrameKind::Elements | FrameKind::Properties(true))
    }

    /// Notes a name that is a parameter if the parentheses are those of parameters.
    pub fn give(&mut self, name: &[u8]) {
        give(&mut self.names, name);
        self.phase = Phase::Argued;
    }

    /// Makes a name the one parameter of the function whose arrow may follow.
    pub fn give_alone(&mut self, role: Role, name: &[u8]) {
        self.head = Head::Arguments(Follower::Arrow);
        self.given = Names::default().with(name, Kind::Parameter);
        if role.is_loose() {
            self.given = self.given.with(UNDIRECTED, Kind::Parameter);
        }
    }

    /// Returns what would make of the parentheses before it those of parameters of which two have one name.
    pub fn refused_follower(&self) -> Option<Role> {
        let Head::Arguments(follower) = self.head else { return None };
        has_repeats(&self.given).then(|| follower.role())
    }

    /// Returns the frame of what cannot be parameters.
    fn without_parameters(mut self) -> Self {
        self.kind = match self.kind {
            FrameKind::Properties(_) => FrameKind::Properties(false),
            _ => FrameKind::Group,
        };
        if matches!(self.phase, Phase::Argument | Phase::Argued) {
            self.phase = Phase::Plain;
        }
        self.names = Names::default();
        self
    }
}

impl Scope {
    /// Returns whether the parentheses that are open, or those before, are not those of parameters, since two have one name.
    pub fn repeats_parameters(&self) -> bool {
        if !self.frame.is_argument() {
            return self.frame.refused_follower().is_some();
        }
        let mut all = Names::default();
        for frame in self.frames().take_while(|frame| frame.is_argument()) {
            give_all(&mut all, &frame.names);
            if let Some(held) = &frame.held {
                give(&mut all, held);
            }
            if matches!(frame.kind, FrameKind::Arguments(_)) {
                break;
            }
        }
        has_repeats(&all) || self.frame.refused_follower().is_some()
    }

    /// Returns the scope in which parentheses around are not those of parameters, if a lexeme tells that.
    pub fn without_parameters(&self, role: Role) -> Option<Arc<Self>> {
        let goes_on = match self.frame.phase {
            _ if role.closes() || matches!(role, Role::Line | Role::Comma) => true,
            Phase::Argument => {
                role.is_name() || matches!(role, Role::Rest | Role::OpenBlock | Role::OpenList | Role::Doubt)
            }
            Phase::Argued => matches!(role, Role::Assign | Role::Colon | Role::Choice | Role::Doubt),
            Phase::PropertyHeld => matches!(role, Role::Assign | Role::Colon),
            _ => true,
        };
        if goes_on || !self.frame.is_argument() {
            return None;
        }
        let (frame, mut below) = (self.frame.clone().without_parameters(), self.below.clone());
        let mut above = vec![frame];
        let mut is_pattern = self.frame.is_pattern_of_arguments();
        while let Some(next) = below.take_if(|next| is_pattern && next.frame.is_argument()) {
            is_pattern = next.frame.is_pattern_of_arguments();
            above.push(next.frame.clone().without_parameters());
            below.clone_from(&next.below);
        }
        above.into_iter().rev().fold(below, |below, frame| Some(Self::new(frame, below)))
    }
}

fn give(names: &mut Names, name: &[u8]) {
    let kind = if names.get(name).is_some() { Kind::Parameters } else { Kind::Parameter };
    *names = names.with(name, kind);
}

/// Notes the names of others, twice those that are there twice.
fn give_all(names: &mut Names, others: &Names) {
    others.each(&mut |name, &kind| {
        give(names, name);
        if kind == Kind::Parameters {
            give(names, name);
        }
    });
}

fn has_repeats(names: &Names) -> bool {
    let mut found = false;
    names.each(&mut |_, &kind| found |= kind == Kind::Parameters);
    found
}

/// Returns whether what follows tells whether names are those of parameters, or what is read is the body of their function.
pub fn is_behind_arguments(frame: &Frame) -> bool {
    let is_list = frame.head == Head::None && frame.phase.is_list();
    matches!(frame.head, Head::Arguments(_))
        || ((is_list || matches!(frame.head, Head::Body | Head::Block)) && !frame.given.is_empty())
}

/// Changes a frame behind parentheses as one more lexeme tells what they are. Fails if they are those of parameters of which
/// two have one name.
pub fn after_arguments(frame: &mut Frame, role: Role) -> Result<(), Violation> {
    match frame.head {
        Head::Arguments(follower) if follower.role() == role => {
            if has_repeats(&frame.given) {
                return Err(Violation::Redeclared);
            }
            frame.head = Head::Body;
        }
        Head::Arguments(_) => (frame.head, frame.given) = (Head::Operand, Names::default()),
        // A loop repeats a declaration of names that its head may have.
        Head::Block if role == Role::Hoisted => {}
        Head::None if role.is_name() || matches!(role, Role::Comma | Role::OpenList) => {}
        // The body is an expression, or a statement without braces.
        _ if !matches!(role, Role::OpenBlock | Role::Line | Role::Colon) => frame.given = Names::default(),
        _ => {}
    }
    Ok(())
}

/// Returns the scope behind brackets, which `below` is but for the names in them.
pub fn closed_arguments(scope: &Scope, below: Arc<Scope>) -> Arc<Scope> {
    let frame = &scope.frame;
    if frame.is_pattern_of_arguments() {
        let mut next = below.frame.clone();
        if !frame.names.is_empty() {
            give_all(&mut next.names, &frame.names);
            next.phase = Phase::Argued;
        }
        return below.with(next);
    }
    let FrameKind::Arguments(follower) = frame.kind else { return below };
    let is_empty = frame.names.is_empty();
    let may_be_empty = follower == Follower::Braces && frame.phase == Phase::Argument;
    let mut are_given = frame.phase != Phase::Lost && (!is_empty || may_be_empty);
    let is_given = |kind| matches!(kind, Kind::Parameter | Kind::Parameters);
    frame.names.each(&mut |_, &kind| are_given &= is_given(kind));
    if !are_given || below.frame.head != Head::Operand {
        return below;
    }
    let (head, given) = (Head::Arguments(follower), frame.names.clone());
    below.with(Frame { head, given, ..below.frame.clone() })
}
