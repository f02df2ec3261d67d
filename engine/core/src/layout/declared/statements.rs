//! Declarations among statements, in values and in brackets.

use std::sync::Arc;

use crate::layout::declared::Role;
use crate::layout::declared::arguments::{after_arguments, closed_arguments, is_behind_arguments};
use crate::layout::declared::exports::{after_export, shown_module};
use crate::layout::declared::frames::{Follower, Frame, FrameKind, Head, Names, Origin, Phase, Scope};
use crate::layout::declared::kinds::{Kind, UNDIRECTED};
use crate::layout::declared::labels::{after_jump, after_label};
use crate::layout::declared::members::{
    CONSTRUCTOR, after_class_head, closed_class, in_members, modified, names_member, parameters_follow,
};
use crate::layout::declared::properties::after_in_properties;
use crate::layout::violation::Violation;

/// Returns the scope after one more lexeme outside of patterns.
pub fn after_in_statement(scope: &Arc<Scope>, role: Role, word: &[u8]) -> Result<Arc<Scope>, Violation> {
    let shown = shown_module(scope, role).or_else(|| scope.without_parameters(role));
    let scope = shown.as_ref().unwrap_or(scope);
    let mut frame = scope.frame.clone();
    if frame.head == Head::Member {
        frame.head = if role.is_word() || role == Role::Open { Head::Operand } else { Head::None };
        if role.is_word() {
            return Ok(scope.with(frame));
        }
    }
    frame.settle_exports(role);
    if frame.head == Head::ExportedFrom {
        return Ok(scope.with(frame));
    }
    frame.follow_labels(role);
    frame.settle_default(role)?;
    if is_behind_arguments(&frame) {
        after_arguments(&mut frame, role)?;
    }
    if let Some(found) = after_in_properties(scope, &frame, (role, word)) {
        return Ok(found);
    }
    if role.opens() {
        if role == Role::Open && frame.phase == Phase::Constructor {
            frame.declare(CONSTRUCTOR, Kind::Constructor)?;
            frame.phase = Phase::Plain;
        }
        return Ok(opened(scope, frame, role));
    }
    if role.closes() {
        frame.settle_held();
        let scope = &scope.with(frame);
        return closed_class(scope, closed_arguments(scope, closed(scope, role)));
    }
    if let Some(head) = after_class_head(frame.head, role) {
        frame.head = head;
        return Ok(scope.with(frame));
    }
    if let Some(phase) = modified(scope, role) {
        (frame.phase, frame.head) = (phase, Head::None);
        return Ok(scope.with(frame));
    }
    if let Some(found) = after_export(scope, role, word) {
        return found;
    }
    if role.is_name() {
        return named(scope, frame, role, word);
    }
    if role == Role::Colon
        && let Some(found) = after_label(scope, &mut frame)
    {
        return found;
    }
    if names_member(&frame, role) {
        (frame.phase, frame.head) = (Phase::Plain, Head::None);
        return Ok(scope.with(frame));
    }
    if (frame.phase, role) == (Phase::ImportHeld, Role::Line) {
        return Ok(scope.with(frame));
    }
    after_sign(scope, frame, role)
}

impl Role {
    /// Returns what follows a word with which a statement begins, or goes on.
    fn head(self) -> Option<Head> {
        match self {
            Self::Control | Self::Condition | Self::Loop => Some(Head::Control),
            Self::Attributes => Some(Head::Attributes),
            Self::Caught => Some(Head::Caught),
            Self::Alternative | Self::LoopHead | Self::Beginning => Some(Head::Block),
            _ => None,
        }
    }
}

