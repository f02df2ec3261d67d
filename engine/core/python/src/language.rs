//! This module provides the Python classes of compiled languages, sessions of documents, and quotients.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quoin_core::base::sets::{TermId, TermSet};
use quoin_core::grammar::block_rules::BlockSource;
use quoin_core::grammar::costs::Wording;
use quoin_core::grammar::name_rules::NameSource;
use quoin_core::grammar::splits::Split;
use quoin_core::grammar::{EdgeSource, Grammar, RuleSource, Source};
use quoin_core::language::Language;
use quoin_core::layout::counts::Change;
use quoin_core::layout::counts::words::WordPlace;
use quoin_core::layout::moves::MoveSource;
use quoin_core::lexer::terminals::Terminal;
use quoin_core::lexer::unfinished::{Unfinished, unfinished};
use quoin_core::limits::MAX_AT_ONCE;
use quoin_core::matcher::Matcher;
use quoin_core::quotient::border::Spared;
use quoin_core::rules::dfa::RuleId;
use quoin_core::session::{Problem, Session, Side};

use crate::errors::{guarded, with_locked};
use crate::interrupt::interruptible;
use crate::state::PyState;

/// Returns the names of a set's terminals.
pub fn names(grammar: &Grammar, terms: &TermSet) -> Vec<String> {
    terms.iter().map(|term| grammar.terminals[term.index()].name.clone()).collect()
}

fn terms(numbers: Vec<u16>) -> Vec<TermId> {
    numbers.into_iter().map(TermId).collect()
}

fn edges_of(edges: Vec<(u32, i32, u32, u16)>) -> Vec<EdgeSource> {
    edges.into_iter().map(|(from, symbol, to, label)| EdgeSource { from, symbol, to, label }).collect()
}

fn split_of((whole, first, second): (u16, u16, u16)) -> Split {
    Split { whole: TermId(whole), first: TermId(first), second: TermId(second) }
}

/// Returns the terminals of names by what they are in a language; a key that is absent has none.
fn name_source(
    mut names: HashMap<String, Vec<u16>>,
    builtins: Vec<String>,
    payment: Option<(String, String)>,
    opening: Vec<String>,
    receiver: Option<String>,
) -> NameSource {
    let mut take = |key: &str| terms(names.remove(key).unwrap_or_default());
    let blocks = BlockSource {
        local: take("local"),
        header: take("header"),
        open: take("open"),
        turn: take("turn"),
        close: take("close"),
        until: take("until"),
        member: take("member"),
        method: take("method"),
        jump: take("jump"),
        label: take("label"),
        attribute: take("attribute"),
        attribute_end: take("attribute_end"),
        bracket: take("bracket"),
        bracket_end: take("bracket_end"),
        statement: take("statement"),
        operand: take("operand"),
        value: take("value"),
        receiver,
    };
    NameSource {
        blocks: (!blocks.close.is_empty()).then_some(blocks),
        read: take("read"),
        owed: take("owed"),
        bind: take("bind"),
        parameter: take("parameter"),
        declare: take("declare"),
        outer: take("outer"),
        nearest: take("nearest"),
        import: take("import"),
        everything: take("everything"),
        function: take("function"),
        class: take("class"),
        lambda: take("lambda"),
        repeat: take("repeat"),
        targets: take("targets"),
        targets_end: take("targets_end"),
        effective: take("effective"),
        at_once: take("at_once"),
        guard: take("guard"),
        guarded: take("guarded"),
        alternative: take("alternative"),
        wildcard: take("wildcard"),
        mapping: take("mapping"),
        comma: take("comma"),
        annotation: take("annotation"),
        assign: take("assign"),
        inner_assign: take("inner_assign"),
        payment,
        builtins,
        opening,
    }
}

