//! The scopes at the positions of a text, by numbers: equal scopes have equal numbers.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::ids::id_type;
use crate::layout::declared::Role;
use crate::layout::declared::frames::{Frame, FrameKind, Head, Phase, Scope};
use crate::layout::declared::labels::{NextSign, is_before_colon, next_sign};
use crate::layout::declared::members::after_private;
use crate::layout::declared::patterns::after_in_pattern;
use crate::layout::declared::statements::after_in_statement;
use crate::layout::violation::Violation;

id_type! {
    /// The number of a scope of [`Scopes`].
    ScopeId: u32
}

/// The number of the scope at a text's start.
pub const AT_START: ScopeId = ScopeId(0);

/// The number of a scope that is not looked at, so that nothing is declared twice in it.
pub const BLIND: ScopeId = ScopeId(1);

/// Approximate memory of a scope, in bytes.
const SCOPE_SIZE: usize = 256;

/// Stands for a scope that is not known.
const NO_SCOPE: ScopeId = ScopeId(u32::MAX);

/// The scopes at the positions of a text.
pub struct Scopes {
    known: FxHashMap<u64, ScopeId>,
    all: Vec<Arc<Scope>>,
    /// For each scope, those after lexemes of each role whose texts do not matter.
    steps: Vec<[ScopeId; Role::COUNT]>,
}

impl Default for Scopes {
    fn default() -> Self {
        Self::beginning_with(Scope::file())
    }
}

impl Scopes {
    /// Returns the scopes of a text of which nothing before it is known.
    pub fn of_part() -> Self {
        Self::beginning_with(Scope::part())
    }

    fn beginning_with(first: Arc<Scope>) -> Self {
        let known = FxHashMap::from_iter([(first.print, AT_START)]);
        let all = vec![Arc::clone(&first), first];
        Self { known, steps: vec![[NO_SCOPE; Role::COUNT]; all.len()], all }
    }

    /// Returns a scope by its number.
    pub fn get(&self, scope: ScopeId) -> &Arc<Scope> {
        &self.all[scope.index()]
    }

    /// Returns the number of the scope at the start of a file, all of which is strict if that is set.
    pub fn start(&mut self, is_strict: bool) -> ScopeId {
        let file = Scope::file();
        self.number(&file.with(Frame { is_strict, ..file.frame.clone() }))
    }

    /// Returns the number of a scope.
    pub fn number(&mut self, scope: &Arc<Scope>) -> ScopeId {
        *self.known.entry(scope.print).or_insert_with(|| {
            self.all.push(Arc::clone(scope));
            self.steps.push([NO_SCOPE; Role::COUNT]);
            ScopeId::at(self.all.len() - 1)
        })
    }

    /// Returns the number of the scope that equals one of another text.
    pub fn copy(&mut self, from: &Self, scope: ScopeId) -> ScopeId {
        if scope == BLIND { BLIND } else { self.number(from.get(scope)) }
    }

    /// Returns whether the text of a name that follows matters.
    pub fn wants_name(&self, scope: ScopeId) -> bool {
        scope != BLIND && {
            let scope = self.get(scope);
            scope.reads_name() || scope.frame.may_label()
        }
    }

    /// Returns the number of the scope after one more lexeme; `word` is its text, if it is a name that matters.
    pub fn after(&mut self, scope: ScopeId, role: Role, word: &[u8]) -> Result<ScopeId, Violation> {
        if scope == BLIND {
            return Ok(BLIND);
        }
        let known = self.steps[scope.index()][role as usize];
        if known != NO_SCOPE {
            return Ok(known);
        }
        let here = Arc::clone(self.get(scope));
        if is_idle(&here.frame, role) {
            self.steps[scope.index()][role as usize] = scope;
            return Ok(scope);
        }
        let matters = role == Role::Private || (role.is_name() && here.reads_name());
        let next = self.number(&after(&here, role, if matters { word } else { &[] })?);
        if !matters {
            self.steps[scope.index()][role as usize] = next;
        }
        Ok(next)
    }

