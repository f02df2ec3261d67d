//! Stacks of the names that are open.

use crate::base::interner::Interner;
use crate::base::sets::TermSet;
use crate::layout::place::{ConditionStack, NO_SCOPE};
use crate::layout::tags::{NameKind, Role, TagTerms};
use crate::layout::violation::Violation;

/// The bit that the numbers of stacks of names have; such numbers are equal if the stacks are.
const TAGS: u32 = 1 << 29;

/// Returns whether a stack is one of names, and not empty.
pub fn is_of_tags(stack: ConditionStack) -> bool {
    stack.0 & TAGS != 0
}

fn own(stack: ConditionStack) -> u32 {
    stack.0 & !TAGS
}

/// Something that is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Frame {
    below: ConditionStack,
    name: u32,
    /// Whether its end has begun.
    is_closing: bool,
    /// Whether its end may be left out.
    is_optional: bool,
}

/// The bottom of every stack, whose name is none.
const FILE: Frame = Frame { below: NO_SCOPE, name: u32::MAX, is_closing: false, is_optional: false };

/// Stacks of the names that are open.
pub struct Tags {
    frames: Interner<Frame>,
    names: Interner<Box<[u8]>>,
}

impl Default for Tags {
    fn default() -> Self {
        Self { frames: Interner::of(&[FILE]), names: Interner::of(&[Box::default()]) }
    }
}

impl Tags {
    /// Returns the stack after one more lexeme; `word` is its text if it is a name.
    pub fn after(
        &mut self,
        stack: ConditionStack,
        role: Role,
        word: &[u8],
    ) -> Result<ConditionStack, Violation> {
        let top = *self.frames.get(own(stack));
        let (kind, word) = match role {
            Role::Name(kind) => (kind, kind.compared(word)),
            _ => (NameKind::default(), Box::default()),
        };
        Ok(match role {
            Role::Close if stack != NO_SCOPE => self.number(Frame { is_closing: true, ..top }),
            Role::Name(_) | Role::Nameless if top.is_closing => {
                let closed = self.innermost(stack, &word).ok_or(Violation::OtherTag)?;
                self.frames.get(own(closed)).below
            }
            Role::Name(_) | Role::Nameless => {
                let ended = if kind.is_optional { self.innermost_optional(stack, &word) } else { None };
                let below = ended.map_or(stack, |ended| self.frames.get(own(ended)).below);
                let name = self.names.number(word);
                self.number(Frame { below, name, is_closing: false, is_optional: kind.is_optional })
            }
            Role::Alone => top.below,
            Role::Close | Role::Other => stack,
        })
    }

    fn number(&mut self, frame: Frame) -> ConditionStack {
        ConditionStack(self.frames.number(frame) | TAGS)
    }

    /// Returns the stack whose top is the innermost one with a name. Above it is only what may be left open.
    fn innermost(&self, mut stack: ConditionStack, name: &[u8]) -> Option<ConditionStack> {
        while stack != NO_SCOPE {
            let frame = self.frames.get(own(stack));
            if **self.names.get(frame.name) == *name {
                return Some(stack);
            }
            stack = if frame.is_optional { frame.below } else { return None };
        }
        None
    }

    /// Returns the stack whose top may be left open and is ended by another one of its name.
    fn innermost_optional(&self, stack: ConditionStack, name: &[u8]) -> Option<ConditionStack> {
        self.innermost(stack, name).filter(|&found| self.frames.get(own(found)).is_optional)
    }

    /// Returns what is open, innermost first.
    pub fn open(&self, stack: ConditionStack) -> OpenTags<'_> {
        OpenTags { tags: self, stack }
    }

    /// Returns the stack that equals a stack of another text.
    pub fn copy(&mut self, from: &Self, stack: ConditionStack) -> ConditionStack {
        let (mut frames, mut next) = (Vec::new(), stack);
        while next != NO_SCOPE {
            let frame = *from.frames.get(own(next));
            frames.push(frame);
            next = frame.below;
        }
        frames.into_iter().rev().fold(NO_SCOPE, |below, frame| {
            let name = self.names.number(from.names.get(frame.name).clone());
            self.number(Frame { below, name, ..frame })
        })
    }

    /// Returns the memory taken, in bytes.
    pub fn size(&self) -> usize {
        self.frames.size() + self.names.size()
    }
}

/// A stack of names.
#[derive(Clone, Copy)]
pub struct OpenTags<'a> {
    pub tags: &'a Tags,
    pub stack: ConditionStack,
}