type PyTerminal = (String, Option<String>, i32, bool);
type PyProblem = (&'static str, usize, String, Vec<String>);
type PyRule = (String, u32, Vec<(u32, i32, u32, u16)>);

/// A compiled language.
#[pyclass(name = "Grammar", module = "engine._core", frozen)]
pub struct PyGrammar {
    pub language: Arc<Language>,
}

#[pymethods]
impl PyGrammar {
    #[new]
    #[allow(clippy::too_many_arguments, reason = "one for each part of a language")]
    #[allow(clippy::similar_names, reason = "moves lead from mode to mode")]
    #[pyo3(signature = (terminals, ignored, rules, start, layout, *, literals, modes=None, moves=Vec::new(), version=None, lexer=None, comments=Vec::new(), strings=Vec::new(), code_mode=0, seldom=Vec::new(), contexts=1, labels=Vec::new(), names=None, builtins=Vec::new(), payment=None, opening=Vec::new(), receiver=None, splits=Vec::new(), barred=Vec::new(), keys=Vec::new(), tags=Vec::new(), declarations=Vec::new()))]
    fn new(
        py: Python<'_>,
        terminals: Vec<PyTerminal>,
        ignored: Vec<u16>,
        rules: Vec<PyRule>,
        start: u16,
        layout: String,
        literals: Vec<Option<String>>,
        modes: Option<Vec<(String, Vec<u16>)>>,
        moves: Vec<(Vec<u16>, Vec<usize>, Option<CountSource>)>,
        version: Option<String>,
        lexer: Option<&[u8]>,
        comments: Vec<u16>,
        strings: Vec<u16>,
        code_mode: usize,
        seldom: Vec<u16>,
        contexts: usize,
        labels: Vec<Vec<Option<u8>>>,
        names: Option<HashMap<String, Vec<u16>>>,
        builtins: Vec<String>,
        payment: Option<(String, String)>,
        opening: Vec<String>,
        receiver: Option<String>,
        splits: Vec<(u16, u16, u16)>,
        barred: Vec<Vec<u8>>,
        keys: Vec<(String, Vec<u16>)>,
        tags: Vec<(String, Vec<u16>)>,
        declarations: Vec<(String, Vec<u16>)>,
    ) -> PyResult<Self> {
        if literals.len() != terminals.len() {
            return Err(PyValueError::new_err("as many literals as terminals are needed"));
        }
        let lexical = (0..terminals.len() as u16).filter(|&term| terminals[usize::from(term)].1.is_some());
        let modes = modes.unwrap_or_else(|| vec![("main".to_owned(), lexical.collect())]);
        let terminals: Vec<Terminal> = terminals
            .into_iter()
            .zip(literals)
            .zip(barred.into_iter().chain(std::iter::repeat_with(Vec::new)))
            .map(|(((name, pattern, priority, is_string), literal), barred)| Terminal {
                name,
                pattern,
                priority,
                is_string,
                literal,
                barred: barred.into_iter().collect(),
            })
            .collect();
        let rules = rules
            .into_iter()
            .map(|(name, state_count, edges)| RuleSource { name, state_count, edges: edges_of(edges) })
            .collect();
        let source = Source {
            terminals,
            ignored: terms(ignored),
            comments: terms(comments),
            strings: terms(strings),
            code_mode,
            seldom: terms(seldom),
            rules,
            start: RuleId(start),
            contexts,
            labels,
            layout,
            version,
            modes: modes.into_iter().map(|(name, own)| (name, terms(own))).collect(),
            moves: moves.into_iter().map(move_of).collect(),
            names: names.map(|names| name_source(names, builtins, payment, opening, receiver)),
            splits: splits.into_iter().map(split_of).collect(),
            keys: keys.into_iter().map(|(role, own)| (role, terms(own))).collect(),
            tags: tags.into_iter().map(|(role, own)| (role, terms(own))).collect(),
            declarations: declarations.into_iter().map(|(role, own)| (role, terms(own))).collect(),
            lexer: lexer.map(<[u8]>::to_vec),
        };
        py.detach(|| guarded(|| Grammar::new(source).map_err(PyValueError::new_err)))
            .map(|grammar| Self { language: Arc::new(Language::new(grammar)) })
    }

    /// Returns for each terminal a shortest text, or None for a terminal that is never lexed.
    fn shortest_texts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Option<Bound<'py, PyBytes>>>> {
        let texts = guarded(|| Ok(self.language.costs(Wording::Short).shortest_texts(&self.language)))?;
        Ok(texts.into_iter().map(|text| text.map(|text| PyBytes::new(py, &text))).collect())
    }

    /// Returns texts after which the lexer may read without end before it knows their first lexeme, each with
    /// the numbers of the terminals that the longer lexeme can become.
    fn unfinished<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Bound<'py, PyBytes>, Vec<usize>)>> {
        let found = guarded(|| Ok(unfinished(&self.language.lexer)))?;
        let numbers = |one: &Unfinished| one.terminals.iter().map(TermId::index).collect();
        Ok(found.iter().map(|one| (PyBytes::new(py, &one.text), numbers(one))).collect())
    }

    /// Returns the serialised lexer, which can be given to a new grammar with equal terminals and modes.
    fn lexer<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &guarded(|| Ok(self.language.lexer.to_bytes()))?))
    }

    /// Returns the numbers of lexer states, of rules that were not inlined everywhere, and of the states of
    /// the rules' automata.
    fn sizes(&self) -> PyResult<(usize, usize, usize)> {
        guarded(|| {
            let kept = self.language.rules.iter().filter(|rule| rule.count > 0).count();
            Ok((self.language.lexer.state_count(), kept, self.language.state_count))
        })
    }

    /// Returns the memory of what is kept for all texts, in bytes: of the charts of contexts, of those of lines, and of
    /// the ways from the lexer's states.
    fn memory(&self) -> PyResult<[usize; 3]> {
        guarded(|| Ok(self.language.memory()))
    }

    /// Discards the charts that were built for former texts.
    fn forget(&self) -> PyResult<()> {
        guarded(|| {
            self.language.charts.clear();
            self.language.predictions.clear();
            self.language.spares.clear();
            self.language.lines.clear();
            Ok(())
        })
    }
}

