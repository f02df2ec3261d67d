//! What is open in a text, and the names that each of these has declared.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxHashSet, FxHasher};

use crate::base::treap::{Treap, Value, joined, rank};
use crate::layout::violation::Violation;

/// How a name is declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A name of the block, which nothing else declares there.
    Block,
    /// A name of the function around.
    Hoisted,
    Function,
    Parameter,
}

impl Value for Kind {
    fn print(&self) -> u64 {
        *self as u64
    }
}

/// The names that something declares.
pub type Names = Treap<Kind>;

/// What is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FrameKind {
    /// The file, a function's body, or what may be one, such as the braces of a class.
    Function,
    Block,
    /// The parentheses of a statement.
    Control,
    /// Other brackets.
    Group,
    /// A hole in a text.
    Hole,
    /// The parameters of a function, and what is caught.
    Parameters,
    /// Patterns, whose names are declared in this way.
    Object(Kind),
    List(Kind),
    /// The braces of an import.
    Imports,
}

/// What part of a statement or of a pattern follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// A statement.
    Start,
    Plain,
    /// A name or a pattern of a list, what stands behind one, its value, and what stands after a line end behind that.
    Names(Kind),
    Named(Kind),
    Value(Kind),
    Broken(Kind),
    /// The name of a module or of what is imported from it; what stands behind that.
    Imported,
    ImportHeld,
    ImportAll,
    /// In a pattern: a key; what stands behind a key that may be a name; a name or a pattern; what stands behind it; its
    /// value.
    Key,
    KeyHeld,
    Target,
    Targeted,
    Given,
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
    /// Behind a function's name, a statement's word, and what catches.
    Parameters,
    Control,
    Caught,
    /// Behind their parentheses, and behind other words before a block.
    Body,
    Block,
    CaughtBlock,
    /// Behind the parameters of a function comes its type.
    Typed,
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
    /// A name that is declared unless what follows tells otherwise.
    pub held: Option<Arc<[u8]>>,
    /// The names that the right context declares in it, if that is where it belongs; they are known of all that was open at
    /// the cursor.
    pub later: Names,
}

impl Frame {
    pub fn new(kind: FrameKind, phase: Phase) -> Self {
        let (names, given, later) = Default::default();
        Self { kind, phase, head: Head::None, names, given, held: None, later }
    }

    fn print(&self) -> u64 {
        let mut hasher = FxHasher::default();
        (self.kind, self.phase, self.head).hash(&mut hasher);
        let held = self.held.as_ref().map_or(0, |held| rank(held));
        joined([hasher.finish(), self.names.print(), self.given.print(), self.later.print(), held])
    }

    /// Returns whether a declaration clashes with one of this frame.
    fn clashes(&self, name: &[u8], kind: Kind) -> bool {
        let known = [self.names.get(name), self.later.get(name)];
        known.into_iter().flatten().any(|&known| self.is_clash(known, kind))
    }

    /// Returns whether a name cannot be declared in two ways in this frame.
    fn is_clash(&self, known: Kind, kind: Kind) -> bool {
        let is_inner = self.kind != FrameKind::Function;
        match (known, kind) {
            (Kind::Block, _) => kind != Kind::Parameter,
            (_, Kind::Block) => true,
            (Kind::Hoisted, Kind::Function) | (Kind::Function, Kind::Hoisted) => is_inner,
            _ => false,
        }
    }

    /// Returns whether names that were declared clash with those that are.
    fn is_clashing(&self, names: &Names) -> bool {
        let mut clashes = false;
        names.each(&mut |name, &kind| {
            clashes |= self.names.get(name).is_some_and(|&known| self.is_clash(known, kind));
        });
        clashes
    }

    fn declare(&mut self, name: &[u8], kind: Kind) -> Result<(), Violation> {
        if self.clashes(name, kind) {
            return Err(Violation::Redeclared);
        }
        if kind == Kind::Block || self.names.get(name).is_none() {
            self.names = self.names.with(name, kind);
        }
        Ok(())
    }
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
fn drop_one_by_one<T>(mut next: Option<Arc<T>>, take_next: impl Fn(&mut T) -> Option<Arc<T>>) {
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
        Self::new(Frame::new(FrameKind::Function, Phase::Start), None)
    }

    /// Returns the scope at the beginning of a text of which nothing before it is known.
    pub fn unknown() -> Arc<Self> {
        Self::new(Frame::new(FrameKind::Function, Phase::Plain), None)
    }

    /// Returns whether a statement begins.
    pub fn begins_statement(&self) -> bool {
        self.frame.phase == Phase::Start && self.frame.head == Head::None
    }