impl<'a> OpenTags<'a> {
    fn frame(&self) -> &'a Frame {
        self.tags.frames.get(own(self.stack))
    }

    /// Returns the innermost name and what is around it; none if nothing is open.
    pub fn top(&self) -> Option<(&'a [u8], Self)> {
        let frame = self.frame();
        let below = Self { stack: frame.below, ..*self };
        (self.stack != NO_SCOPE).then(|| (&**self.tags.names.get(frame.name), below))
    }

    /// Returns the names of which one must follow if the end of something open has begun: those of what may be left open, and
    /// the first one that may not.
    pub fn wanted(&self) -> Option<Vec<&'a [u8]>> {
        if !self.frame().is_closing {
            return None;
        }
        let (mut wanted, mut next) = (Vec::new(), Some(*self));
        while let Some(open) = next
            && let Some((name, around)) = open.top()
        {
            wanted.push(name);
            next = open.may_be_left().then_some(around);
        }
        Some(wanted)
    }

    /// Returns whether the end of the innermost one may be left out.
    pub fn may_be_left(&self) -> bool {
        self.frame().is_optional
    }

    /// Returns what is around the innermost one with a name, if everything in it may be left open.
    pub fn around(&self, name: &[u8]) -> Option<Self> {
        let stack = self.tags.innermost(self.stack, name)?;
        Self { stack, ..*self }.top().map(|(_, around)| around)
    }

    /// Returns whether everything may be left open.
    pub fn may_all_be_left(&self) -> bool {
        let mut open = *self;
        while let Some((_, around)) = open.top() {
            if !open.may_be_left() {
                return false;
            }
            open = around;
        }
        true
    }

    /// Returns the terminals that would violate the condition.
    pub fn refused(&self, terms: &TagTerms) -> TermSet {
        let Some(wanted) = self.wanted() else { return TermSet::default() };
        let nameless = wanted.iter().filter(|name| name.is_empty()).count();
        let own = if nameless == wanted.len() { terms.names } else { TermSet::default() };
        if nameless == 0 { own.or(&terms.nameless) } else { own }
    }
}

#[cfg(test)]
mod tests {
    use super::{ConditionStack, NO_SCOPE, NameKind, OpenTags, Role, Tags};

    fn role(word: &str) -> Role {
        match word {
            "</" => Role::Close,
            "/" => Role::Alone,
            ">" => Role::Nameless,
            "=" => Role::Other,
            _ => Role::Name(NameKind { is_optional: word.starts_with('?'), is_caseless: word.contains('c') }),
        }
    }

    #[test]
    fn a_closing_name_is_that_of_the_innermost_opening_one() {
        for (text, is_fault) in [
            ("a </ a", false),
            ("a </ b", true),
            ("a b </ b </ a", false),
            ("a b </ a", true),
            ("a b / </ a", false),
            ("a = b / = </ a", false),
            ("> </ >", false),
            ("> </ a", true),
            ("a </ >", true),
            ("a > </ > </ a", false),
            ("a ?p </ ?p </ a", false),
            ("a ?p ?q </ a", false),
            ("a ?p ?q </ ?p </ a", false),
            ("a ?p b </ a", true),
            ("a ?p b </ ?p", true),
            ("a ?p ?q ?p </ ?p </ ?q", true),
            ("a ?p > </ a", true),
            ("?p > </ > </ ?p", false),
            ("c </ C", true),
            ("bc </ Bc", false),
            ("?c </ ?c", false),
            ("b </ B", true),
        ] {
            let mut tags = Tags::default();
            let mut read = |stack, word: &str| tags.after(stack, role(word), word.as_bytes());
            let end = text.split(' ').try_fold(NO_SCOPE, &mut read);
            assert_eq!(end.is_err(), is_fault, "{text}");
            assert!(end.is_err() || end == Ok(NO_SCOPE), "{text}");
        }
    }

    #[test]
    fn copies_have_the_same_names() {
        let name = |tags: &Tags, stack: ConditionStack| {
            OpenTags { tags, stack }.top().map(|(name, around)| (name.to_vec(), around.top().is_some()))
        };
        for text in ["a", "a b", "a b / c", "a b </", "> >"] {
            let (mut tags, mut copies) = (Tags::default(), Tags::default());
            let mut read = |stack, word: &str| tags.after(stack, role(word), word.as_bytes());
            let stack = text.split(' ').try_fold(NO_SCOPE, &mut read).expect("no name is wrong");
            let copy = copies.copy(&tags, stack);
            assert_eq!(name(&copies, copy), name(&tags, stack), "{text}");
        }
    }
}
