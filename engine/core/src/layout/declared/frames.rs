//! What is open in a text, and the names that each of these has declared.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;

use crate::base::treap::{Treap, joined, rank};
use crate::layout::declared::kinds::{Kind, REPEATED, is_sign, marked, without_mark};
use crate::layout::declared::label_lists::Labels;
use crate::layout::violation::Violation;

/// The names that something declares.
pub type Names = Treap<Kind>;

/// What is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FrameKind {
    /// The file, a function's body, or what may be one, such as the braces of a class.
    Function,
    Block,
    /// The braces of a class.
    Class,
    /// The parentheses of a statement.
    Control,
    /// Other brackets.
    Group,
    /// Parentheses that are those of parameters if an arrow follows, or else braces.
    Arguments(Follower),
    /// Brackets in them that are a pattern then.
    Elements,
    /// The braces of an object; whether they may be a pattern.
    Properties(bool),
    /// A hole in a text.
    Hole,
    /// The parameters of a function, and what is caught; whether one of them may stand there twice.
    Parameters(bool),
    /// Patterns, whose names are declared in this way.
    Object(Kind),
    List(Kind),
    /// The braces of an import, of its attributes, and of an export; whether the file declares what stands in those.
    Imports,
    Attributes,
    Exports(bool),
}

/// What tells behind parentheses that they are those of parameters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Follower {
    Arrow,
    Braces,
}

/// What part of a statement or of a pattern follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// A statement; behind a name with which one begins, which may be its label.
    Start,
    Begun,
    Plain,
    /// In the value of a case, before as many colons that end none.
    Case(u8),
    /// Behind what leaves a statement, or repeats one if that is set: its label.
    Jumping(bool),
    /// A name or a pattern of a list, what stands behind one, its value, and what stands after a line end behind that.
    Names(Kind),
    Named(Kind),
    Value(Kind),
    Broken(Kind),
    /// The name of a module or of what is imported from it; what stands behind that.
    Imported,
    ImportHeld,
    ImportAll,
    /// Behind what stands before what is exported, and whether the file declares what stands in braces there; behind what takes
    /// everything, and behind what names that.
    Exporting(bool),
    ExportAll,
    ExportAs,
    /// In a pattern: a key; what stands behind a key that may be a name; a name or a pattern; what stands behind it; its
    /// type; its value.
    Key,
    KeyHeld,
    Target,
    Targeted,
    Given,
    Defaulted,
    /// Behind what stands before a member of a class, and behind the name of the one of which there is one.
    Modified(bool, Kind),
    Constructor,
    /// In parentheses that may be those of parameters, and in what is a pattern then: one of them, and behind a name or a pattern
    /// that is one.
    Argument,
    Argued,
    /// In an object: what names a member, and behind that.
    Property,
    PropertyHeld,
    /// Nothing is a name any more.
    Lost,
}

/// What the brackets that follow are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Head {
    None,
    /// Behind what stands before a member.
    Member,
    /// Behind a comma or a doubt, where no statement begins.
    Listed,
    /// Behind `class` and `function`, where they declare the name that follows.
    Class,
    Function,
    /// Behind `function` where the function is a generator, and where the block declares one of the name.
    Routine,
    Sole,
    /// Behind `class` and its name; in what the class builds on, where an operand must follow, and behind one.
    Classed,
    Extending,
    Extended,
    /// Behind `class` and `function` in what the class builds on.
    ExtendingClass,
    ExtendingFunction,
    /// Behind a function's name, a statement's word, and what catches.
    Parameters,
    Control,
    Attributes,
    Caught,
    /// Behind their parentheses, and behind other words before a block.
    Body,
    Block,
    CaughtBlock,
    /// Behind the parameters of a function comes its type.
    Typed,
    /// Behind an operand, where parentheses are those of a call, and behind what may be the name of a member.
    Operand,
    Name,
    /// Behind a name with which a statement begins and that may stand before `function`.
    NameBefore,
    /// Behind parentheses, or a name, that are those of parameters if this follows.
    Arguments(Follower),
    /// Behind what stands before the one export that has no name, where braces are no block; where a function may be
    /// declared more than once.
    Default,
    Overloaded,
    /// Behind the braces of what the file exports of its own, if no module is named, and behind what stands before its name.
    Exported,
    ExportedFrom,
}