    /// Returns whether a statement may begin, behind a function's type too.
    pub fn may_begin_statement(&self) -> bool {
        self.frame.phase == Phase::Start && matches!(self.frame.head, Head::None | Head::Typed)
    }

    /// Returns whether a name that follows may be declared.
    pub fn wants_name(&self) -> bool {
        let is_head = matches!(self.frame.head, Head::Class | Head::Function);
        is_head || matches!(self.frame.phase, Phase::Names(_) | Phase::Imported | Phase::Key | Phase::Target)
    }

    /// Returns whether a name may be declared by a lexeme that follows other ones.
    pub fn is_in_list(&self) -> bool {
        use FrameKind::{Imports, List, Object, Parameters};
        use Phase::{Broken, Imported, Key, Named, Names, Target, Value};
        self.frames().any(|frame| {
            let is_pattern = matches!(frame.kind, Object(_) | List(_) | Parameters | Imports);
            let is_list =
                matches!(frame.phase, Names(_) | Named(_) | Value(_) | Broken(_) | Imported | Key | Target);
            is_pattern || is_list || frame.held.is_some()
        })
    }

    /// Returns whether the name that is held cannot be declared.
    pub fn holds_clash(&self) -> bool {
        self.frame.held.as_ref().is_some_and(|held| self.declared(&self.frame, held).is_err())
    }

    /// Calls a function with each name that may clash with one that is declared here.
    pub fn each_near_name<'a>(&'a self, call: &mut impl FnMut(&'a [u8])) {
        for frame in self.frames() {
            frame.names.each(&mut |name, _| call(name));
            frame.later.each(&mut |name, _| call(name));
            if frame.kind == FrameKind::Function || frame.kind == FrameKind::Parameters {
                break;
            }
        }
    }

    /// Returns the frames, the innermost first.
    fn frames(&self) -> impl Iterator<Item = &Frame> {
        std::iter::successors(Some(self), |scope| scope.below.as_deref()).map(|scope| &scope.frame)
    }

    /// Returns the scope with another innermost frame.
    pub fn with(&self, frame: Frame) -> Arc<Self> {
        Self::new(frame, self.below.clone())
    }

    /// Returns the scope within brackets that open, after which the frame goes on as `frame`.
    pub fn opened(self: &Arc<Self>, frame: Frame, inner: Frame) -> Arc<Self> {
        let here = &self.frame;
        let is_same = (frame.phase, frame.head) == (here.phase, here.head)
            && (here.given.is_empty(), here.held.is_none()) == (true, true);
        Self::new(inner, Some(if is_same { Arc::clone(self) } else { self.with(frame) }))
    }

    /// Returns the scope after brackets that close; after the outermost ones that are known, `next` follows.
    pub fn closed(&self, next: Phase) -> Arc<Self> {
        let unknown = || Self::new(Frame::new(FrameKind::Function, next), None);
        self.below.clone().unwrap_or_else(unknown)
    }