/// Returns the scope after a word that is no name, or a sign that opens and closes nothing.
fn after_sign(scope: &Arc<Scope>, mut frame: Frame, role: Role) -> Result<Arc<Scope>, Violation> {
    let begins = matches!(frame.phase, Phase::Start | Phase::Broken(_) | Phase::Exporting(_))
        || frame.head == Head::Body;
    let held = frame.held.take();
    let (label, held) = if frame.phase == Phase::Begun { (held, None) } else { (None, held) };
    if let (Role::Comma | Role::From, Some(held)) = (role, held) {
        frame.phase = if role == Role::Comma { Phase::Imported } else { Phase::Plain };
        return scope.declared(&frame, &held);
    }
    let phase = frame.phase;
    let is_arguments = matches!(frame.kind, FrameKind::Arguments(_) | FrameKind::Elements);
    if matches!((phase, role), (Phase::Argument, Role::Rest) | (Phase::Argued, Role::Assign)) {
        frame.refuse_directive();
    }
    match role {
        Role::Rest if phase == Phase::Argument => {}
        Role::Line if is_arguments => {}
        Role::Doubt if is_arguments => (frame.phase, frame.head) = (Phase::Lost, Head::Listed),
        Role::Comma if is_arguments && phase != Phase::Lost => {
            (frame.phase, frame.head) = (Phase::Argument, Head::None);
        }
        _ if frame.takes_case_on(role) => {}
        Role::Key => {
            frame.phase = phase.ended();
            frame.head = if frame.may_begin_member(phase) { Head::Name } else { frame.head.kept() };
        }
        // As in `*a() {}`.
        Role::Join if frame.may_begin_member(phase) => {
            (frame.phase, frame.head) = (Phase::Plain, Head::Listed);
        }
        // As in `<const T>`.
        Role::Block if frame.head == Head::Listed => frame.head = Head::None,
        Role::Block | Role::Hoisted => {
            (frame.phase, frame.head) = (Phase::Names(listed_kind(role, phase)), Head::None);
        }
        Role::Class | Role::Function | Role::Import if begins => {
            frame.phase = match (role, phase) {
                (Role::Import, _) => Phase::Imported,
                (_, Phase::Exporting(_)) => phase,
                _ => Phase::Plain,
            };
            frame.head = match role {
                Role::Class => Head::Class,
                Role::Function if frame.head == Head::NameBefore => Head::Routine,
                Role::Function => Head::Function,
                _ => Head::None,
            };
        }
        Role::Class => (frame.phase, frame.head) = (phase.going_on(), Head::Classed),
        Role::Function => (frame.phase, frame.head) = (phase.going_on(), Head::Parameters),
        _ if let Some(head) = role.head() => (frame.phase, frame.head) = (phase.ended(), head),
        Role::End | Role::Export | Role::OwnExport | Role::Default | Role::Overloaded => {
            (frame.phase, frame.head) = behind_end(&frame, role);
            frame.given = Names::default();
        }
        Role::Comma => {
            frame.phase = match phase {
                phase if frame.kind == FrameKind::Class => phase.going_on(),
                Phase::Named(kind) | Phase::Value(kind) | Phase::Broken(kind) => Phase::Names(kind),
                _ => Phase::Plain,
            };
            frame.head = if frame.phase == Phase::Plain { Head::Listed } else { Head::None };
        }
        Role::Line => {
            let ends = frame.head.is_operand() || frame.head == Head::NameBefore;
            frame.head = if ends { Head::None } else { frame.head };
            frame.phase = match phase {
                Phase::Named(kind) | Phase::Value(kind) => Phase::Broken(kind),
                Phase::Begun | Phase::Plain | Phase::Jumping(_) | Phase::Lost => Phase::Start,
                _ => phase,
            }
        }
        Role::Leave | Role::Repeat => {
            (frame.phase, frame.head) = (Phase::Jumping(role == Role::Repeat), Head::None);
        }
        Role::Colon => {
            frame.phase = phase.going_on();
            frame.head = if frame.head == Head::Body { Head::Typed } else { frame.head.kept() };
        }
        Role::Arrow => {
            if let Some(name) = label {
                frame.give_alone(Role::Name, &name);
            }
            (frame.phase, frame.head) = (phase.going_on(), Head::Body);
        }
        Role::Member => (frame.phase, frame.head) = (phase.going_on(), Head::Member),
        Role::Doubt => {
            frame.phase = Phase::Plain;
            frame.head = if frame.head == Head::Typed { Head::Typed } else { Head::Listed };
        }
        Role::Join if frame.head == Head::Function => frame.head = Head::Routine,
        Role::Join if matches!(frame.head, Head::Routine | Head::Sole | Head::Parameters) => {}
        Role::Join if phase == Phase::Imported => frame.phase = Phase::ImportAll,
        Role::Assign if in_members(&frame) => {
            (frame.phase, frame.head) = (Phase::Value(Kind::Block), Head::None);
        }
        Role::Decorator if in_members(&frame) => (frame.phase, frame.head) = (Phase::Lost, Head::None),
        Role::Join | Role::Angle | Role::Choice | Role::Assign | Role::Rest => {
            (frame.phase, frame.head) = (phase.going_on(), frame.head.kept());
        }
        _ => (frame.phase, frame.head) = (phase.ended(), frame.head.kept()),
    }
    Ok(scope.with(frame))
}