/// The contexts of one document, which are kept from one quotient to the next.
#[pyclass(name = "Session", module = "engine._core", frozen)]
pub struct PySession {
    language: Arc<Language>,
    session: Mutex<Session>,
}

#[pymethods]
impl PySession {
    #[new]
    #[pyo3(signature = (grammar, *, spare="code", max_at_once=MAX_AT_ONCE))]
    fn new(grammar: &PyGrammar, spare: &str, max_at_once: usize) -> PyResult<Self> {
        let spared = match spare {
            "words" => Spared::Words,
            "code" => Spared::Code,
            "nothing" => Spared::Nothing,
            _ => return Err(PyValueError::new_err("what is spared is words, code or nothing")),
        };
        guarded(|| {
            let session = Mutex::new(Session::new(&grammar.language, spared, max_at_once));
            Ok(Self { language: Arc::clone(&grammar.language), session })
        })
    }

    /// Reads a text in advance for later cursors. Returns whether another call would read more of it.
    fn read_ahead(&self, py: Python<'_>, text: &[u8]) -> PyResult<bool> {
        py.detach(|| with_locked(&self.session, |session| interruptible(|| session.read_ahead(text))))
    }

    /// Returns the memory of what is known of the left and of the right context, in bytes.
    fn memory(&self, py: Python<'_>) -> PyResult<[usize; 2]> {
        py.detach(|| with_locked(&self.session, |session| Ok(session.memory())))
    }

