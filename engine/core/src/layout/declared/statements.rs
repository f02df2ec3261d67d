//! Declarations among statements, in values and in brackets.

use std::sync::Arc;

use crate::layout::declared::Role;
use crate::layout::declared::frames::{Frame, FrameKind, Head, Kind, Names, Phase, Scope};
use crate::layout::violation::Violation;

/// Returns the scope after one more lexeme outside of patterns.
pub fn after_in_statement(scope: &Arc<Scope>, role: Role, word: &[u8]) -> Result<Arc<Scope>, Violation> {
    let mut frame = scope.frame.clone();
    if frame.head == Head::Member {
        frame.head = Head::None;
        if role.is_word() {
            return Ok(scope.with(frame));
        }
    }
    if role.opens() {
        return Ok(opened(scope, frame, role));
    }
    if role.closes() {
        return Ok(closed(scope, role));
    }
    if role.is_name() {
        return named(scope, frame, role, word);
    }
    let begins = matches!(frame.phase, Phase::Start | Phase::Broken(_)) || frame.head == Head::Body;
    if let (Role::Comma | Role::From, Some(held)) = (role, frame.held.take()) {
        frame.phase = if role == Role::Comma { Phase::Imported } else { Phase::Plain };
        return scope.declared(&frame, &held);
    }
    let phase = frame.phase;
    match role {
        // As in `<const T>`.
        Role::Block if frame.head == Head::Listed => frame.head = Head::None,
        Role::Block => (frame.phase, frame.head) = (Phase::Names(Kind::Block), Head::None),
        Role::Hoisted => (frame.phase, frame.head) = (Phase::Names(Kind::Hoisted), Head::None),
        Role::Class | Role::Function | Role::Import if begins => {
            frame.phase = if role == Role::Import { Phase::Imported } else { Phase::Plain };
            frame.head = match role {
                Role::Class => Head::Class,
                Role::Function => Head::Function,
                _ => Head::None,
            };
        }
        Role::Function => (frame.phase, frame.head) = (going_on(phase), Head::Parameters),
        Role::Control | Role::Caught | Role::Head => {
            frame.phase = ended(phase);
            frame.head = match role {
                Role::Control => Head::Control,
                Role::Caught => Head::Caught,
                _ => Head::Block,
            };
        }
        Role::Before | Role::End => {
            (frame.phase, frame.head) = (Phase::Start, Head::None);
            frame.given = Names::default();
        }
        Role::Comma => {
            frame.phase = match phase {
                Phase::Named(kind) | Phase::Value(kind) | Phase::Broken(kind) => Phase::Names(kind),
                _ => Phase::Plain,
            };
            frame.head = if frame.phase == Phase::Plain { Head::Listed } else { Head::None };
        }
        Role::Line => {
            frame.phase = match phase {
                Phase::Named(kind) | Phase::Value(kind) => Phase::Broken(kind),
                Phase::Plain => Phase::Start,
                _ => phase,
            }
        }
        Role::Colon => {
            frame.phase = going_on(phase);
            frame.head = if frame.head == Head::Body { Head::Typed } else { kept(frame.head) };
        }
        Role::Arrow => (frame.phase, frame.head) = (going_on(phase), Head::Body),
        Role::Member => (frame.phase, frame.head) = (going_on(phase), Head::Member),
        Role::Doubt => {
            frame.phase = Phase::Plain;
            frame.head = if frame.head == Head::Typed { Head::Typed } else { Head::Listed };
        }
        Role::Join if matches!(frame.head, Head::Function | Head::Parameters) => {}
        Role::Join if phase == Phase::Imported => frame.phase = Phase::ImportAll,
        Role::Join | Role::Assign | Role::Rest => {
            (frame.phase, frame.head) = (going_on(phase), kept(frame.head));
        }
        _ => (frame.phase, frame.head) = (ended(phase), kept(frame.head)),
    }
    Ok(scope.with(frame))
}

/// Returns the phase behind what takes an expression on.
fn going_on(phase: Phase) -> Phase {
    match phase {
        Phase::Named(kind) | Phase::Value(kind) | Phase::Broken(kind) => Phase::Value(kind),
        _ => Phase::Plain,
    }
}

/// Returns the phase behind what takes no expression on after a line end.
fn ended(phase: Phase) -> Phase {
    if matches!(phase, Phase::Broken(_)) { Phase::Plain } else { going_on(phase) }
}

/// Returns what stays of a head behind other lexemes.
fn kept(head: Head) -> Head {
    if head == Head::Typed { head } else { Head::None }
}

fn named(scope: &Arc<Scope>, mut frame: Frame, role: Role, word: &[u8]) -> Result<Arc<Scope>, Violation> {
    match (frame.head, frame.phase) {
        (Head::Class | Head::Function, _) => {
            let mut next = scope.declared(&frame, word)?.frame.clone();
            next.head = if frame.head == Head::Function { Head::Parameters } else { Head::None };
            return Ok(scope.with(next));
        }
        (Head::Parameters, _) => return Ok(Arc::clone(scope)),
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
        (_, Phase::Start | Phase::Broken(_)) if role == Role::NameBefore => frame.phase = Phase::Start,
        (_, phase) => frame.phase = ended(phase),
    }
    frame.head = kept(frame.head);
    Ok(scope.with(frame))
}

fn opened(scope: &Arc<Scope>, mut frame: Frame, role: Role) -> Arc<Scope> {
    let (phase, head, begins) = (frame.phase, frame.head, begins_block(&frame));
    let given = std::mem::take(&mut frame.given);
    frame.held = None;
    let inner = match (role, phase, head) {
        (Role::OpenBlock, Phase::Names(kind), _) => {
            frame.phase = Phase::Named(kind);
            Frame::new(FrameKind::Object(kind), Phase::Key)
        }
        (Role::OpenList, Phase::Names(kind), _) => {
            frame.phase = Phase::Named(kind);
            Frame::new(FrameKind::List(kind), Phase::Target)
        }
        (Role::OpenBlock, Phase::Imported, _) => {
            frame.phase = Phase::Plain;
            Frame::new(FrameKind::Imports, Phase::Key)
        }
        (Role::OpenBlock, ..) => {
            let kind = if begins { FrameKind::Block } else { FrameKind::Function };
            let names = if matches!(head, Head::Body | Head::CaughtBlock) { given } else { Names::default() };
            frame.phase = match going_on(phase) {
                Phase::Plain => Phase::Start,
                _ if begins => Phase::Start,
                other => other,
            };
            frame.head = kept(head);
            Frame { names, ..Frame::new(kind, Phase::Start) }
        }
        (Role::Open, ..) => {
            frame.phase = going_on(phase);
            let (kind, inner, next) = match head {
                Head::Parameters | Head::Function => (FrameKind::Parameters, Phase::Target, Head::Body),
                Head::Caught => (FrameKind::Parameters, Phase::Target, Head::CaughtBlock),
                Head::Control => (FrameKind::Control, Phase::Plain, Head::Block),
                _ => (FrameKind::Group, Phase::Plain, kept(head)),
            };
            frame.head = next;
            Frame::new(kind, inner)
        }
        _ => {
            (frame.phase, frame.head) = (going_on(phase), kept(head));
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
    scope.closed(if role == Role::CloseBlock { Phase::Start } else { Phase::Plain })
}