/// Returns how the names of a list are declared, given what begins it and the phase before that.
fn listed_kind(role: Role, phase: Phase) -> Kind {
    match (role, phase) {
        (Role::Block, Phase::Exporting(_)) => Kind::ExportedBlock,
        (Role::Block, _) => Kind::Block,
        (_, Phase::Exporting(_)) => Kind::ExportedHoisted,
        _ => Kind::Hoisted,
    }
}

/// Returns the phase and the head behind what ends a statement, or begins what the file exports.
fn behind_end(frame: &Frame, role: Role) -> (Phase, Head) {
    // Behind the condition of a loop that ends with it, too.
    let begins = matches!(frame.phase, Phase::Start | Phase::Broken(_)) || frame.head == Head::Block;
    let is_default = matches!(role, Role::Default | Role::Overloaded);
    let phase =
        if role.exports() && begins { Phase::Exporting(role == Role::OwnExport) } else { Phase::Start };
    (phase, if is_default { Head::Default } else { Head::None })
}

fn named(scope: &Arc<Scope>, mut frame: Frame, role: Role, word: &[u8]) -> Result<Arc<Scope>, Violation> {
    match (frame.head, frame.phase) {
        (Head::Class | Head::Function | Head::Routine | Head::Sole, _) => {
            let mut next = scope.declared(&frame, word)?.frame.clone();
            let is_export = matches!(next.phase, Phase::Exporting(_));
            next.phase = if is_export { Phase::Plain } else { next.phase };
            next.head = if frame.head == Head::Class { Head::Classed } else { Head::Parameters };
            if role.is_loose() && next.head == Head::Parameters {
                next.given = next.given.with(UNDIRECTED, Kind::Parameter);
            }
            return Ok(scope.with(next));
        }
        (Head::Parameters, _) if !role.is_loose() => return Ok(Arc::clone(scope)),
        (Head::Parameters, _) => {
            frame.given = frame.given.with(UNDIRECTED, Kind::Parameter);
            return Ok(scope.with(frame));
        }
        (_, Phase::Names(kind)) => {
            let found = scope.declared(&frame, word)?;
            let mut next = found.frame.clone();
            (next.phase, next.head) = (Phase::Named(kind), Head::None);
            return Ok(found.with(next));
        }
        (_, Phase::ImportAll) if role == Role::As => frame.phase = Phase::Imported,
        (_, Phase::Imported) => (frame.phase, frame.held) = (Phase::ImportHeld, Some(word.into())),
        (_, Phase::ImportHeld) => {
            let held = frame.held.take();
            frame.phase = Phase::Plain;
            if let Some(held) = held.filter(|_| role == Role::From) {
                return scope.declared(&frame, &held);
            }
        }
        (_, Phase::Argument) => {
            frame.give(word);
            if role.is_loose() {
                frame.refuse_directive();
            }
            if role != Role::NameBefore {
                frame.give_alone(role, word);
                return Ok(scope.with(frame));
            }
        }
        (_, Phase::Jumping(is_loop)) => {
            (frame.phase, frame.head) = (Phase::Plain, Head::Operand);
            return after_jump(scope, frame, word, is_loop);
        }
        (_, Phase::Exporting(_)) if role == Role::NameBefore => {}
        (_, Phase::Start | Phase::Broken(_)) if role == Role::NameBefore && frame.has_statements() => {
            (frame.phase, frame.head) = (Phase::Start, Head::NameBefore);
            return Ok(scope.with(frame));
        }
        (_, Phase::Start | Phase::Broken(_)) if role == Role::NameBefore => frame.phase = Phase::Start,
        (_, Phase::Begun) => (frame.phase, frame.held) = (Phase::Plain, None),
        _ if frame.may_label() => {
            (frame.phase, frame.held) = (Phase::Begun, (!word.is_empty()).then(|| word.into()));
        }
        (_, phase) => frame.phase = phase.ended(),
    }
    frame.head = behind_name(&scope.frame, role);
    if frame.head == Head::Operand && frame.phase != Phase::Begun && !word.is_empty() {
        frame.give_alone(role, word);
    }
    Ok(scope.with(frame))
}

