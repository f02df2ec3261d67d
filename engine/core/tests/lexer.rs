//! Compares the lexer's automaton with the regular expressions from which it is built.

use std::sync::LazyLock;

use proptest::prelude::*;
use quoin_core::base::byte_sets::Bytes;
use quoin_core::base::sets::TermId;
use quoin_core::lexer::terminals::Terminal;
use quoin_core::lexer::{Lexer, NO_SET};
use regex_automata::meta::Regex;

const PATTERNS: [(&str, &str, i32, bool); 7] = [
    ("NAME", r"[\p{XID_Start}_]\p{XID_Continue}*", 0, false),
    ("IF", "if", 0, true),
    ("MATCH", "match", 0, false),
    ("NUMBER", r"[0-9]+(\.[0-9]+)?(e[0-9]+)?", 0, false),
    ("DOT", r"\.", 0, true),
    ("DOTS", r"\.\.\.", 0, true),
    ("STRING", r#""([^"\\\n]|\\.)*""#, 0, false),
];

static WHOLE: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let whole = |pattern: &str| Regex::new(&format!("^(?:{pattern})$")).expect("the pattern compiles");
    PATTERNS.iter().map(|(_, pattern, ..)| whole(pattern)).collect()
});

static LEXER: LazyLock<Lexer> = LazyLock::new(|| {
    let terminals: Vec<Terminal> = PATTERNS
        .iter()
        .map(|&(name, pattern, priority, is_string)| Terminal {
            name: name.to_owned(),
            pattern: Some(pattern.to_owned()),
            priority,
            is_string,
            literal: None,
            barred: Bytes::default(),
        })
        .collect();
    let all = (0..terminals.len()).map(TermId::at).collect();
    Lexer::new(&terminals, &[all]).expect("the patterns compile")
});

/// The longest match of any pattern, and those patterns that make it.
fn longest(text: &str) -> (usize, Vec<u16>) {
    let ends = || (1..=text.len()).rev().filter(|&end| text.is_char_boundary(end));
    let length = |whole: &Regex| ends().find(|&end| whole.is_match(&text[..end])).unwrap_or(0);
    let lengths: Vec<usize> = WHOLE.iter().map(length).collect();
    let best = *lengths.iter().max().expect("there are patterns");
    let matching: Vec<u16> =
        (0..lengths.len() as u16).filter(|&n| best > 0 && lengths[usize::from(n)] == best).collect();
    let reserved: Vec<u16> = matching.iter().copied().filter(|&n| PATTERNS[usize::from(n)].3).collect();
    (best, if reserved.is_empty() { matching } else { reserved })
}

proptest! {
    #[test]
    fn the_longest_match_is_the_patterns(text in r#"(if|match|[0-9]|\.|e|"|\\|é|x|𝒳| ){0,8}"#) {
        let found = LEXER.longest(LEXER.start(0), text.as_bytes());
        let (length, terms) = longest(&text);
        prop_assert_eq!(found.end, length);
        prop_assert_eq!(LEXER.set(found.set).iter().map(|term| term.0).collect::<Vec<_>>(), terms);
        prop_assert_eq!(found.set == NO_SET, length == 0);
    }
}
