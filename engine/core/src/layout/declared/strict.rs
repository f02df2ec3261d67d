//! Code that is strict: classes, files that import or export something, and what begins with a directive. There, parameters
//! stand once, and blocks and the file declare a function once.

use std::sync::Arc;

use crate::layout::declared::Role;
use crate::layout::declared::frames::{Frame, FrameKind, Head, Origin, Phase, Scope};
use crate::layout::declared::kinds::REPEATED;

impl Scope {
    /// Returns whether code is strict, as far as that is known.
    pub fn is_strict(&self) -> bool {
        self.frame.is_strict || self.frame.kind == FrameKind::Class
    }

    /// Returns the scope in which a directive was read, which does nothing elsewhere than where a body begins.
    pub fn after_directive(self: &Arc<Self>) -> Arc<Self> {
        if self.frame.begins_body() {
            self.with(Frame { is_strict: true, ..self.frame.clone() })
        } else {
            Arc::clone(self)
        }
    }

    /// Returns the scope behind what begins a function, of which strict code may have one of a name.
    pub fn behind_own_function(self: Arc<Self>) -> Arc<Self> {
        if self.is_strict() && matches!(self.frame.head, Head::Function | Head::Routine) {
            self.with(Frame { head: Head::Sole, ..self.frame.clone() })
        } else {
            self
        }
    }
}

impl Frame {
    /// Returns whether nothing of a function's body was read.
    fn begins_body(&self) -> bool {
        self.origin == Origin::Body && self.phase == Phase::Start && self.head == Head::None
    }

    /// Returns what cannot follow parameters of which two have one name: what makes more than a name of one of them, and a
    /// directive that makes their function strict.
    pub fn refused_by_repeats(&self) -> &'static [Role] {
        let (refused, may_follow): (&[Role], _) = match (self.kind, self.phase) {
            (FrameKind::Parameters(true), Phase::Target) => {
                (&[Role::Rest, Role::OpenBlock, Role::OpenList], true)
            }
            (FrameKind::Parameters(true), Phase::Targeted) => (&[Role::Assign], true),
            _ => (&[Role::Directive], self.begins_body()),
        };
        if may_follow && self.names.get(REPEATED).is_some() { refused } else { &[] }
    }
}
