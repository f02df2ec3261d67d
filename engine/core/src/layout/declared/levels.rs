//! What the text after a cursor declares in what is open there, and how it goes together with what was declared before.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::layout::declared::frames::{Frame, FrameKind, Names, Origin, Phase, Scope, drop_one_by_one};
use crate::layout::declared::kinds::{Kind, MODULE};
use crate::layout::declared::labels::Jumps;
use crate::layout::violation::Violation;

/// Names that a text declares in what is open before it, from the innermost one on.
#[derive(Debug, Default)]
pub struct Levels {
    pub names: Names,
    /// Names of members that it uses and does not declare, and of what it exports.
    pub needs: Names,
    /// Labels to which it goes and that it lacks.
    pub jumps: Option<Arc<Jumps>>,
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
        let mut lost = Self::default();
        lost.is_lost = true;
        Arc::new(lost)
    }

    /// Returns the same levels of a text that declares a name twice.
    pub fn with_error(&self) -> Arc<Self> {
        let (names, needs, above) = (self.names.clone(), self.needs.clone(), self.above.clone());
        let jumps = self.jumps.clone();
        Arc::new(Self {
            names,
            needs,
            jumps,
            above,
            is_hole: self.is_hole,
            is_bad: true,
            is_lost: self.is_lost,
        })
    }

    /// Returns whether the file of the text imports or exports something in it.
    pub fn are_of_module(&self) -> bool {
        self.all().last().is_some_and(|level| level.names.get(MODULE).is_some())
    }

    /// Returns whether nothing that is open before the text is closed in it.
    pub fn close_nothing(&self) -> bool {
        self.above.is_none()
    }

    /// Returns the levels, the innermost first.
    fn all(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |level| level.above.as_deref())
    }

    /// Returns the names of members that the text uses in some level and does not declare there.
    pub fn all_needs(&self) -> Vec<&[u8]> {
        let mut found = Vec::new();
        let mut add = |name, kind: &Kind| {
            if *kind != Kind::Export {
                found.push(name);
            }
        };
        self.all().for_each(|level| level.needs.each(&mut add));
        found
    }

    fn has_needs_of_members(&self) -> bool {
        let mut found = false;
        self.needs.each(&mut |_, kind| found |= *kind != Kind::Export);
        found
    }

    /// Returns the levels of a text of which the end has these, given the names that its beginning declares, those of members
    /// that it uses, and the labels to which all of it goes.
    pub fn after((first, needs): (&Names, &Names), jumps: Option<Arc<Jumps>>, rest: &Arc<Self>) -> Arc<Self> {
        let mut frame = Frame::new(FrameKind::Function, Phase::Plain);
        frame.names = rest.names.clone();
        let mut is_bad = rest.is_bad;
        first.each(&mut |name, &kind| {
            is_bad |= frame.declare(name, kind).is_err();
        });
        let (above, is_hole, mut all) = (rest.above.clone(), rest.is_hole, rest.needs.clone());
        needs.each(&mut |name, &kind| all = all.with(name, kind));
        Arc::new(Self { names: frame.names, needs: all, jumps, above, is_hole, is_bad, is_lost: false })
    }
}

/// Pairs of names that were compared and do not clash, by their prints, each in what is of one kind.
pub type Compared = FxHashSet<(u64, u64, FrameKind)>;

/// Returns a scope whose frames also know the names that the text after it declares in them. Fails if a name is declared
/// twice.
pub fn sealed(scope: &Scope, levels: &Levels, compared: &mut Compared) -> Result<Arc<Scope>, Violation> {
    let later = compare((aligned(scope, levels), true), compared)?;
    let sealed = scope
        .frames()
        .collect::<Vec<_>>()
        .into_iter()
        .zip(later)
        .rev()
        .fold(None, |below, (frame, later)| Some(Scope::new(Frame { later, ..frame.clone() }, below)));
    Ok(sealed.unwrap_or_else(Scope::file))
}

/// Returns whether names of members are used before or after a scope that no class around declares, so that only what stands
/// between can declare them. The scope's frames know what is declared after it; `begun` is what may become a name's
/// declaration.
pub fn lacks_members(scope: &Scope, levels: &Levels, begun: Option<Vec<u8>>) -> bool {
    let mut needs: Vec<&[u8]> = Vec::new();
    let deeper = levels.all().count().saturating_sub(scope.frames().count());
    levels.all().take(deeper).for_each(|level| level.needs.each(&mut |name, _| needs.push(name)));
    for (frame, level) in aligned(scope, levels) {
        frame.needs.each(&mut |name, _| needs.push(name));
        if let Some(level) = level {
            level.needs.each(&mut |name, _| needs.push(name));
        }
        if frame.kind == FrameKind::Class || frame.origin == Origin::File {
            needs.retain(|name| frame.names.get(name).is_none() && frame.later.get(name).is_none());
        }
    }
    let begun = begun.filter(|begun| !begun.is_empty());
    needs.retain(|name| !begun.as_ref().is_some_and(|begun| name.starts_with(begun)));
    !needs.is_empty()
}

