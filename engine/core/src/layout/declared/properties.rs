//! The members of an object that stands among what may be parameters, so that it may be a pattern.

use std::sync::Arc;

use crate::layout::declared::Role;
use crate::layout::declared::frames::{Frame, FrameKind, Head, Phase, Scope};

/// Returns the scope after one more lexeme directly in an object, if it names a member or stands behind what names one, or
/// between two of them.
pub fn after_in_properties(scope: &Scope, frame: &Frame, (role, word): (Role, &[u8])) -> Option<Arc<Scope>> {
    let FrameKind::Properties(may_be_pattern) = frame.kind else { return None };
    let mut next = frame.clone();
    match (frame.phase, role) {
        (_, Role::Line) => {}
        (_, Role::Comma | Role::End) => {
            next.settle_held();
            (next.phase, next.head) = (Phase::Property, Head::None);
        }
        (Phase::Property, role) if role.is_word() => {
            (next.phase, next.head) = (Phase::PropertyHeld, Head::Name);
            let is_held = may_be_pattern && role.is_name() && !word.is_empty();
            next.held = is_held.then(|| word.into());
        }
        (Phase::Property, Role::Rest) => next.phase = Phase::value(may_be_pattern),
        // As in `*a() {}`, and in `get a() {}`.
        (Phase::Property, Role::Join | Role::Decorator) => {}
        (Phase::PropertyHeld, role) if role.is_word() || role == Role::Join => next.held = None,
        (Phase::PropertyHeld, Role::Colon) => {
            (next.phase, next.head, next.held) = (Phase::value(may_be_pattern), Head::None, None);
        }
        (Phase::PropertyHeld, Role::Assign) => {
            next.settle_held();
            (next.phase, next.head) = (Phase::Plain, Head::None);
        }
        _ => return None,
    }
    Some(scope.with(next))
}

impl Phase {
    /// Returns the phase of a member's value, which may be a pattern.
    fn value(may_be_pattern: bool) -> Self {
        if may_be_pattern { Self::Argument } else { Self::Plain }
    }
}

impl Frame {
    /// Notes the name that names a member, which what follows makes a parameter if the object is a pattern.
    pub fn settle_held(&mut self) {
        if self.phase == Phase::PropertyHeld
            && let Some(held) = self.held.take()
        {
            self.give(&held);
        }
    }
}
