//! Directives: texts with which a file or a function's body begins and that say how the rest is read; and code that is strict:
//! classes, files that import or export something, and what begins with such a directive. There, parameters stand once, and
//! blocks and the file declare a function once.

use std::sync::Arc;

use crate::base::byte_sets::is_word;
use crate::layout::declared::Role;
use crate::layout::declared::frames::{Frame, FrameKind, Head, Origin, Phase, Scope};
use crate::layout::declared::kinds::{Kind, REPEATED, UNDIRECTED};

/// The directive that makes code strict.
const STRICT: &[u8] = b"use strict";

/// Returns whether a file begins with a directive by which it is strict, and that stands before the cursor. What stands behind it,
/// but for what the cursor stands for, tells that it is one: `;`, or a line end and no sign that takes an expression on.
pub fn begins_strict(text: &[u8], cursor: usize) -> bool {
    let mut rest = text;
    if rest.starts_with(b"#!") {
        rest = behind_line(rest);
    }
    loop {
        rest = behind_blanks(rest).1;
        let Some((directive, behind)) = split_string(rest) else { return false };
        if text.len() - behind.len() > cursor {
            return false;
        }
        let (has_line_end, next) = behind_blanks(behind);
        let ends = match next.first() {
            Some(b';') => true,
            Some(byte) => has_line_end && (byte.is_ascii_alphabetic() || b"'\"{}$_@#".contains(byte)),
            None => has_line_end,
        };
        let word = next.iter().take_while(|byte| is_word(**byte)).count();
        if !ends || [b"in".as_slice(), b"instanceof"].contains(&&next[..word]) {
            return false;
        }
        if directive == STRICT {
            return true;
        }
        rest = next.strip_prefix(b";").unwrap_or(next);
    }
}

/// Returns the text of the string with which a text begins, and what stands behind it; none if there is no string, or one with
/// an escape, which is no directive that is looked for.
fn split_string(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&quote, rest) = text.split_first().filter(|(quote, _)| b"'\"".contains(quote))?;
    let end = rest.iter().position(|&byte| byte == quote || byte == b'\n')?;
    (rest[end] == quote && !rest[..end].contains(&b'\\')).then(|| (&rest[..end], &rest[end + 1..]))
}

/// Returns a text behind its first blanks and comments, and whether a line ends among these.
fn behind_blanks(text: &[u8]) -> (bool, &[u8]) {
    let (mut rest, mut has_line_end) = (text, false);
    loop {
        let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        has_line_end |= rest[..blanks].contains(&b'\n');
        rest = &rest[blanks..];
        if rest.starts_with(b"//") {
            (rest, has_line_end) = (behind_line(rest), true);
        } else if let Some(comment) = rest.strip_prefix(b"/*") {
            let end = comment.windows(2).position(|pair| pair == b"*/").map_or(comment.len(), |end| end + 2);
            has_line_end |= comment[..end].contains(&b'\n');
            rest = &comment[end..];
        } else if blanks == 0 {
            return (has_line_end, rest);
        }
    }
}

/// Returns a text behind its first line.
fn behind_line(text: &[u8]) -> &[u8] {
    text.iter().position(|&byte| byte == b'\n').map_or(&[], |end| &text[end..])
}

impl Scope {
    /// Returns whether code is strict, as far as that is known.
    pub fn is_strict(&self) -> bool {
        self.frame.is_strict || self.frame.kind == FrameKind::Class
    }

    /// Returns the scope in which a directive was read, which does nothing elsewhere than where a body begins.
    pub fn after_directive(self: &Arc<Self>) -> Arc<Self> {
        if self.frame.begins_body() {
            self.with(Frame { is_strict: true, ..self.frame.clone() })
        } else {
            Arc::clone(self)
        }
    }

    /// Returns the scope behind what begins a function, of which strict code may have one of a name.
    pub fn behind_own_function(self: Arc<Self>) -> Arc<Self> {
        if self.is_strict() && matches!(self.frame.head, Head::Function | Head::Routine) {
            self.with(Frame { head: Head::Sole, ..self.frame.clone() })
        } else {
            self
        }
    }
}

impl Frame {
    /// Returns whether nothing of a function's body was read.
    fn begins_body(&self) -> bool {
        self.origin == Origin::Body && self.phase == Phase::Start && self.head == Head::None
    }

    /// Returns whether two of the parameters that are read have one name, so that what follows may be refused for it.
    pub fn repeats_names(&self) -> bool {
        matches!(self.kind, FrameKind::Parameters(_)) && self.names.get(REPEATED).is_some()
    }

    /// Returns whether no directive can follow that makes the function strict whose body begins.
    pub fn refuses_directive(&self) -> bool {
        self.begins_body() && [REPEATED, UNDIRECTED].iter().any(|sign| self.names.get(sign).is_some())
    }

    /// Notes of parameters, if it is that of some, that their function cannot be strict by a directive.
    pub fn refuse_directive(&mut self) {
        if matches!(self.kind, FrameKind::Parameters(_) | FrameKind::Arguments(_)) {
            self.names = self.names.with(UNDIRECTED, Kind::Parameter);
        }
    }

    /// Notes that one of the parameters is more than a name, so that all names of them differ.
    pub fn add_pattern(&mut self) {
        self.refuse_directive();
        if self.kind == FrameKind::Parameters(true) {
            self.kind = FrameKind::Parameters(false);
        }
    }

    /// Returns what cannot follow parameters: what makes more than a name of one of them where two have one name, and a
    /// directive that makes their function strict where it cannot be.
    pub fn refused_by_repeats(&self) -> &'static [Role] {
        let refused: &[Role] = match (self.kind, self.phase) {
            (FrameKind::Parameters(true), Phase::Target) => &[Role::Rest, Role::OpenBlock, Role::OpenList],
            (FrameKind::Parameters(true), Phase::Targeted) => &[Role::Assign],
            _ => return if self.refuses_directive() { &[Role::Directive] } else { &[] },
        };
        if self.names.get(REPEATED).is_some() { refused } else { &[] }
    }
}

#[cfg(test)]
mod tests {
    use super::begins_strict;

    #[test]
    fn only_a_directive_makes_a_file_strict() {
        for (text, is_strict) in [
            ("'use strict';", true),
            ("\"use strict\"\nlet a", true),
            ("#!/usr/bin/node\n// a\n/* b\n */ 'a'\n'use strict'; b", true),
            ("'use strict'", false),
            ("'use strict'\n", true),
            ("'use strict'\n.length", false),
            ("'use strict'\nin a", false),
            ("'use strict'\nindex", true),
            ("'use strict' + a;", false),
            ("'use\\x20strict';", false),
            ("a; 'use strict';", false),
            ("'use strict", false),
            ("/* a", false),
        ] {
            assert_eq!(begins_strict(text.as_bytes(), text.len()), is_strict, "{text}");
            assert!(!begins_strict(text.as_bytes(), 5), "{text}");
        }
    }
}
