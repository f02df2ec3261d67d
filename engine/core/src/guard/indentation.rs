//! Finds how a file is indented around a cursor, for languages whose blocks are laid out by columns.

use super::lines::{above, below, has_content, indentation, last_line, without_blanks};

/// Number of lines before and after the cursor that show how the file indents.
pub const NEAR: usize = 200;

/// Returns the indentation of the logical line that contains the end of a text, or none if its beginning is
/// not found nearby. Only brackets, backslashes and triple quotes are considered.
///
/// `text` ends at a position in that line; `in_string` says whether that position is in a string.
pub fn of_logical_line(text: &[u8], in_string: bool) -> Option<&[u8]> {
    let mut depth = 0;
    let mut inside = in_string && !has_open_string(last_line(text));
    let mut begun = None;
    for line in above(text).take(NEAR) {
        if begun.is_some() && !line.ends_with(b"\\") {
            return begun;
        }
        let (count, first) = triple_quotes(line);
        inside ^= count % 2 == 1;
        if inside {
            continue;
        }
        // Brackets after a string in one line seldom belong to another string.
        depth += closed_in(&without_strings(&line[..first]));
        begun = (depth <= 0).then(|| indentation(line));
    }
    begun
}

/// Returns the number of triple quotes in a line, and the offset of the first, or the line's length if there
/// is none.
fn triple_quotes(line: &[u8]) -> (usize, usize) {
    let (mut count, mut first, mut at) = (0, line.len(), 0);
    while at < line.len() {
        if matches!(line[at..], [b'"', b'"', b'"', ..] | [b'\'', b'\'', b'\'', ..]) {
            count += 1;
            first = first.min(at);
            at += 3;
        } else {
            at += 1;
        }
    }
    (count, first)
}

/// Returns the number of closing brackets minus the number of opening brackets.
fn closed_in(code: &[u8]) -> i64 {
    code.iter()
        .map(|byte| match byte {
            b')' | b']' | b'}' => 1,
            b'(' | b'[' | b'{' => -1,
            _ => 0,
        })
        .sum()
}

/// Returns a line without its strings of one line and without its comment.
fn without_strings(line: &[u8]) -> Vec<u8> {
    let mut code = Vec::with_capacity(line.len());
    let mut at = 0;
    while at < line.len() && line[at] != b'#' {
        if let Some(length) = string_length(&line[at..]) {
            at += length;
        } else {
            code.push(line[at]);
            at += 1;
        }
    }
    code
}

