//! Declarations in patterns, in parameters and in the braces of imports.

use std::sync::Arc;

use crate::layout::declared::Role;
use crate::layout::declared::exports::DEFAULT;
use crate::layout::declared::frames::{Frame, FrameKind, Head, Names, Phase, Scope};
use crate::layout::declared::kinds::Kind;
use crate::layout::declared::statements::after_in_statement;
use crate::layout::violation::Violation;

/// Returns the scope after one more lexeme directly in a pattern.
pub fn after_in_pattern(scope: &Arc<Scope>, role: Role, word: &[u8]) -> Result<Arc<Scope>, Violation> {
    if scope.frame.phase == Phase::Defaulted && !matches!(role, Role::Comma | Role::Line | Role::Doubt) {
        return if role.closes() { Ok(closed(scope)) } else { after_in_value(scope, role, word) };
    }
    let mut frame = scope.frame.clone();
    if role.opens() {
        return Ok(opened(scope, frame, role));
    }
    let settles = matches!(role, Role::Comma | Role::Assign) || role.closes();
    if let Some(held) = frame.held.take().filter(|_| settles) {
        let found = scope.declared(&frame, &held)?;
        let mut next = found.frame.clone();
        next.held = None;
        return after_in_pattern(&found.with(next), role, word);
    }
    if role.closes() {
        return Ok(closed(scope));
    }
    let is_object = matches!(frame.kind, FrameKind::Object(_));
    if matches!(frame.kind, FrameKind::Imports | FrameKind::Exports(_)) {
        frame = after_import(scope, frame, role, word);
        return Ok(scope.with(frame));
    }
    match (frame.phase, role) {
        (Phase::Lost, _) | (_, Role::Line) => return Ok(Arc::clone(scope)),
        (_, Role::Doubt) => frame.phase = Phase::Lost,
        (_, Role::Comma) => {
            let has_keys = is_object || frame.kind == FrameKind::Attributes;
            frame.phase = if has_keys { Phase::Key } else { Phase::Target };
            (frame.head, frame.given) = (Head::None, Names::default());
        }
        (Phase::Key, role) if role.is_name() && frame.kind == FrameKind::Attributes => {
            frame.phase = Phase::Given;
            return scope.declared(&frame, word);
        }
        (Phase::Key, role) if role.is_name() => {
            (frame.phase, frame.held) = (Phase::KeyHeld, Some(word.into()));
        }
        (Phase::Key | Phase::Target, Role::Rest) => {
            frame.phase = Phase::Target;
            frame.add_pattern();
        }
        (Phase::Target, role) if role.is_name() => {
            let found = scope.declared(&frame, word)?;
            let mut next = found.frame.clone();
            next.phase = Phase::Targeted;
            if role.is_loose() {
                next.refuse_directive();
            }
            return Ok(found.with(next));
        }
        (Phase::KeyHeld | Phase::Targeted, Role::Colon) if is_object => frame.phase = Phase::Target,
        (_, Role::Assign) => {
            frame.phase = Phase::Defaulted;
            frame.add_pattern();
        }
        (_, Role::Colon) => frame.phase = Phase::Given,
        (Phase::Given, _) => return Ok(Arc::clone(scope)),
        _ => frame.phase = Phase::Targeted,
    }
    Ok(scope.with(frame))
}

/// Returns the scope after one more lexeme in the value that a pattern gives a name, which is read as one in parentheses.
fn after_in_value(scope: &Arc<Scope>, role: Role, word: &[u8]) -> Result<Arc<Scope>, Violation> {
    let (kind, phase) = (scope.frame.kind, scope.frame.phase);
    let value = Frame { kind: FrameKind::Group, phase: Phase::Plain, ..scope.frame.clone() };
    let found = after_in_statement(&scope.with(value), role, word)?;
    let in_pattern = |found: &Scope| found.with(Frame { kind, phase, ..found.frame.clone() });
    Ok(match &found.below {
        Some(around) if role.opens() => Scope::new(found.frame.clone(), Some(in_pattern(around))),
        _ => in_pattern(&found),
    })
}

/// Returns the frame of an import's or export's braces after one more lexeme that does not close it.
fn after_import(scope: &Scope, mut frame: Frame, role: Role, word: &[u8]) -> Frame {
    let held = scope.frame.held.clone();
    if (frame.kind, frame.phase, role.is_name()) == (FrameKind::Exports(true), Phase::Key, true) {
        frame.given = frame.given.with(word, Kind::Export);
    }
    (frame.phase, frame.held) = match (frame.phase, role) {
        (Phase::KeyHeld, Role::As) => (Phase::Target, None),
        (Phase::Key | Phase::Target | Phase::KeyHeld, role) if role.is_name() => {
            (Phase::KeyHeld, Some(word.into()))
        }
        (Phase::Key | Phase::Target, Role::Default | Role::Overloaded)
            if matches!(frame.kind, FrameKind::Exports(_)) =>
        {
            (Phase::KeyHeld, Some(DEFAULT.into()))
        }
        (phase, Role::Line) => (phase, held),
        (_, Role::Comma) => (Phase::Key, None),
        _ => (Phase::KeyHeld, None),
    };
    frame
}

fn opened(scope: &Arc<Scope>, mut frame: Frame, role: Role) -> Arc<Scope> {
    let kind = match frame.kind {
        FrameKind::Object(kind) | FrameKind::List(kind) => kind,
        _ => Kind::Parameter,
    };
    let inner = match (frame.phase, role) {
        (Phase::Target, Role::OpenBlock) => Frame::new(FrameKind::Object(kind), Phase::Key),
        (Phase::Target, Role::OpenList) => Frame::new(FrameKind::List(kind), Phase::Target),
        (_, Role::OpenBlock) => Frame::new(FrameKind::Function, Phase::Start),
        (_, Role::Hole) => Frame::new(FrameKind::Hole, Phase::Plain),
        _ => Frame::new(FrameKind::Group, Phase::Plain),
    };
    if frame.phase == Phase::Target && matches!(role, Role::OpenBlock | Role::OpenList) {
        frame.add_pattern();
    }
    frame.held = None;
    if matches!(frame.phase, Phase::Target | Phase::Key | Phase::KeyHeld) {
        frame.phase = Phase::Targeted;
    }
    scope.opened(frame, inner)
}

/// Returns the scope behind a pattern. The names of parameters are those of the body that follows.
fn closed(scope: &Arc<Scope>) -> Arc<Scope> {
    let below = scope.closed(Phase::Plain);
    if scope.frame.kind == FrameKind::Exports(true) {
        return below.with(Frame { given: scope.frame.given.clone(), ..below.frame.clone() });
    }
    if !matches!(scope.frame.kind, FrameKind::Parameters(_)) {
        return below;
    }
    let mut frame = below.frame.clone();
    frame.given = scope.frame.names.clone();
    if frame.head == Head::CaughtBlock && scope.frame.kind == FrameKind::Parameters(false) {
        scope.frame.names.each(&mut |name, _| frame.given = frame.given.with(name, Kind::Block));
    }
    below.with(frame)
}