/// Returns the head behind a name that declares nothing.
fn behind_name(frame: &Frame, role: Role) -> Head {
    match frame.head {
        Head::Listed if role == Role::NameBefore => Head::Listed,
        Head::Overloaded if role == Role::NameBefore => Head::Overloaded,
        _ if role == Role::NameBefore => frame.head.kept(),
        Head::Name => Head::Name,
        Head::None | Head::Listed if frame.may_begin_member(frame.phase) => Head::Name,
        head => head.behind_operand(),
    }
}

/// Returns the frame of brackets that open among what may be parameters, or of what names a member of an object; `frame`
/// becomes the one around them.
fn opened_pattern(frame: &mut Frame, role: Role) -> Option<Frame> {
    match (frame.phase, role) {
        (Phase::Argument, Role::OpenBlock) => {
            frame.phase = Phase::Argued;
            frame.refuse_directive();
            Some(Frame::new(FrameKind::Properties(true), Phase::Property))
        }
        (Phase::Argument, Role::OpenList) => {
            frame.phase = Phase::Argued;
            frame.refuse_directive();
            Some(Frame::new(FrameKind::Elements, Phase::Argument))
        }
        (Phase::Property | Phase::PropertyHeld, Role::OpenList) => {
            (frame.phase, frame.head) = (Phase::PropertyHeld, Head::Name);
            Some(Frame::new(FrameKind::Group, Phase::Plain))
        }
        (_, Role::OpenBlock) if begins_object(frame) => {
            (frame.phase, frame.head) = (frame.phase.going_on(), Head::None);
            Some(Frame::new(FrameKind::Properties(false), Phase::Property))
        }
        _ => None,
    }
}

/// Returns whether braces that open are certainly those of an object, in an expression.
fn begins_object(frame: &Frame) -> bool {
    let is_expression = match frame.phase {
        Phase::Plain | Phase::Start => frame.is_bracket(),
        Phase::Value(_) => true,
        _ => false,
    };
    frame.head == Head::Default || (matches!(frame.head, Head::None | Head::Listed) && is_expression)
}