impl Phase {
    /// Returns the phase behind what takes an expression on.
    #[must_use]
    pub fn going_on(self) -> Self {
        match self {
            Self::Lost | Self::Case(_) => self,
            Self::Named(kind) | Self::Value(kind) | Self::Broken(kind) => Self::Value(kind),
            _ => Self::Plain,
        }
    }

    /// Returns whether names are listed.
    pub fn is_list(self) -> bool {
        matches!(self, Self::Names(_) | Self::Named(_) | Self::Value(_) | Self::Broken(_))
    }

    /// Returns the phase behind what takes no expression on after a line end.
    #[must_use]
    pub fn ended(self) -> Self {
        if matches!(self, Self::Broken(_)) { Self::Plain } else { self.going_on() }
    }
}

impl Head {
    /// Returns what stays of it behind other lexemes.
    #[must_use]
    pub fn kept(self) -> Self {
        if self == Self::Typed { self } else { Self::None }
    }

    /// Returns what stays of it behind an operand.
    #[must_use]
    pub fn behind_operand(self) -> Self {
        if self == Self::Typed { self } else { Self::Operand }
    }

    /// Returns whether it is behind an operand or what may be one.
    pub fn is_operand(self) -> bool {
        matches!(self, Self::Operand | Self::Name | Self::Arguments(_))
    }

    /// Returns whether what a class builds on follows or goes on, and its braces then.
    pub fn is_heritage(self) -> bool {
        matches!(self, Self::Extending | Self::Extended | Self::ExtendingClass | Self::ExtendingFunction)
    }
}

/// One of those that are open.
#[derive(Clone, Debug)]
pub struct Frame {
    pub kind: FrameKind,
    pub phase: Phase,
    pub head: Head,
    pub names: Names,
    /// The names of the parentheses before, which the body that follows has.
    pub given: Names,
    /// A name that is declared unless what follows tells otherwise, or that may be a label.
    pub held: Option<Arc<[u8]>>,
    /// The names that the right context declares in it, if that is where it belongs; they are known of all that was open at
    /// the cursor.
    pub later: Names,
    /// Names of members that are used in it, or of what is exported from it, and that nothing around has declared so far.
    pub needs: Names,
    /// The labels of the statement that is being read.
    pub labels: Labels,
    pub origin: Origin,
    /// Whether it was open at the cursor and stays open.
    pub is_around: bool,
    /// Whether code in it is strict, as far as that is known.
    pub is_strict: bool,
}

/// Where a frame comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// It was opened.
    Opened,
    /// It was opened as the body of a function.
    Body,
    File,
    /// It was open before, and a statement begins where it begins to be known, or anything may.
    AtStatement,
    Anywhere,
    /// Braces in it declare names of members, so that the head of their class stood before it.
    BehindHead,
}

impl Frame {
    pub fn new(kind: FrameKind, phase: Phase) -> Self {
        let (names, given, later, needs) = Default::default();
        Self {
            kind,
            phase,
            head: Head::None,
            names,
            given,
            held: None,
            later,
            needs,
            labels: Labels::default(),
            origin: Origin::Opened,
            is_around: false,
            is_strict: false,
        }
    }

    /// Returns whether what follows a phase may be a member of an object, of which it is the braces.
    pub fn may_begin_member(&self, phase: Phase) -> bool {
        self.kind == FrameKind::Function
            && !matches!(self.origin, Origin::File | Origin::Body)
            && (phase == Phase::Start || self.head == Head::Listed)
    }

    /// Returns whether names stand in it among keys and values.
    pub fn is_pattern(&self) -> bool {
        use FrameKind::{Attributes, Exports, Imports, List, Object, Parameters};
        matches!(self.kind, Object(_) | List(_) | Parameters(_) | Imports | Attributes | Exports(_))
    }

    /// Returns whether it is brackets in which no statement stands.
    pub fn is_bracket(&self) -> bool {
        use FrameKind::{Control, Group, Hole, Properties};
        self.is_argument() || matches!(self.kind, Group | Control | Hole | Properties(_))
    }

