//! The keys that a right context has in sections of its own, where keys are given once.
//!
//! Which table its first lines belong to depends on the middle, but from its first header on all is known. If the left
//! context or the middle has one of these keys, nothing that follows mends that.

use crate::grammar::Grammar;
use crate::layout::keys::tree::Tree;
use crate::layout::keys::{Keys, Role as KeyRole};
use crate::layout::roles::{Check, Role};
use crate::lexer::NO_SET;

/// The keys of the sections of a right context.
#[derive(Debug)]
pub struct Later {
    keys: Tree,
    /// Whether one of them is there twice.
    repeats: bool,
}

impl Later {
    /// Returns all names of keys.
    pub fn names(&self) -> Vec<&[u8]> {
        let mut found = Vec::new();
        self.keys.add_names(&mut found);
        found
    }

    /// Returns whether no program has certain keys before these.
    pub fn clashes(&self, before: &Tree) -> bool {
        self.repeats || before.clashes(&self.keys)
    }
}

/// Returns the keys of the sections of a right context, or none if there are no sections that are certain to be some. A
/// right context may begin inside a text of several lines; where there is such a text at all, nothing is certain.
pub fn of(grammar: &Grammar, bytes: &[u8]) -> Option<Later> {
    if grammar.layout.conditions.check != Check::Keys {
        return None;
    }
    let mut at = bytes.iter().position(|&byte| byte == b'\n')? + 1;
    let start = grammar.lexer.start(0);
    let mut keys: Option<Keys> = None;
    let (mut begins_line, mut repeats) = (true, false);
    while at < bytes.len() {
        let found = grammar.lexer.longest(start, &bytes[at..]);
        if found.set == NO_SET {
            return None;
        }
        let word = &bytes[at..at + found.end];
        at += found.end;
        let Some(Role::Key(role)) = grammar.layout.conditions.role_of(found.set) else { continue };
        if role != KeyRole::LineEnd && word.contains(&b'\n') {
            return None;
        }
        let is_header = begins_line && matches!(role, KeyRole::Open | KeyRole::OpenTwo);
        begins_line = role == KeyRole::LineEnd;
        if keys.is_none() && is_header {
            keys = Some(Keys::of_rest());
        }
        let Some(known) = &keys else { continue };
        if repeats {
            continue;
        }
        if !known.may_go_on(role) {
            // What was read is no section but the rest of a value.
            keys = None;
            continue;
        }
        match known.after(role, word) {
            Err(_) => repeats = true,
            Ok(Some(next)) => keys = Some(next),
            Ok(None) => {}
        }
    }
    keys.filter(|keys| repeats || keys.is_whole()).map(|keys| Later { keys: keys.of_file().clone(), repeats })
}