fn opened(scope: &Arc<Scope>, mut frame: Frame, role: Role) -> Arc<Scope> {
    let (phase, head, begins) = (frame.phase, frame.head, begins_block(&frame));
    let given = std::mem::take(&mut frame.given);
    frame.held = None;
    if let Some(inner) = opened_pattern(&mut frame, role) {
        return scope.opened(frame, inner);
    }
    let inner = match (role, phase, head) {
        (Role::OpenBlock, Phase::Names(kind), _) => {
            (frame.phase, frame.given) = (Phase::Named(kind), given);
            Frame::new(FrameKind::Object(kind), Phase::Key)
        }
        (Role::OpenList, Phase::Names(kind), _) => {
            (frame.phase, frame.given) = (Phase::Named(kind), given);
            Frame::new(FrameKind::List(kind), Phase::Target)
        }
        (Role::OpenBlock, Phase::Imported, _) => {
            frame.phase = Phase::Plain;
            Frame::new(FrameKind::Imports, Phase::Key)
        }
        (Role::OpenBlock, Phase::Exporting(is_own), Head::None) => {
            (frame.phase, frame.head) = (Phase::Plain, if is_own { Head::Exported } else { Head::None });
            Frame::new(FrameKind::Exports(is_own), Phase::Key)
        }
        (Role::OpenBlock, _, Head::Attributes) => {
            (frame.phase, frame.head) = (Phase::Plain, Head::None);
            Frame::new(FrameKind::Attributes, Phase::Key)
        }
        (Role::OpenBlock, _, Head::Extending | Head::ExtendingClass | Head::ExtendingFunction) => {
            frame.head = Head::Extended;
            let kind = if head == Head::ExtendingClass { FrameKind::Class } else { FrameKind::Function };
            Frame { names: given, ..Frame::new(kind, Phase::Start) }
        }
        (Role::OpenBlock, ..) => {
            let is_class = matches!(head, Head::Class | Head::Classed | Head::Extended);
            let kind = match begins {
                _ if is_class => FrameKind::Class,
                true => FrameKind::Block,
                false => FrameKind::Function,
            };
            let has_given = matches!(head, Head::Body | Head::CaughtBlock | Head::Block);
            let names = if has_given { given } else { Names::default() };
            frame.phase = match phase.going_on() {
                Phase::Plain => Phase::Start,
                _ if begins => Phase::Start,
                other => other,
            };
            frame.head = head.kept();
            // As in `static {`.
            let is_body = head == Head::Body || matches!(phase, Phase::Modified(..));
            let origin = if is_body { Origin::Body } else { Origin::Opened };
            Frame { names, origin, ..Frame::new(kind, Phase::Start) }
        }
        (Role::Open, ..) => {
            frame.phase = phase.going_on();
            let (kind, inner, next) = match head {
                Head::Parameters | Head::Function | Head::Routine | Head::Sole => {
                    (FrameKind::Parameters(!scope.is_strict()), Phase::Target, Head::Body)
                }
                // Patterns alone make it another kind.
                Head::Caught => (FrameKind::Parameters(true), Phase::Target, Head::CaughtBlock),
                Head::Control | Head::Attributes => (FrameKind::Control, Phase::Plain, Head::Block),
                Head::ExtendingFunction => (FrameKind::Parameters(false), Phase::Target, head),
                Head::ExtendingClass => (FrameKind::Group, Phase::Plain, head),
                Head::Extending | Head::Extended => (FrameKind::Group, Phase::Plain, Head::Extended),
                _ if parameters_follow(&scope.frame) => {
                    (FrameKind::Parameters(false), Phase::Target, Head::Body)
                }
                Head::Operand | Head::Typed => (FrameKind::Group, Phase::Plain, head),
                Head::Name => (FrameKind::Arguments(Follower::Braces), Phase::Argument, Head::Operand),
                _ => (FrameKind::Arguments(Follower::Arrow), Phase::Argument, Head::Operand),
            };
            frame.head = next;
            let mut inner = Frame::new(kind, inner);
            if given.get(UNDIRECTED).is_some() {
                inner.refuse_directive();
            }
            inner
        }
        _ => {
            frame.head = match head {
                Head::ExtendingClass | Head::ExtendingFunction => head,
                Head::Extending | Head::Extended => Head::Extended,
                _ if role == Role::OpenList && scope.frame.may_begin_member(phase) => Head::Name,
                _ if role == Role::OpenList => head.behind_operand(),
                _ => head.kept(),
            };
            frame.phase = phase.going_on();
            let kind = if role == Role::Hole { FrameKind::Hole } else { FrameKind::Group };
            Frame::new(kind, Phase::Plain)
        }
    };
    scope.opened(frame, inner)
}

/// Returns whether braces that open are a block of statements, and not a function's body or anything else.
fn begins_block(frame: &Frame) -> bool {
    let is_statement = matches!(frame.phase, Phase::Start | Phase::Broken(_))
        && matches!(frame.kind, FrameKind::Function | FrameKind::Block);
    match frame.head {
        Head::Block | Head::Caught | Head::CaughtBlock => true,
        Head::None => is_statement,
        _ => false,
    }
}

fn closed(scope: &Arc<Scope>, role: Role) -> Arc<Scope> {
    let below = scope.closed(if role == Role::CloseBlock { Phase::Start } else { Phase::Plain });
    if scope.frame.kind != FrameKind::Control {
        return below;
    }
    let mut given = Names::default();
    scope.frame.names.each(&mut |name, &kind| {
        if kind == Kind::Block {
            given = given.with(name, Kind::Looped);
        }
    });
    if given.is_empty() { below } else { below.with(Frame { given, ..below.frame.clone() }) }
}
