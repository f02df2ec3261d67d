//! Members of classes: the names that a class declares for itself alone, where they are used, and the one member of which
//! there is one.

use std::sync::Arc;

use crate::layout::declared::Role;
use crate::layout::declared::frames::{Frame, FrameKind, Head, Names, Origin, Phase, Scope};
use crate::layout::declared::kinds::Kind;
use crate::layout::violation::Violation;

/// Stands among the names of a class for the member of which there is one; no name is written so.
pub const CONSTRUCTOR: &[u8] = b"(";

/// Returns the head behind one more lexeme of a class's head; none if it is none, or none any more.
pub fn after_class_head(head: Head, role: Role) -> Option<Head> {
    let is_kept = matches!(head, Head::Classed | Head::Extending | Head::Extended);
    match (head, role) {
        (Head::Class, Role::Heritage) | (Head::Classed, Role::Heritage | Role::Other | Role::Doubt) => {
            Some(Head::Extending)
        }
        (Head::Classed, role) if role.is_name() => Some(head),
        (_, Role::Line) if is_kept => Some(head),
        (Head::Extending | Head::Extended, role) => match role {
            Role::Heritage
            | Role::Comma
            | Role::Join
            | Role::Choice
            | Role::Assign
            | Role::Colon
            | Role::Arrow
            | Role::Member
            | Role::Doubt => Some(Head::Extending),
            Role::Other | Role::Key | Role::Angle => Some(Head::Extended),
            Role::Class => Some(Head::ExtendingClass),
            Role::Function => Some(Head::ExtendingFunction),
            role if role.is_name() => Some(Head::Extended),
            _ => None,
        },
        (Head::ExtendingClass | Head::ExtendingFunction, _) => Some(head),
        _ => None,
    }
}

/// Returns whether a frame may be the braces of a class: that is known, or nothing of what was open before is.
fn may_be_class(scope: &Scope) -> bool {
    let is_unknown = scope.below.is_none() && scope.frame.origin != Origin::File;
    scope.frame.kind == FrameKind::Class || (is_unknown && scope.frame.kind == FrameKind::Function)
}

/// Returns whether a lexeme stands among the members of a class.
pub fn in_members(frame: &Frame) -> bool {
    frame.kind == FrameKind::Class
}

/// Returns whether a lexeme is the name of a member, though it begins a statement elsewhere.
pub fn names_member(frame: &Frame, role: Role) -> bool {
    let is_begun = matches!(frame.phase, Phase::Start | Phase::Modified(..) | Phase::Broken(_));
    in_members(frame) && is_begun && role.is_word()
}

/// Returns whether parentheses that open are those of a member's parameters.
pub fn parameters_follow(frame: &Frame) -> bool {
    in_members(frame) && !matches!(frame.phase, Phase::Value(_) | Phase::Broken(_) | Phase::Lost)
}

/// Returns the phase behind what stands before a member's name, or behind the name of the one member of which there is one;
/// none if the lexeme is something else.
pub fn modified(scope: &Scope, role: Role) -> Option<Phase> {
    let frame = &scope.frame;
    let (is_static, kind) = match frame.phase {
        Phase::Start | Phase::Broken(_) => (false, Kind::Private),
        Phase::Modified(is_static, kind) => (is_static, kind),
        _ => return None,
    };
    if !matches!(frame.head, Head::None | Head::Typed) || !may_be_class(scope) {
        return None;
    }
    let is_first = frame.phase == Phase::Start;
    let is_behind = matches!(frame.phase, Phase::Modified(..));
    match role {
        Role::Constructor if !is_behind => Some(Phase::Constructor),
        Role::Static => Some(Phase::Modified(true, kind)),
        Role::Getter => Some(Phase::Modified(is_static, Kind::Getter)),
        Role::Setter => Some(Phase::Modified(is_static, Kind::Setter)),
        Role::NameBefore | Role::Line if is_behind => Some(frame.phase),
        // As in `*#a() {}`.
        Role::Join if is_behind || is_first => Some(Phase::Modified(is_static, kind)),
        _ => None,
    }
}