    /// Returns whether it is in an expression, where a name declares nothing.
    pub fn is_plain(&self) -> bool {
        matches!(self.phase, Phase::Plain | Phase::Value(_) | Phase::Case(_))
            && matches!(self.head, Head::None | Head::Operand)
            && self.held.is_none()
            && !self.is_pattern()
    }

    /// Returns whether a name is held that is declared unless what follows tells otherwise.
    pub fn is_held(&self) -> bool {
        self.held.is_some() && !matches!(self.phase, Phase::Begun | Phase::PropertyHeld)
    }

    fn print(&self) -> u64 {
        let mut hasher = FxHasher::default();
        // Zeros at the beginning would not count.
        (1, self.kind, self.phase, self.head, self.origin, self.is_around, self.is_strict).hash(&mut hasher);
        let held = self.held.as_ref().map_or(0, |held| rank(held));
        let names = [self.names.print(), self.given.print(), self.later.print(), self.needs.print()];
        joined([hasher.finish(), joined(names), held ^ self.labels.print()])
    }

    /// Returns whether a declaration clashes with one of this frame.
    pub fn clashes(&self, name: &[u8], kind: Kind) -> bool {
        let known = [self.names.get(name), self.known_later(name)];
        known.into_iter().flatten().any(|&known| self.is_clash(known, kind))
    }

    /// Returns how the right context declares a name in it. Members count only where it stays open, since classes often have
    /// the same ones.
    pub fn known_later(&self, name: &[u8]) -> Option<&Kind> {
        self.later.get(name).filter(|kind| self.is_around || !kind.is_member())
    }

    /// Returns whether a name cannot be declared in two ways in this frame.
    fn is_clash(&self, known: Kind, kind: Kind) -> bool {
        if self.is_argument() {
            return false;
        }
        if known.is_member() || kind.is_member() {
            return known.is_member() && kind.is_member() && !known.is_pair(kind);
        }
        if self.kind != FrameKind::Function && is_clash_in_block(known, kind) {
            return true;
        }
        match (known, kind) {
            (Kind::Overload, Kind::Overload) => false,
            (Kind::Looped, _) => kind == Kind::Hoisted,
            (Kind::Block, _) => kind != Kind::Parameter,
            (Kind::Export | Kind::Overload, _) | (_, Kind::Block) => true,
            (Kind::Parameter, Kind::Parameter) => self.kind == FrameKind::Parameters(false),
            _ => false,
        }
    }

    /// Returns whether names that were declared clash with those that are.
    pub fn is_clashing(&self, names: &Names) -> bool {
        let mut clashes = false;
        names.each(&mut |name, &kind| {
            clashes |= self.kind == FrameKind::Class && kind == Kind::Twice;
            clashes |= self.kind == FrameKind::Block && kind == Kind::OfBody;
            clashes |= self.names.get(name).is_some_and(|&known| self.is_clash(known, kind));
        });
        clashes
    }

    /// Declares a name. The braces of a class have nothing but members, and what is not known to be a class may be none.
    pub fn declare(&mut self, name: &[u8], kind: Kind) -> Result<(), Violation> {
        let is_class = self.kind == FrameKind::Class;
        if is_class && !kind.is_member() {
            return Ok(());
        }
        if self.clashes(name, kind) {
            if is_class || !kind.is_member() {
                return Err(Violation::Redeclared);
            }
            self.names = self.names.with(name, Kind::Twice);
            return Ok(());
        }
        match self.names.get(name) {
            Some(known) if known.is_member() => self.names = self.names.with(name, Kind::Accessors),
            Some(Kind::Parameter) if kind == Kind::Parameter => {
                self.names = self.names.with(REPEATED, Kind::Parameters);
            }
            Some(&known) if is_clash_in_block(known, kind) => {
                self.names = self.names.with(name, Kind::OfBody);
            }
            Some(_) if kind != Kind::Block => {}
            _ => self.names = self.names.with(name, kind),
        }
        Ok(())
    }
}

/// Returns whether a block cannot declare a name in two ways, though a function's body can.
fn is_clash_in_block(known: Kind, kind: Kind) -> bool {
    matches!(
        (known, kind),
        (Kind::Hoisted | Kind::Parameter | Kind::Routine, Kind::Function | Kind::Routine)
            | (Kind::Function, Kind::Hoisted | Kind::Routine)
            | (Kind::Routine, Kind::Hoisted)
    )
}

