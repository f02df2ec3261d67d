//! Stacks of the names that are open.

use crate::base::interner::Interner;
use crate::base::sets::TermSet;
use crate::layout::place::{ConditionStack, NO_SCOPE};
use crate::layout::tags::Role;
use crate::layout::tags::TagTerms;
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
}

/// The bottom of every stack, whose name is none.
const FILE: Frame = Frame { below: NO_SCOPE, name: u32::MAX, is_closing: false };

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
        let word = if role == Role::Nameless { &[] } else { word };
        Ok(match role {
            Role::Close if stack != NO_SCOPE => self.number(Frame { is_closing: true, ..top }),
            Role::Name | Role::Nameless if top.is_closing => {
                if **self.names.get(top.name) != *word {
                    return Err(Violation::OtherTag);
                }
                top.below
            }
            Role::Name | Role::Nameless => {
                let name = self.names.number(word.into());
                self.number(Frame { below: stack, name, is_closing: false })
            }
            Role::Alone => top.below,
            Role::Close | Role::Other => stack,
        })
    }

    fn number(&mut self, frame: Frame) -> ConditionStack {
        ConditionStack(self.frames.number(frame) | TAGS)
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

    /// Returns the name that must follow, if the end of something open has begun.
    pub fn wanted(&self) -> Option<&'a [u8]> {
        let frame = self.frame();
        frame.is_closing.then(|| &**self.tags.names.get(frame.name))
    }

    /// Returns the terminals that would violate the condition.
    pub fn refused(&self, terms: &TagTerms) -> TermSet {
        match self.wanted() {
            None => TermSet::default(),
            Some([]) => terms.names,
            Some(_) => terms.nameless,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ConditionStack, NO_SCOPE, OpenTags, Role, Tags};

    fn role(word: &str) -> Role {
        match word {
            "</" => Role::Close,
            "/" => Role::Alone,
            ">" => Role::Nameless,
            "=" => Role::Other,
            _ => Role::Name,
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