/// Returns the scope after a name of a member, which declares it or uses it.
pub fn after_private(scope: &Arc<Scope>, name: &[u8]) -> Result<Arc<Scope>, Violation> {
    if let Some(found) = behind_head(scope) {
        return Ok(found);
    }
    if declares(scope) == Some(false) {
        let is_pattern = scope.frame.is_pattern();
        return if is_pattern { Scope::needing(scope, name) } else { Scope::needing(&passed(scope), name) };
    }
    let mut next = passed(scope).frame.clone();
    if declares(scope).is_some() {
        next.phase = Phase::Plain;
        let kind = match scope.frame.phase {
            Phase::Modified(false, kind) => kind,
            Phase::Modified(true, Kind::Getter) => Kind::StaticGetter,
            Phase::Modified(true, Kind::Setter) => Kind::StaticSetter,
            _ => Kind::Private,
        };
        next.declare(name, kind)?;
    } else if next.names.get(name).is_none() {
        next.names = next.names.with(name, Kind::Perhaps);
    }
    Ok(scope.with(next))
}

/// Returns the scope after a name of a member that shows that braces are those of a class, though its head is not known.
fn behind_head(scope: &Arc<Scope>) -> Option<Arc<Scope>> {
    let below = scope.below.as_ref().filter(|below| below.below.is_none())?;
    let is_unknown = matches!(below.frame.origin, Origin::AtStatement | Origin::Anywhere);
    let is_block = matches!(scope.frame.kind, FrameKind::Function | FrameKind::Block);
    let is_used = scope.frame.head == Head::Member;
    (is_unknown && is_block && !is_used).then(|| {
        let below = below.with(Frame { origin: Origin::BehindHead, ..below.frame.clone() });
        Scope::new(passed(scope).frame.clone(), Some(below))
    })
}

/// Returns whether a name of a member that follows is declared, or else used; none if neither is certain.
pub fn declares(scope: &Scope) -> Option<bool> {
    let frame = &scope.frame;
    if frame.head == Head::Member || frame.head.is_heritage() || !may_be_class(scope) {
        return Some(false);
    }
    match frame.phase {
        Phase::Start | Phase::Modified(..) | Phase::Broken(_) => Some(true),
        Phase::Value(_) => Some(false),
        _ if frame.kind != FrameKind::Class => None,
        _ => Some(true),
    }
}

/// Returns the scope behind an operand.
fn passed(scope: &Scope) -> Arc<Scope> {
    let mut frame = scope.frame.clone();
    frame.head = if frame.head.is_heritage() { Head::Extended } else { frame.head.kept() };
    frame.phase = frame.phase.ended();
    scope.with(frame)
}

/// Returns the scope behind the braces of a class, which `below` is but for the names that the class uses and does not
/// declare.
pub fn closed_class(scope: &Scope, below: Arc<Scope>) -> Result<Arc<Scope>, Violation> {
    if scope.below.is_none() {
        return Ok(below);
    }
    scope.frame.unmet().into_iter().try_fold(below, |below, name| Scope::needing(&below, name))
}

impl Scope {
    /// Returns the scope in which a name of a member is used. Fails if no class around declares the name, and none can.
    fn needing(scope: &Arc<Self>, name: &[u8]) -> Result<Arc<Self>, Violation> {
        let (mut host, mut fits, mut is_closed) = (None, false, false);
        let mut outermost = (0, true);
        for (depth, frame) in scope.frames().enumerate() {
            if frame.kind == FrameKind::Class {
                if frame.names.get(name).is_some() {
                    return Ok(Arc::clone(scope));
                }
                host.get_or_insert(depth);
                fits |= !is_closed || frame.later.get(name).is_some();
            }
            is_closed |= frame.is_around;
            outermost = (depth, frame.origin == Origin::File);
        }
        if !outermost.1 {
            fits = true;
            host.get_or_insert(outermost.0);
        }
        let host = host.filter(|_| fits).ok_or(Violation::Undeclared)?;
        Ok(scope.with_need(host, name))
    }