/// What is open at a position.
#[derive(Debug)]
pub struct Scope {
    pub frame: Frame,
    pub below: Option<Arc<Scope>>,
    /// A hash of everything.
    pub print: u64,
}

/// Drops a chain without a recursion; `take_next` takes the next link out of one.
pub fn drop_one_by_one<T>(mut next: Option<Arc<T>>, take_next: impl Fn(&mut T) -> Option<Arc<T>>) {
    while let Some(mut link) = next.and_then(Arc::into_inner) {
        next = take_next(&mut link);
    }
}

impl Drop for Scope {
    /// Drops what is around one by one, since it may be deep.
    fn drop(&mut self) {
        drop_one_by_one(self.below.take(), |scope| scope.below.take());
    }
}

impl Scope {
    /// Returns a scope within another one.
    pub fn new(frame: Frame, below: Option<Arc<Self>>) -> Arc<Self> {
        let print = joined([frame.print(), below.as_ref().map_or(0, |below| below.print)]);
        Arc::new(Self { frame, below, print })
    }

    /// Returns the scope of a file at a statement's beginning.
    pub fn file() -> Arc<Self> {
        Self::of(Origin::File)
    }

    fn of(origin: Origin) -> Arc<Self> {
        let is_anywhere = origin == Origin::Anywhere;
        let (phase, head) =
            if is_anywhere { (Phase::Plain, Head::Operand) } else { (Phase::Start, Head::None) };
        Self::new(Frame { head, origin, ..Frame::new(FrameKind::Function, phase) }, None)
    }

    /// Returns the scope at a statement's beginning of which nothing before it is known.
    pub fn part() -> Arc<Self> {
        Self::of(Origin::AtStatement)
    }

    /// Returns the scope at the beginning of a text of which nothing before it is known.
    pub fn unknown() -> Arc<Self> {
        Self::of(Origin::Anywhere)
    }

    /// Returns whether a statement begins.
    pub fn begins_statement(&self) -> bool {
        self.frame.phase == Phase::Start && self.frame.head == Head::None
    }

    /// Returns whether a statement may begin, behind a function's type too, or a member behind a value.
    pub fn may_begin_statement(&self) -> bool {
        let is_behind_value =
            self.frame.kind == FrameKind::Class && matches!(self.frame.phase, Phase::Broken(_));
        let begins = self.frame.phase == Phase::Start || is_behind_value;
        begins
            && matches!(self.frame.head, Head::None | Head::Typed)
            && !self.frames().any(|frame| frame.head.is_heritage())
    }

    /// Returns whether the text of a name that follows matters.
    pub fn reads_name(&self) -> bool {
        // As in `import { type a }`.
        let is_imported = matches!(self.frame.kind, FrameKind::Imports | FrameKind::Exports(_));
        self.wants_name()
            || matches!(self.frame.phase, Phase::Argument | Phase::Property | Phase::Jumping(_))
            || (is_imported && self.frame.phase == Phase::KeyHeld)
    }

    /// Returns whether a name that follows may be declared.
    pub fn wants_name(&self) -> bool {
        let is_head = matches!(self.frame.head, Head::Class | Head::Function | Head::Routine | Head::Sole);
        is_head
            || matches!(
                self.frame.phase,
                Phase::Names(_)
                    | Phase::Imported
                    | Phase::Exporting(_)
                    | Phase::ExportAs
                    | Phase::Key
                    | Phase::Target
            )
    }

    /// Returns whether a name may be declared by a lexeme that follows other ones.
    pub fn is_in_list(&self) -> bool {
        use Phase::{ExportAs, Exporting, Imported, Key, Target};
        self.frames().any(|frame| {
            let is_pattern = frame.is_pattern();
            let is_list = matches!(frame.phase, Imported | Exporting(_) | ExportAs | Key | Target);
            is_pattern || is_list || frame.phase.is_list() || frame.is_held()
        })
    }

    /// Returns whether the name that is held cannot be declared.
    pub fn holds_clash(&self) -> bool {
        let held = self.frame.held.as_ref().filter(|_| self.frame.is_held());
        held.is_some_and(|held| self.declared(&self.frame, held).is_err())
    }