    /// Returns the scope whose innermost frame is `frame` with a name declared in the way of its phase or kind.
    pub fn declared(&self, frame: &Frame, name: &[u8]) -> Result<Arc<Self>, Violation> {
        let kind = match (frame.kind, frame.phase, frame.head) {
            (FrameKind::Object(kind) | FrameKind::List(kind), ..) => kind,
            (FrameKind::Parameters, ..) => Kind::Parameter,
            (_, _, Head::Function) => Kind::Function,
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
    use FrameKind::{Function, Group, Hole, Imports, List, Object, Parameters};
    let mut below = below.cloned();
    let mut above = Vec::new();
    loop {
        let passes = matches!(frame.kind, Object(_) | List(_) | Imports);
        if !passes {
            frame.declare(name, kind)?;
        }
        let ends = matches!(frame.kind, Function | Parameters | Group | Hole);
        if !passes && (ends || kind != Kind::Hoisted) {
            break;
        }
        let Some(next) = below.take() else { break };
        above.push(std::mem::replace(&mut frame, next.frame.clone()));
        below.clone_from(&next.below);
    }
    let found = Scope::new(frame, below);
    Ok(above.into_iter().rev().fold(found, |below, frame| Scope::new(frame, Some(below))))
}

/// Names that a text declares in what is open before it, from the innermost one on.
#[derive(Debug, Default)]
pub struct Levels {
    pub names: Names,
    pub above: Option<Arc<Levels>>,
    /// Whether it is a hole of a text, as its closing bracket was read; none if both may be.
    pub is_hole: Option<bool>,
    /// Whether it declares one of them twice.
    pub is_bad: bool,
    /// Whether nothing is known, since the text could not be read.
    pub is_lost: bool,
}

impl Drop for Levels {
    /// Drops what is around one by one, since it may be deep.
    fn drop(&mut self) {
        drop_one_by_one(self.above.take(), |level| level.above.take());
    }
}

impl Levels {
    /// Returns the levels of a text of which nothing is known.
    pub fn lost() -> Arc<Self> {
        Arc::new(Self { names: Names::default(), above: None, is_hole: None, is_bad: false, is_lost: true })
    }

    /// Returns the levels, the innermost first.
    fn all(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |level| level.above.as_deref())
    }

    /// Returns the levels of a text of which the end has these.
    pub fn after(first: &Names, rest: &Arc<Self>) -> Arc<Self> {
        let mut frame = Frame::new(FrameKind::Function, Phase::Plain);
        frame.names = rest.names.clone();
        let mut is_bad = rest.is_bad;
        first.each(&mut |name, &kind| is_bad |= frame.declare(name, kind).is_err());
        let (above, is_hole) = (rest.above.clone(), rest.is_hole);
        Arc::new(Self { names: frame.names, above, is_hole, is_bad, is_lost: false })
    }
}

/// Pairs of names that were compared and do not clash, by their prints, each in what is one function or not.
pub type Compared = FxHashSet<(u64, u64, bool)>;

/// Returns a scope whose frames also know the names that the text after it declares in them. Fails if a name is declared
/// twice.
pub fn sealed(scope: &Scope, levels: &Levels, compared: &mut Compared) -> Result<Arc<Scope>, Violation> {
    let frames: Vec<&Frame> = scope.frames().collect();
    // Both end with the file.
    let count = if misreads(scope, levels) { 0 } else { levels.all().count() };
    let own = (count..frames.len())
        .map(|_| None)
        .chain(levels.all().skip(count.saturating_sub(frames.len())).take(count).map(Some));
    let later = compare(frames.iter().copied().zip(own), compared)?;
    let sealed = frames
        .into_iter()
        .zip(later)
        .rev()
        .fold(None, |below, (frame, later)| Some(Scope::new(Frame { later, ..frame.clone() }, below)));
    Ok(sealed.unwrap_or_else(Scope::file))
}

/// Returns whether the names of a scope clash with those that the text after it declares.
pub fn clash(scope: &Scope, levels: &Levels, compared: &mut Compared) -> bool {
    !misreads(scope, levels)
        && (levels.is_bad || compare(scope.frames().zip(levels.all().map(Some)), compared).is_err())
}

/// Returns whether the text after a scope was read as if its holes were none, or others were holes, from the innermost one
/// or from the file on.
fn misreads(scope: &Scope, levels: &Levels) -> bool {
    let differs = |(frame, level): (&Frame, &Levels)| {
        level.is_hole.is_some_and(|is_hole| is_hole != (frame.kind == FrameKind::Hole))
    };
    let (count, open) = (levels.all().count(), scope.frames().count());
    let by_file = scope.frames().skip(open.saturating_sub(count));
    let by_file = by_file.zip(levels.all().skip(count.saturating_sub(open)));
    scope.frames().zip(levels.all()).chain(by_file).any(differs)
}

/// Returns the names that a text declares in each of some frames, the innermost first, given those of its levels. Fails
/// if one of them clashes with a name of the frame.
fn compare<'a>(
    frames: impl Iterator<Item = (&'a Frame, Option<&'a Levels>)>,
    compared: &mut Compared,
) -> Result<Vec<Names>, Violation> {
    let mut hoisted: Vec<Box<[u8]>> = Vec::new();
    let mut found = Vec::new();
    for (frame, level) in frames {
        // No statement stands directly in other brackets.
        let has_statements = matches!(frame.kind, FrameKind::Function | FrameKind::Block);
        let own = level.filter(|_| has_statements).map(|level| level.names.clone());
        let mut names = own.unwrap_or_default();
        for name in &hoisted {
            names = if names.get(name).is_none() { names.with(name, Kind::Hoisted) } else { names };
        }
        let is_function = frame.kind == FrameKind::Function;
        if is_function {
            hoisted.clear();
        } else {
            names.each(&mut |name, &kind| {
                if kind == Kind::Hoisted && !hoisted.iter().any(|known| **known == *name) {
                    hoisted.push(name.into());
                }
            });
        }
        let key = (frame.names.print(), names.print(), is_function);
        if !compared.contains(&key) {
            if frame.is_clashing(&names) {
                return Err(Violation::Redeclared);
            }
            compared.insert(key);
        }
        found.push(names);
    }
    Ok(found)
}