    /// Returns the quotient of the language by a left and a right context.
    ///
    /// If names are given, middles read known names only, and the given ones count as known. An import can bind those
    /// that are `importable`.
    #[pyo3(signature = (left, right, names=None, importable=Vec::new()))]
    #[allow(clippy::needless_pass_by_value, reason = "arguments from Python are converted to values")]
    fn quotient(
        &self,
        py: Python<'_>,
        left: &[u8],
        right: &[u8],
        names: Option<Vec<Vec<u8>>>,
        importable: Vec<Vec<u8>>,
    ) -> PyResult<PyQuotient> {
        let language = Arc::clone(&self.language);
        let names = names.as_deref();
        let read =
            |session: &mut Session| interruptible(|| session.quotient(left, right, names, &importable));
        let joined = py.detach(|| with_locked(&self.session, read))?;
        Ok(match joined {
            Ok(quotient) => PyQuotient {
                shared: Some(Arc::new(Mutex::new(Matcher::new(quotient)))),
                problem: None,
                language,
            },
            Err(problem) => PyQuotient { shared: None, problem: Some(problem), language },
        })
    }
}

/// The quotient of the language by two contexts.
#[pyclass(name = "Quotient", module = "engine._core", frozen)]
pub struct PyQuotient {
    shared: Option<Arc<Mutex<Matcher>>>,
    problem: Option<Problem>,
    language: Arc<Language>,
}

#[pymethods]
impl PyQuotient {
    /// The reason why no middle fits, as `(side, offset, message, expected terminals)`; None if some middle
    /// may fit.
    #[getter]
    fn problem(&self) -> PyResult<Option<PyProblem>> {
        let said = |problem: &Problem| {
            let side = match problem.side {
                Side::Left => "left",
                Side::Right => "right",
                Side::Both => "both",
            };
            (side, problem.offset, problem.message.clone(), names(&self.language, &problem.expected))
        };
        guarded(|| Ok(self.problem.as_ref().map(said)))
    }

    /// Returns the state at the cursor, which is not viable if no middle fits.
    fn start(&self) -> PyResult<PyState> {
        PyState::start(self.shared.as_ref())
    }

    /// Returns whether middles read known names only. They read any if names may be bound that cannot be seen, or if
    /// nothing is known of the language's names.
    fn filters_names(&self) -> PyResult<bool> {
        let Some(shared) = self.shared.as_ref() else { return Ok(false) };
        with_locked(shared, |matcher| Ok(matcher.filters_names()))
    }

    /// Returns what every middle spares of the right context: `words`, `code`, `lines` or `nothing`. Returns
    /// None if no middle fits.
    fn spares(&self) -> PyResult<Option<&'static str>> {
        let Some(shared) = self.shared.as_ref() else { return Ok(None) };
        let kind = with_locked(shared, |matcher| Ok(matcher.spares()))?;
        Ok(Some(match kind {
            Spared::Words => "words",
            Spared::Code => "code",
            Spared::Lines => "lines",
            Spared::Nothing => "nothing",
        }))
    }

    /// Returns the number of charts that were built so far, and the memory that they take, in bytes.
    fn size(&self) -> PyResult<(u32, usize)> {
        let Some(shared) = self.shared.as_ref() else { return Ok((0, 0)) };
        with_locked(shared, |matcher| Ok(matcher.size()))
    }
}

/// What a move does with a count: the number of bytes that are not counted, -1 for "again", -2 for "down", -3 for
/// "open" and -4 for "lead"; or the signs behind and before which a word stands, and the mode in which its text begins later.
#[derive(FromPyObject)]
enum CountSource {
    Number(i64),
    Word((Vec<u8>, Vec<u8>, Option<u8>)),
}

fn move_of((behind, to, count): (Vec<u16>, Vec<usize>, Option<CountSource>)) -> MoveSource {
    let (change, word) = match count {
        None => (Change::Leave, None),
        Some(CountSource::Number(-1)) => (Change::Again, None),
        Some(CountSource::Number(-2)) => (Change::Down, None),
        Some(CountSource::Number(-3)) => (Change::Open, None),
        Some(CountSource::Number(-4)) => (Change::Lead, None),
        Some(CountSource::Number(others)) => (Change::Begin(others.unsigned_abs() as u32), None),
        Some(CountSource::Word((behind, before, pending))) => {
            let place =
                WordPlace { behind: behind.into_iter().collect(), before: before.into_iter().collect() };
            (Change::Word { pending }, Some(place))
        }
    };
    MoveSource { behind: terms(behind), to, change, word }
}