    /// Calls a function with each name that may clash with one that is declared here.
    pub fn each_near_name<'a>(&'a self, call: &mut impl FnMut(&'a [u8])) {
        let mut call = |name: &'a [u8]| {
            if !is_sign(name) {
                call(without_mark(name));
            }
        };
        for frame in self.frames() {
            for names in [&frame.names, &frame.given, &frame.later] {
                names.each(&mut |name, _| call(name));
            }
            if matches!(frame.kind, FrameKind::Function | FrameKind::Class | FrameKind::Parameters(_)) {
                break;
            }
        }
    }

    /// Returns the frames, the innermost first.
    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        std::iter::successors(Some(self), |scope| scope.below.as_deref()).map(|scope| &scope.frame)
    }

    /// Returns the scope with another innermost frame.
    pub fn with(&self, frame: Frame) -> Arc<Self> {
        Self::new(frame, self.below.clone())
    }

    /// Returns the scope within brackets that open, after which the frame goes on as `frame`.
    pub fn opened(self: &Arc<Self>, frame: Frame, mut inner: Frame) -> Arc<Self> {
        inner.is_strict |= self.is_strict();
        let here = &self.frame;
        let is_same = (frame.phase, frame.head) == (here.phase, here.head)
            && (here.given.is_empty(), here.held.is_none()) == (true, true)
            && here.labels.print() == frame.labels.print();
        Self::new(inner, Some(if is_same { Arc::clone(self) } else { self.with(frame) }))
    }

    /// Returns the scope after brackets that close; after the outermost ones that are known, `next` follows.
    pub fn closed(&self, next: Phase) -> Arc<Self> {
        let unknown = || if next == Phase::Start { Self::part() } else { Self::unknown() };
        self.below.clone().unwrap_or_else(unknown)
    }

    /// Returns the scope whose innermost frame is `frame` with a name declared in the way of its phase or kind.
    pub fn declared(&self, frame: &Frame, name: &[u8]) -> Result<Arc<Self>, Violation> {
        let kind = match (frame.kind, frame.phase, frame.head) {
            (FrameKind::Object(kind) | FrameKind::List(kind), ..) => kind,
            (FrameKind::Parameters(_), ..) => Kind::Parameter,
            (FrameKind::Exports(_), ..) | (_, Phase::ExportAs, _) => Kind::Export,
            (_, Phase::Exporting(_), Head::Function | Head::Routine | Head::Sole) => Kind::ExportedFunction,
            (_, Phase::Exporting(_), _) => Kind::ExportedBlock,
            (_, _, Head::Function) => Kind::Function,
            (_, _, Head::Sole) if frame.is_of_module() => Kind::Block,
            (_, _, Head::Routine | Head::Sole) => Kind::Routine,
            (_, Phase::Names(kind), _) => kind,
            _ => Kind::Block,
        };
        declare(frame.clone(), self.below.as_ref(), name, kind)
    }
}

/// Returns a frame above another scope with a name declared in the first one that has names of its own.
pub fn declare(
    mut frame: Frame,
    below: Option<&Arc<Scope>>,
    name: &[u8],
    kind: Kind,
) -> Result<Arc<Scope>, Violation> {
    use FrameKind::{Exports, Imports, List, Object};
    let (kind, mut export) = kind.parts();
    let mut below = below.cloned();
    let mut above = Vec::new();
    loop {
        let passes = matches!(frame.kind, Object(_) | List(_) | Imports | Exports(_));
        if !passes {
            if let Some(export) = export.take() {
                frame.declare(&marked(name), export)?;
            }
            if let Some(kind) = kind {
                frame.declare(name, kind)?;
            }
        }
        if kind == Some(Kind::Hoisted) && frame.given.get(name) == Some(&Kind::Looped) {
            return Err(Violation::Redeclared);
        }
        let ends = !matches!(frame.kind, FrameKind::Block | FrameKind::Control);
        if !passes && (ends || kind != Some(Kind::Hoisted)) {
            break;
        }
        let Some(next) = below.take() else { break };
        above.push(std::mem::replace(&mut frame, next.frame.clone()));
        below.clone_from(&next.below);
    }
    let found = Scope::new(frame, below);
    Ok(above.into_iter().rev().fold(found, |below, frame| Scope::new(frame, Some(below))))
}
