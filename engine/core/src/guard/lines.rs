//! The lines of a text, and the blanks with which they begin.

use std::iter;

/// Distance from a text's end within which lines are searched, in bytes.
pub const NEAR_BYTES: usize = 1 << 16;

/// Returns whether a byte is a blank.
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\x0c')
}

/// Returns whether a byte is a line end or a part of one.
pub fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Returns the blanks with which a line begins.
pub fn indentation(line: &[u8]) -> &[u8] {
    let end = line.iter().position(|&byte| !is_blank(byte));
    &line[..end.unwrap_or(line.len())]
}

/// Returns a line without the blanks at its end.
pub fn without_blanks(line: &[u8]) -> &[u8] {
    let last = line.iter().rposition(|&byte| !is_blank(byte));
    &line[..last.map_or(0, |last| last + 1)]
}

/// Returns whether a line has more than blanks and a comment.
pub fn has_content(line: &[u8]) -> bool {
    line.get(indentation(line).len()).is_some_and(|&byte| byte != b'#')
}

/// Returns the text after the last line end.
pub fn last_line(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|&byte| is_line_end(byte));
    &text[end.map_or(0, |end| end + 1)..]
}

/// Returns the text before the first line end.
pub fn first_line(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|&byte| is_line_end(byte));
    &text[..end.unwrap_or(text.len())]
}

/// Returns the lines near a text's end without their line ends, last line first. A line end of two bytes
/// counts as two line ends.
pub fn above(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let near = &text[text.len().saturating_sub(NEAR_BYTES)..];
    let is_cut = near.len() < text.len();
    let mut lines = near.rsplit(|&byte| is_line_end(byte)).peekable();
    iter::from_fn(move || {
        let line = lines.next()?;
        // The first line of the cut text is incomplete, so it is not returned.
        (!is_cut || lines.peek().is_some()).then_some(line)
    })
}

/// Returns the lines of a text without their line ends.
pub fn below(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(text);
    iter::from_fn(move || {
        let text = rest?;
        let line = first_line(text);
        rest = match &text[line.len()..] {
            [] => None,
            [b'\r', b'\n', after @ ..] | [_, after @ ..] => Some(after),
        };
        Some(line)
    })
}

#[cfg(test)]
mod tests {
    use super::{NEAR_BYTES, above, below, first_line, has_content, indentation, last_line, without_blanks};

    const LINES: [(&[u8], &[&[u8]]); 7] = [
        (b"", &[b""]),
        (b"a", &[b"a"]),
        (b"a\nb", &[b"a", b"b"]),
        (b"a\n", &[b"a", b""]),
        (b"a\r\nb\r\n", &[b"a", b"b", b""]),
        (b"a\rb", &[b"a", b"b"]),
        (b"\n\n", &[b"", b"", b""]),
    ];

    #[test]
    fn lines_go_from_end_to_end() {
        for (text, lines) in LINES {
            assert_eq!(below(text).collect::<Vec<_>>(), lines, "{text:?}");
            // The blank line inside a line end of two bytes has no content.
            let found: Vec<_> = above(text).filter(|line| !line.is_empty()).collect();
            let wanted: Vec<_> = lines.iter().copied().rev().filter(|line| !line.is_empty()).collect();
            assert_eq!(found, wanted, "{text:?}");
        }
    }

    #[test]
    fn only_whole_lines_near_the_end_are_seen() {
        let line = [[b'x'; 99].as_slice(), b"\n"].concat();
        let text = line.repeat(NEAR_BYTES / 50);
        let lengths: Vec<usize> = above(&text).map(<[u8]>::len).collect();
        assert_eq!(lengths.len(), NEAR_BYTES / 100 + 1);
        assert!(lengths.iter().enumerate().all(|(place, &length)| length == if place == 0 { 0 } else { 99 }));
        assert_eq!(above(&line[..1].repeat(NEAR_BYTES + 1)).count(), 0);
    }

    #[test]
    fn parts_of_lines() {
        assert_eq!(last_line(b"a\n  b"), b"  b");
        assert_eq!(first_line(b" c\r\nd"), b" c");
        assert_eq!(indentation(b" \t c "), b" \t ");
        assert_eq!(without_blanks(b" c \t\x0c"), b" c");
        assert_eq!(without_blanks(b" \t"), b"");
    }

    #[test]
    fn comments_are_no_content() {
        for (line, wanted) in [("", false), (" \t", false), ("  # a", false), ("#", false), (" a # b", true)]
        {
            assert_eq!(has_content(line.as_bytes()), wanted, "{line}");
        }
    }
}