/// Returns the frames of a scope, the innermost first, each with the level of the text after it. Both end with the file.
fn aligned<'a>(
    scope: &'a Scope,
    levels: &'a Levels,
) -> impl Iterator<Item = (&'a Frame, Option<&'a Levels>)> {
    let open = scope.frames().count();
    let count = if misreads(scope, levels) { 0 } else { levels.all().count() };
    let own = levels.all().skip(count.saturating_sub(open)).take(count).map(Some);
    scope.frames().zip((count..open).map(|_| None).chain(own))
}

/// Returns the labels to which the text after a scope goes and that no statement around has.
pub fn lacking_labels(scope: &Scope, levels: &Levels) -> Vec<Vec<u8>> {
    let mut lacking = Vec::new();
    if !levels.all().any(|level| level.jumps.is_some()) {
        return lacking;
    }
    let scopes = std::iter::successors(Some(scope), |scope| scope.below.as_deref());
    for (scope, level) in scopes.zip(levels.all()) {
        if let Some(jumps) = &level.jumps {
            lacking.extend(jumps.lacking(scope).map(<[u8]>::to_vec));
        }
    }
    lacking
}

/// Returns whether the names of a scope clash with those that the text after it declares.
pub fn clash(scope: &Scope, levels: &Levels, compared: &mut Compared) -> bool {
    !misreads(scope, levels)
        && (levels.is_bad
            || !lacking_labels(scope, levels).is_empty()
            || compare((scope.frames().zip(levels.all().map(Some)), false), compared).is_err())
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
/// if one of them clashes with a name of the frame, or if no class around declares a name of a member that is used. Members
/// are no matter where the text `goes_on` between them.
fn compare<'a>(
    (frames, goes_on): (impl Iterator<Item = (&'a Frame, Option<&'a Levels>)>, bool),
    compared: &mut Compared,
) -> Result<Vec<Names>, Violation> {
    let mut hoisted: Vec<Box<[u8]>> = Vec::new();
    let mut needs: Vec<(Box<[u8]>, Kind)> = Vec::new();
    let mut found = Vec::new();
    for (frame, level) in frames {
        // No statement stands directly in other brackets.
        let has_statements = matches!(frame.kind, FrameKind::Function | FrameKind::Block | FrameKind::Class);
        let own = level.filter(|_| has_statements).map(|level| level.names.clone());
        let mut names = own.unwrap_or_default();
        for name in &hoisted {
            names = if names.get(name).is_none() { names.with(name, Kind::Hoisted) } else { names };
        }
        let is_function =
            matches!(frame.kind, FrameKind::Function | FrameKind::Class | FrameKind::Properties(_));
        if is_function {
            hoisted.clear();
        } else {
            names.each(&mut |name, &kind| {
                if kind == Kind::Hoisted && !hoisted.iter().any(|known| **known == *name) {
                    hoisted.push(name.into());
                }
            });
        }
        let key = (frame.names.print(), names.print(), frame.kind);
        let may_differ = goes_on && frame.kind == FrameKind::Class;
        if !may_differ && !compared.contains(&key) {
            if frame.is_clashing(&names) {
                return Err(Violation::Redeclared);
            }
            compared.insert(key);
        }
        frame.all_needs().each(&mut |name, &kind| needs.push((name.into(), kind)));
        if let Some(level) = level {
            level.needs.each(&mut |name, &kind| needs.push((name.into(), kind)));
        }
        if frame.kind == FrameKind::Class || frame.origin == Origin::File {
            needs.retain(|(name, _)| frame.names.get(name).is_none() && names.get(name).is_none());
        }
        let is_unmet = match level {
            // What is open may become another class, but nothing is around the file. What is exported may still be declared.
            Some(level) if goes_on => level.has_needs_of_members(),
            _ => !goes_on && !needs.is_empty(),
        };
        if frame.origin == Origin::File && is_unmet {
            return Err(Violation::Undeclared);
        }
        found.push(names);
    }
    Ok(found)
}