    /// Returns the number of the scope after one more lexeme, which may be a label as what follows it may tell.
    pub fn after_label(&mut self, scope: ScopeId, role: Role, word: &[u8]) -> Result<ScopeId, Violation> {
        if !self.may_be_label(scope, role) {
            return self.after(scope, role, word);
        }
        let here = Arc::clone(self.get(scope));
        Ok(self.number(&after(&here, role, word)?))
    }

    /// Returns the number of the scope after one more lexeme of a text, and how many bytes behind it tell that.
    pub fn after_in_text(
        &mut self,
        scope: ScopeId,
        role: Role,
        word: &[u8],
        behind: &[u8],
    ) -> (Result<ScopeId, Violation>, usize) {
        if scope == BLIND || !role.is_name() {
            return (self.after(scope, role, word), 0);
        }
        let (next, mut told) = next_sign(behind);
        if next != NextSign::Arrow && self.get(scope).frame.may_label() {
            let is_label;
            (is_label, told) = is_before_colon(behind);
            let after =
                if is_label { self.after_label(scope, role, word) } else { self.after(scope, role, word) };
            return (after, told);
        }
        match (self.get(scope).frame.phase, next) {
            // A key alone declares nothing.
            (Phase::Property, NextSign::Colon) => (self.after(scope, role, &[]), told),
            (_, NextSign::Arrow) => {
                let here = Arc::clone(self.get(scope));
                (after(&here, role, word).map(|after| self.number(&after)), told)
            }
            _ => (self.after(scope, role, word), told),
        }
    }

    fn may_be_label(&self, scope: ScopeId, role: Role) -> bool {
        scope != BLIND && role.is_name() && self.get(scope).frame.may_label()
    }

    /// Returns what identifies a scope in all texts.
    pub fn print(&self, scope: ScopeId) -> u64 {
        if scope == BLIND { u64::MAX } else { self.get(scope).print }
    }

    /// Returns how many scopes there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// Returns the approximate memory, in bytes.
    pub fn size(&self) -> usize {
        self.all.len() * SCOPE_SIZE + self.steps.capacity() * size_of::<[ScopeId; Role::COUNT]>()
    }
}

/// Returns whether a lexeme changes nothing, as in most expressions; some others may change nothing either.
fn is_idle(frame: &Frame, role: Role) -> bool {
    use FrameKind::{Arguments, Block, Class, Control, Elements, Function, Group, Hole, Properties};
    let is_statement = matches!(
        frame.kind,
        Function | Block | Class | Control | Group | Hole | Arguments(_) | Elements | Properties(_)
    );
    let is_plain = is_statement && frame.held.is_none() && frame.head == Head::None;
    let begins_value = frame.kind == Class && frame.phase == Phase::Plain && role == Role::Assign;
    let is_going_on = role.joins()
        || matches!(role, Role::Other | Role::Key | Role::Heritage | Role::Rest | Role::Colon)
        || (role == Role::Assign && !begins_value);
    is_plain
        && match frame.phase {
            Phase::Plain | Phase::Value(_) => is_going_on,
            Phase::Case(_) => is_going_on && !matches!(role, Role::Colon | Role::Choice),
            Phase::Start => role == Role::Line,
            _ => false,
        }
}

/// Returns the scope after one more lexeme.
fn after(scope: &Arc<Scope>, role: Role, word: &[u8]) -> Result<Arc<Scope>, Violation> {
    if scope.frame.refused_by_repeats().contains(&role) {
        return Err(Violation::Redeclared);
    }
    match role {
        Role::Private => after_private(scope, word),
        Role::Directive => after_usual(&scope.after_directive(), Role::Key, word),
        Role::OwnFunction => Ok(after_usual(scope, Role::Function, word)?.behind_own_function()),
        _ => after_usual(scope, role, word),
    }
}

fn after_usual(scope: &Arc<Scope>, role: Role, word: &[u8]) -> Result<Arc<Scope>, Violation> {
    if scope.frame.is_pattern() {
        after_in_pattern(scope, role, word)
    } else {
        after_in_statement(scope, role, word)
    }
}
