//! What a file exports, once under each name.

use std::sync::Arc;

use crate::layout::declared::Role;
use crate::layout::declared::frames::{Frame, Head, Names, Origin, Phase, Scope};
use crate::layout::declared::kinds::{Kind, MODULE, marked};
use crate::layout::violation::Violation;

/// The name of what is exported without one.
pub const DEFAULT: &[u8] = b"default";

/// Returns the scope after a lexeme behind what stands before an export, if it begins no declaration.
pub fn after_export(scope: &Scope, role: Role, word: &[u8]) -> Option<Result<Arc<Scope>, Violation>> {
    let frame = &scope.frame;
    let go = |phase| Some(Ok(scope.with(Frame { phase, head: Head::None, ..frame.clone() })));
    match (frame.phase, role) {
        _ if frame.head != Head::None => None,
        (Phase::Exporting(_), Role::Default | Role::Overloaded) => Some(after_default(scope, role)),
        (Phase::Exporting(_), Role::Join) => go(Phase::ExportAll),
        (Phase::ExportAll, Role::As) => go(Phase::ExportAs),
        (Phase::ExportAs, role) if role.is_name() || matches!(role, Role::Default | Role::Overloaded) => {
            let name = if matches!(role, Role::Default | Role::Overloaded) { DEFAULT } else { word };
            let phase = Phase::Plain;
            Some(scope.declared(frame, name).map(|found| found.with(Frame { phase, ..found.frame.clone() })))
        }
        _ => None,
    }
}

/// Returns the scope behind what stands before an export without a name. Where functions may be declared more than once, what
/// follows tells how it is declared.
fn after_default(scope: &Scope, role: Role) -> Result<Arc<Scope>, Violation> {
    let mut frame = scope.frame.clone();
    frame.phase = Phase::Start;
    if role == Role::Default {
        frame.head = Head::Default;
        frame.declare(&marked(DEFAULT), Kind::Export)?;
    } else {
        frame.head = Head::Overloaded;
        if frame.clashes(&marked(DEFAULT), Kind::Overload) {
            return Err(Violation::Redeclared);
        }
    }
    Ok(scope.with(frame))
}

/// Returns whether a lexeme shows that what stands before it imports or exports something.
pub fn follows_import(role: Role) -> bool {
    let is_other = matches!(
        role,
        Role::Line | Role::Open | Role::Member | Role::Colon | Role::Comma | Role::End | Role::Assign
    );
    !is_other && !role.closes()
}

/// Returns the scope of a file that imports or exports something, if the lexeme behind that is the first one to show it.
pub fn shown_module(scope: &Scope, role: Role) -> Option<Arc<Scope>> {
    let frame = &scope.frame;
    let is_begun = matches!(frame.phase, Phase::Imported | Phase::Exporting(_)) && frame.head == Head::None;
    let is_new = is_begun && follows_import(role) && !frame.is_of_module();
    is_new.then(|| {
        let names = frame.names.with(MODULE, Kind::Function);
        let is_strict = frame.is_strict || frame.origin == Origin::File;
        scope.with(Frame { names, is_strict, ..frame.clone() })
    })
}

impl Scope {
    /// Returns whether the file imports or exports something, as far as it is read.
    pub fn is_of_module(&self) -> bool {
        self.frames().last().is_some_and(|frame| frame.origin == Origin::File && frame.is_of_module())
    }
}

impl Frame {
    /// Returns whether what is imported or exported in it was seen.
    pub fn is_of_module(&self) -> bool {
        self.names.get(MODULE).is_some()
    }

    /// Notes that what is exported of a file's own must be declared, where one more lexeme tells that it is.
    pub fn settle_exports(&mut self, role: Role) {
        if !self.has_exported() || role == Role::Line {
            return;
        }
        if (self.head, role) == (Head::Exported, Role::From) {
            self.head = Head::ExportedFrom;
            return;
        }
        let is_foreign = self.head == Head::ExportedFrom && matches!(role, Role::Key | Role::Constructor);
        let exported = std::mem::take(&mut self.given);
        self.head = Head::None;
        if !is_foreign {
            self.need_exports(&exported);
        }
    }

    fn has_exported(&self) -> bool {
        matches!(self.head, Head::Exported | Head::ExportedFrom)
    }

    fn need_exports(&mut self, exported: &Names) {
        exported.each(&mut |name, _| self.needs = self.needs.with(name, Kind::Export));
    }

    /// Returns the names that are used in it and must be declared, at the end of what is read.
    pub fn all_needs(&self) -> Names {
        let mut all = self.clone();
        if self.has_exported() {
            all.need_exports(&self.given);
        }
        all.needs
    }

    /// Declares what is exported without a name, where one more lexeme tells how.
    pub fn settle_default(&mut self, role: Role) -> Result<(), Violation> {
        if self.head != Head::Overloaded || matches!(role, Role::NameBefore | Role::Line) {
            return Ok(());
        }
        self.head = Head::Default;
        let kind = if role == Role::Function { Kind::Overload } else { Kind::Export };
        self.declare(&marked(DEFAULT), kind)
    }

    /// Returns whether functions alone can be exported without a name, where something is.
    pub fn wants_overload(&self) -> bool {
        self.head == Head::Overloaded && self.clashes(&marked(DEFAULT), Kind::Export)
    }

    /// Returns what begins an export without a name, if there is one already, and it would follow.
    pub fn refused_defaults(&self) -> &'static [Role] {
        let begins = matches!(self.phase, Phase::Exporting(_)) && self.head == Head::None;
        let clashes = |kind| begins && self.clashes(&marked(DEFAULT), kind);
        match (clashes(Kind::Export), clashes(Kind::Overload)) {
            _ if self.phase == Phase::ExportAs && self.has_default() => &[Role::Default, Role::Overloaded],
            (_, true) => &[Role::Default, Role::Overloaded],
            (true, _) => &[Role::Default],
            _ => &[],
        }
    }

    fn has_default(&self) -> bool {
        self.clashes(&marked(DEFAULT), Kind::Export)
    }
}

impl Scope {
    /// Returns whether something around is exported without a name.
    pub fn has_default(&self) -> bool {
        self.frames().any(Frame::has_default)
    }
}
