//! Parentheses that may be those of parameters: of an arrow function, or of a method among an object's members. Only what
//! follows them tells.

use std::sync::Arc;

use crate::layout::declared::Role;
use crate::layout::declared::frames::{Follower, Frame, FrameKind, Head, Names, Phase, Scope};
use crate::layout::declared::kinds::Kind;
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
    /// Notes a name that is a parameter if the parentheses are those of parameters.
    pub fn give(&mut self, name: &[u8]) {
        let kind = if self.names.get(name).is_some() { Kind::Parameters } else { Kind::Parameter };
        self.names = self.names.with(name, kind);
        self.phase = Phase::Plain;
    }

    /// Returns what would make of the parentheses before it those of parameters of which two have one name.
    pub fn refused_follower(&self) -> Option<Role> {
        let Head::Arguments(follower) = self.head else { return None };
        has_repeats(&self.given).then(|| follower.role())
    }

    /// Returns whether the parentheses that are open, or those before, are not those of parameters, since two have one name.
    pub fn repeats_parameters(&self) -> bool {
        let is_open = matches!(self.kind, FrameKind::Arguments(_));
        (is_open && has_repeats(&self.names)) || self.refused_follower().is_some()
    }
}

fn has_repeats(names: &Names) -> bool {
    let mut found = false;
    names.each(&mut |_, &kind| found |= kind == Kind::Parameters);
    found
}

/// Returns whether what follows tells whether names are those of parameters, or what is read is the body of their function.
pub fn is_behind_arguments(frame: &Frame) -> bool {
    matches!(frame.head, Head::Arguments(_))
        || (matches!(frame.head, Head::Body | Head::Block) && !frame.given.is_empty())
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
        // The body is an expression, or a statement without braces.
        _ if !matches!(role, Role::OpenBlock | Role::Line | Role::Colon) => frame.given = Names::default(),
        _ => {}
    }
    Ok(())
}

/// Returns the scope behind brackets, which `below` is but for the names in them.
pub fn closed_arguments(scope: &Scope, below: Arc<Scope>) -> Arc<Scope> {
    let FrameKind::Arguments(follower) = scope.frame.kind else { return below };
    let is_empty = scope.frame.names.is_empty();
    let may_be_empty = follower == Follower::Braces && scope.frame.phase == Phase::Argument;
    let mut are_given = scope.frame.phase != Phase::Lost && (!is_empty || may_be_empty);
    let is_given = |kind| matches!(kind, Kind::Parameter | Kind::Parameters);
    scope.frame.names.each(&mut |_, &kind| are_given &= is_given(kind));
    if !are_given || below.frame.head != Head::Operand {
        return below;
    }
    let (head, given) = (Head::Arguments(follower), scope.frame.names.clone());
    below.with(Frame { head, given, ..below.frame.clone() })
}