    /// Returns the scope with a name that is used in the frame at a depth.
    fn with_need(self: &Arc<Self>, depth: usize, name: &[u8]) -> Arc<Self> {
        let (mut scope, mut above) = (self, Vec::new());
        while above.len() < depth
            && let Some(below) = &scope.below
        {
            above.push(scope.frame.clone());
            scope = below;
        }
        if scope.frame.needs.get(name).is_some() {
            return Arc::clone(self);
        }
        let needs = scope.frame.needs.with(name, Kind::Private);
        let found = scope.with(Frame { needs, ..scope.frame.clone() });
        above.into_iter().rev().fold(found, |below, frame| Self::new(frame, Some(below)))
    }

    /// Returns the scope in which all that is open stays open.
    pub fn kept_open(&self) -> Arc<Self> {
        self.with_each(|frame| Frame { is_around: true, ..frame.clone() })
    }

    /// Returns the scope of which nothing is known that stands behind it.
    pub fn unsealed(&self) -> Arc<Self> {
        self.with_each(|frame| Frame { later: Names::default(), is_around: false, ..frame.clone() })
    }

    fn with_each(&self, change: impl Fn(&Frame) -> Frame) -> Arc<Self> {
        let frames: Vec<&Frame> = self.frames().collect();
        let changed = |below, frame| Some(Self::new(change(frame), below));
        frames.into_iter().rev().fold(None, changed).unwrap_or_else(Self::file)
    }

    /// Returns the names of members that classes around declare.
    pub fn members(&self) -> Vec<&[u8]> {
        let mut found = Vec::new();
        for frame in self.frames().filter(|frame| frame.kind == FrameKind::Class) {
            for names in [&frame.names, &frame.later] {
                names.each(&mut |name, kind| {
                    if (kind.is_member() || *kind == Kind::Perhaps) && name != CONSTRUCTOR {
                        found.push(name);
                    }
                });
            }
        }
        found
    }

    /// Returns the names of members of which one must follow where one is used; none if any may.
    pub fn wanted_members(&self) -> Option<Vec<&[u8]>> {
        let (mut is_closed, mut is_known) = (false, false);
        for frame in self.frames() {
            if frame.kind == FrameKind::Class && !is_closed {
                return None;
            }
            is_closed |= frame.is_around;
            is_known = frame.origin == Origin::File;
        }
        is_known.then(|| self.members())
    }

    /// Returns whether the braces that are open cannot close here: they are those of a class, and what it uses would never be
    /// declared.
    pub fn closes_in_vain(&self) -> bool {
        let unmet = || self.frame.unmet().into_iter();
        let below = self.below.as_ref().filter(|_| self.frame.kind == FrameKind::Class);
        below.is_some_and(|below| unmet().any(|name| Self::needing(below, name).is_err()))
    }

    /// Returns how many brackets close until a class ends that uses names which nothing has declared so far.
    pub fn depth_of_needs(&self) -> Option<usize> {
        let needs = |frame: &Frame| frame.kind == FrameKind::Class && !frame.needs.is_empty();
        Some(self.frames().position(needs)? + 1)
    }

    /// Returns how many brackets close until a class ends.
    pub fn depth_of_class(&self) -> Option<usize> {
        Some(self.frames().position(in_members)? + 1)
    }

    /// Returns whether something in it may be a member of a class.
    pub fn is_in_class(&self) -> bool {
        self.frames().any(in_members)
    }

    /// Returns whether a class around has the one member of which there is one.
    pub fn has_constructor(&self) -> bool {
        self.frames().any(Frame::has_constructor)
    }
}

impl Frame {
    /// Returns the names of members that are used in it and that it does not declare.
    pub fn unmet(&self) -> Vec<&[u8]> {
        let mut unmet = Vec::new();
        self.needs.each(&mut |name, _| {
            if self.names.get(name).is_none() {
                unmet.push(name);
            }
        });
        unmet
    }

    fn has_constructor(&self) -> bool {
        self.names.get(CONSTRUCTOR).is_some() || self.known_later(CONSTRUCTOR).is_some()
    }

    /// Returns whether the parameters that follow would be those of a second constructor.
    pub fn repeats_constructor(&self) -> bool {
        self.kind == FrameKind::Class && self.phase == Phase::Constructor && self.has_constructor()
    }
}