/// Returns the length of the string with which a text begins, or none if it begins with no string that ends.
fn string_length(text: &[u8]) -> Option<usize> {
    let quote = *text.first().filter(|byte| matches!(byte, b'"' | b'\''))?;
    let mut at = 1;
    while *text.get(at)? != quote {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    Some(at + 1)
}

/// Returns whether a string of one line begins in a line and does not end there.
fn has_open_string(line: &[u8]) -> bool {
    let is_quote = |byte: &u8| matches!(byte, b'"' | b'\'');
    triple_quotes(line).0 == 0 && without_strings(line).iter().any(is_quote)
}

/// Returns the most frequent indentation step of the blocks near a cursor, or none if there is no block.
pub fn unit<'t>(left: &'t [u8], right: &'t [u8]) -> Option<&'t [u8]> {
    let mut lines: Vec<&[u8]> = above(left).take(NEAR).filter(|line| has_content(line)).collect();
    lines.reverse();
    let mut found: Vec<(&[u8], usize)> = Vec::new();
    count_steps(&lines, &mut found);
    lines.clear();
    lines.extend(below(right).take(NEAR).filter(|line| has_content(line)));
    count_steps(&lines, &mut found);
    // Of equally frequent steps, the first is returned.
    found.into_iter().rev().max_by_key(|&(_, count)| count).map(|(step, _)| step)
}

/// Counts the steps by which lines are indented beyond the line above, where that line may open a block.
fn count_steps<'t>(lines: &[&'t [u8]], found: &mut Vec<(&'t [u8], usize)>) {
    for pair in lines.windows(2) {
        let step = indentation(pair[1]).strip_prefix(indentation(pair[0]));
        let Some(step) = step.filter(|step| !step.is_empty() && without_blanks(pair[0]).ends_with(b":"))
        else {
            continue;
        };
        match found.iter_mut().find(|(known, _)| *known == step) {
            Some((_, count)) => *count += 1,
            None => found.push((step, 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex_automata::meta::Regex;

    use super::{NEAR, of_logical_line, triple_quotes, unit, without_strings};

    #[test]
    fn logical_lines() {
        let long = ["(\n", "a,\n".repeat(NEAR).as_str(), ")"].concat();
        for (text, wanted) in [
            ("", Some("")),
            ("  a", Some("  ")),
            ("if a:\n  b", Some("  ")),
            ("  f(a,\n     b)", Some("  ")),
            ("  f(a,\n     b", Some("     ")),
            ("  f(')',\n     b)", Some("  ")),
            ("  f(a,  # :)\n     b)", Some("  ")),
            ("  a = b + \\\n     c", Some("  ")),
            ("  a = [b, \\\n     c]", Some("  ")),
            ("  a = {\n    b: [\n    c]}", Some("  ")),
            ("  \"\"\"a\n b\"\"\"", Some("  ")),
            ("  \"\"\"a (\n b\n\"\"\"", Some("  ")),
            ("  f(\"\"\"a\n b\"\"\",\n c)", Some("  ")),
            ("  \"\"\"a\"\"\"", Some("  ")),
            ("  \"\"\"a\"\"\"\n    b", Some("    ")),
            (&long, None),
        ] {
            assert_eq!(of_logical_line(text.as_bytes(), false), wanted.map(str::as_bytes), "{text}");
        }
    }

    #[test]
    fn logical_lines_that_end_in_a_string() {
        let long = "a\n".repeat(NEAR);
        for (text, wanted) in [
            ("  f('a", Some("  ")),
            ("  f(b,\n    'a", Some("    ")),
            ("  \"\"\"a", Some("  ")),
            ("  \"\"\"a\n\nb", Some("  ")),
            ("  '''a\n  \"b", Some("  ")),
            ("  \"\"\"a\"\"\"\n    b = \"\"\"c\nd", Some("    ")),
            (&long, None),
        ] {
            assert_eq!(of_logical_line(text.as_bytes(), true), wanted.map(str::as_bytes), "{text}");
        }
    }

    #[test]
    fn units() {
        for (left, right, wanted) in [
            ("", "", None),
            ("a\n  b\n", "", None),
            ("if a:\n  b\n", "", Some("  ")),
            ("if a:\n\tb\n", "", Some("\t")),
            ("if a:\n    b\n", "if c:\n  d\nif e:\n  f\n", Some("  ")),
            ("if a:\n\n    # b\n    c\n", "", Some("    ")),
            ("if a:  \n    b\n", "", Some("    ")),
            ("f(a,\n  b)\nif c:\n        d\n", "", Some("        ")),
            // Of equally frequent steps, the first is returned.
            ("if a:\n  b\nif c:\n d\n", "if e:\n\tf\n", Some("  ")),
        ] {
            let found = unit(left.as_bytes(), right.as_bytes());
            assert_eq!(found, wanted.map(str::as_bytes), "{left:?} {right:?}");
        }
    }

    proptest! {
        #[test]
        fn strings_are_what_the_expression_says(line in r#"[a"'\\#(]{0,24}"#) {
            let strings = Regex::new(r#""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|#.*"#).unwrap();
            let (mut code, mut end) = (Vec::new(), 0);
            for found in strings.find_iter(&line) {
                code.extend_from_slice(&line.as_bytes()[end..found.start()]);
                end = found.end();
            }
            code.extend_from_slice(&line.as_bytes()[end..]);
            prop_assert_eq!(without_strings(line.as_bytes()), code);
            let quotes = Regex::new(r#""""|'''"#).unwrap();
            let first = quotes.find(&line).map_or(line.len(), |found| found.start());
            prop_assert_eq!(triple_quotes(line.as_bytes()), (quotes.find_iter(&line).count(), first));
        }
    }
}
