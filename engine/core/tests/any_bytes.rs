//! Gives a small language any bytes: as texts, as its kept lexer and as a vocabulary's kept plans. Nothing panics.

use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use quoin_core::base::byte_sets::Bytes;
use quoin_core::base::sets::TermId;
use quoin_core::complete::search::Wanted;
use quoin_core::grammar::costs::Wording;
use quoin_core::grammar::{EdgeSource, Grammar, RuleSource, Source};
use quoin_core::guard::position::Position;
use quoin_core::language::Language;
use quoin_core::lexer::Lexer;
use quoin_core::lexer::terminals::Terminal;
use quoin_core::limits::MAX_AT_ONCE;
use quoin_core::mask::Vocabulary;
use quoin_core::matcher::Matcher;
use quoin_core::quotient::border::Spared;
use quoin_core::rules::dfa::RuleId;
use quoin_core::session::Session;

const TERMINALS: [(&str, &str, Option<&str>); 6] = [
    ("NAME", r"[\p{XID_Start}_]\p{XID_Continue}*", None),
    ("STRING", r#""([^"\\\n]|\\.)*""#, None),
    ("OPEN", r"\(", Some("(")),
    ("CLOSE", r"\)", Some(")")),
    ("BLANKS", r"[ \t\n]+", None),
    ("COMMENT", r"/\*([^*]|\*[^/])*\*/", None),
];

const TOKENS: [&str; 12] = ["a", "ab", "(", ")", "((", ") (", "\"", "\\", " ", "/*", "*/", "é"];

/// The language of `list: (NAME | STRING | "(" list ")")*`.
fn source(lexer: Option<Vec<u8>>) -> Source {
    let terminal = |&(name, pattern, literal): &(&str, &str, Option<&str>)| Terminal {
        name: name.to_owned(),
        pattern: Some(pattern.to_owned()),
        priority: 0,
        is_string: literal.is_some(),
        literal: literal.map(str::to_owned),
        barred: Bytes::default(),
    };
    let edge = |from, symbol, to| EdgeSource { from, symbol, to, label: 0 };
    let edges =
        vec![edge(0, 0, 0), edge(0, 1, 0), edge(0, 2, 2), edge(2, -2, 3), edge(3, 3, 0), edge(0, -1, 1)];
    Source {
        terminals: TERMINALS.iter().map(terminal).collect(),
        ignored: vec![TermId(4), TermId(5)],
        comments: vec![TermId(5)],
        strings: vec![TermId(1)],
        code_mode: 0,
        seldom: Vec::new(),
        rules: vec![RuleSource { name: "list".to_owned(), state_count: 4, edges }],
        start: RuleId(0),
        contexts: 1,
        labels: Vec::new(),
        layout: "none".to_owned(),
        version: None,
        modes: vec![("main".to_owned(), (0..6).map(TermId).collect())],
        moves: Vec::new(),
        splits: Vec::new(),
        tags: Vec::new(),
        declarations: Vec::new(),
        names: None,
        keys: Vec::new(),
        lexer,
    }
}

fn language(lexer: Option<Vec<u8>>) -> Result<Arc<Language>, String> {
    Grammar::new(source(lexer)).map(|grammar| Arc::new(Language::new(grammar)))
}

fn vocabulary() -> Vocabulary {
    Vocabulary::new(TOKENS.concat().into_bytes(), TOKENS.iter().map(|token| token.len()))
}

static LANGUAGE: LazyLock<Arc<Language>> = LazyLock::new(|| language(None).expect("it is a language"));
static LEXER: LazyLock<Vec<u8>> = LazyLock::new(|| LANGUAGE.lexer.to_bytes());
static PLANS: LazyLock<Vec<u8>> = LazyLock::new(|| vocabulary().prepare(&LANGUAGE));

/// Asks everything about a cursor between two texts, and about a middle.
fn ask(language: &Arc<Language>, vocabulary: &Vocabulary, (left, right, middle): (&[u8], &[u8], &[u8])) {
    let mut session = Session::new(language, Spared::Code, MAX_AT_ONCE);
    let Ok(quotient) = session.quotient(left, right, None, &[]) else { return };
    let mut matcher = Matcher::new(quotient);
    let mut position = Position::new(matcher.start().cloned());
    let quotients = &mut [&mut matcher][..];
    for &byte in middle {
        position.advance(quotients, &[byte]);
    }
    position.is_member(quotients);
    position.expected(quotients);
    position.open_bracket(quotients);
    position.surroundings(quotients);
    position.mask(quotients, vocabulary);
    position.completion(quotients, Wanted { max_bytes: 60, max_steps: 200, wording: Wording::Short });
    session.read_ahead(&[left, right].concat());
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        6 => prop::sample::select(&TOKENS[..]).prop_map(|token| token.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..3),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

/// Some places in a list of bytes, each with another byte for it.
fn changes() -> impl Strategy<Value = Vec<(prop::sample::Index, u8)>> {
    let byte = prop_oneof![Just(0), Just(1), Just(255), any::<u8>()];
    prop::collection::vec((any::<prop::sample::Index>(), byte), 1..6)
}

fn changed(bytes: &[u8], changes: &[(prop::sample::Index, u8)]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for (at, byte) in changes {
        *at.get_mut(&mut bytes) = *byte;
    }
    bytes
}

proptest! {
    #[test]
    fn any_text_is_answered(left in text(), right in text(), middle in text()) {
        ask(&LANGUAGE, &vocabulary(), (&left, &right, &middle));
    }

    #[test]
    fn any_lexer_is_refused_or_used(changes in changes(), left in text(), right in text()) {
        let bytes = changed(&LEXER, &changes);
        // In the place of a refused one the lexer would be made anew, which takes long.
        if Lexer::from_bytes(&bytes, TERMINALS.len(), 1).is_some()
            && let Ok(language) = language(Some(bytes))
        {
            ask(&language, &vocabulary(), (&left, &right, b"(a "));
        }
    }

    #[test]
    fn any_plans_are_refused_or_used(changes in changes(), left in text(), right in text()) {
        let vocabulary = vocabulary();
        vocabulary.restore(&LANGUAGE, &changed(&PLANS, &changes));
        ask(&LANGUAGE, &vocabulary, (&left, &right, b"(a "));
    }
}
