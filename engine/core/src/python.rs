//! The bindings: what Python sees of the core.
//!
//! Every call goes through one guard that turns a panic into a `CoreError`; a quotient in which a
//! call has panicked refuses every further one, and the process goes on.

mod guard;
mod logits;
mod ngrams;
mod state;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard};

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::border::Spared;
use crate::grammar::{Grammar, RuleSource, Source};
use crate::lexer::Terminal;
use crate::quotient::Quotient;
use crate::session::{Problem, Session, Side};
use crate::sets::TermSet;
use crate::vocabulary::Vocabulary;
use guard::{PyGuard, PyOpenings};
use logits::PyLogits;
use ngrams::PyNgrams;
use state::PyState;

create_exception!(_core, CoreError, PyRuntimeError, "A fault inside the engine's core.");

fn guarded<T>(call: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        let text = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("unknown");
        Err(CoreError::new_err(format!("the engine's core failed: {text}")))
    })
}

fn locked<T>(mutex: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    mutex.lock().map_err(|_| CoreError::new_err("the engine's core failed here before"))
}

fn names(grammar: &Grammar, terms: &TermSet) -> Vec<String> {
    terms.iter().map(|term| grammar.terminals[usize::from(term)].name.clone()).collect()
}

type PyTerminal = (String, Option<String>, i32, bool);
type PyRule = (String, u32, Vec<(u32, i32, u32)>);

/// A compiled language.
#[pyclass(name = "Grammar", module = "engine._core", frozen)]
struct PyGrammar {
    grammar: Arc<Grammar>,
}

#[pymethods]
impl PyGrammar {
    #[new]
    #[allow(clippy::too_many_arguments, reason = "one for each part of a language")]
    #[pyo3(signature = (terminals, ignored, rules, start, layout, *, literals, modes=None, version=None, lexer=None, comments=Vec::new(), strings=Vec::new()))]
    fn new(
        py: Python<'_>,
        terminals: Vec<PyTerminal>,
        ignored: Vec<u16>,
        rules: Vec<PyRule>,
        start: u16,
        layout: String,
        literals: Vec<Option<String>>,
        modes: Option<Vec<(String, Vec<u16>)>>,
        version: Option<String>,
        lexer: Option<&[u8]>,
        comments: Vec<u16>,
        strings: Vec<u16>,
    ) -> PyResult<Self> {
        if literals.len() != terminals.len() {
            return Err(PyValueError::new_err("as many literals as terminals are needed"));
        }
        let lexical = (0..terminals.len() as u16).filter(|&term| terminals[usize::from(term)].1.is_some());
        let modes = modes.unwrap_or_else(|| vec![("main".to_owned(), lexical.collect())]);
        let terminals: Vec<Terminal> = terminals
            .into_iter()
            .zip(literals)
            .map(|((name, pattern, priority, is_string), literal)| Terminal {
                name,
                pattern,
                priority,
                is_string,
                literal,
            })
            .collect();
        let rules = rules
            .into_iter()
            .map(|(name, state_count, edges)| RuleSource { name, state_count, edges })
            .collect();
        let source = Source {
            terminals,
            ignored,
            comments,
            strings,
            rules,
            start,
            layout,
            version,
            modes,
            lexer: lexer.map(<[u8]>::to_vec),
        };
        py.detach(|| guarded(|| Grammar::new(source).map_err(PyValueError::new_err)))
            .map(|grammar| Self { grammar: Arc::new(grammar) })
    }

    /// Per terminal a shortest text; none for one that is never lexed.
    fn shortest_texts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Option<Bound<'py, PyBytes>>>> {
        let texts = guarded(|| Ok(self.grammar.costs().shortest_texts(&self.grammar)))?;
        Ok(texts.into_iter().map(|text| text.map(|text| PyBytes::new(py, &text))).collect())
    }

    /// The lexer as bytes, for the next time.
    fn lexer<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.grammar.lexer.to_bytes())
    }

    /// Sizes for reports: lexer states, rules kept, states of their automata.
    fn sizes(&self) -> (usize, usize, usize) {
        let kept = self.grammar.rules.iter().filter(|rule| rule.count > 0).count();
        (self.grammar.lexer.state_count(), kept, self.grammar.state_count)
    }

    /// Forget what is kept of former texts.
    fn forget(&self) {
        self.grammar.kept.clear();
    }
}

/// The contexts of one document, kept between quotients.
#[pyclass(name = "Session", module = "engine._core", frozen)]
struct PySession {
    grammar: Arc<Grammar>,
    session: Mutex<Session>,
}

#[pymethods]
impl PySession {
    #[new]
    #[pyo3(signature = (grammar, *, spare="code"))]
    fn new(grammar: &PyGrammar, spare: &str) -> PyResult<Self> {
        let spared = match spare {
            "words" => Spared::Words,
            "code" => Spared::Code,
            "nothing" => Spared::Nothing,
            _ => return Err(PyValueError::new_err("what is spared is words, code or nothing")),
        };
        guarded(|| {
            let session = Mutex::new(Session::new(&grammar.grammar, spared));
            Ok(Self { grammar: Arc::clone(&grammar.grammar), session })
        })
    }

    /// Read all of a text, for the cursors to come.
    fn read_ahead(&self, py: Python<'_>, text: &[u8]) -> PyResult<bool> {
        py.detach(|| guarded(|| locked(&self.session).map(|mut session| session.read_ahead(text))))
    }

    /// The quotient by two contexts.
    fn quotient(&self, py: Python<'_>, left: &[u8], right: &[u8]) -> PyResult<PyQuotient> {
        let grammar = Arc::clone(&self.grammar);
        let joined = py.detach(|| guarded(|| Ok(locked(&self.session)?.quotient(left, right))))?;
        Ok(match joined {
            Ok(quotient) => {
                PyQuotient { shared: Some(Arc::new(Mutex::new(quotient))), problem: None, grammar }
            }
            Err(problem) => PyQuotient { shared: None, problem: Some(problem), grammar },
        })
    }
}

/// The quotient of the language by two contexts.
#[pyclass(name = "Quotient", module = "engine._core", frozen)]
struct PyQuotient {
    shared: Option<Arc<Mutex<Quotient>>>,
    problem: Option<Problem>,
    grammar: Arc<Grammar>,
}

#[pymethods]
impl PyQuotient {
    /// `(side, offset, message, expected terminals)` where no middle fits.
    #[getter]
    fn problem(&self) -> Option<(&'static str, usize, String, Vec<String>)> {
        self.problem.as_ref().map(|problem| {
            let side = match problem.side {
                Side::Left => "left",
                Side::Right => "right",
                Side::Both => "both",
            };
            (side, problem.offset, problem.message.clone(), names(&self.grammar, &problem.expected))
        })
    }

    /// The state at the cursor; not viable where no middle fits.
    fn start(&self) -> PyResult<PyState> {
        PyState::start(self.shared.as_ref())
    }

    /// Charts made so far, and the room they take in bytes.
    fn size(&self) -> PyResult<(u32, usize)> {
        self.shared.as_ref().map_or(Ok((0, 0)), |shared| Ok(locked(shared)?.size()))
    }
}

/// The byte strings of a model's tokens.
#[pyclass(name = "Vocabulary", module = "engine._core", frozen)]
struct PyVocabulary {
    vocabulary: Vocabulary,
}

#[pymethods]
impl PyVocabulary {
    #[new]
    fn new(tokens: &Bound<'_, PyList>) -> PyResult<Self> {
        let (mut text, mut lengths) = (Vec::new(), Vec::with_capacity(tokens.len()));
        for token in tokens.iter() {
            let token = token.cast::<PyBytes>()?.as_bytes();
            text.extend_from_slice(token);
            lengths.push(token.len());
        }
        guarded(|| Ok(Self { vocabulary: Vocabulary::new(text, lengths) }))
    }

    /// Make now what the masks in a language need, and give that as bytes, to be kept.
    fn prepare<'py>(&self, py: Python<'py>, grammar: &PyGrammar) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| guarded(|| Ok(self.vocabulary.prepare(&grammar.grammar))))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Take what was kept for an equal vocabulary and language; false if it is something else.
    fn restore(&self, py: Python<'_>, grammar: &PyGrammar, data: &[u8]) -> PyResult<bool> {
        py.detach(|| guarded(|| Ok(self.vocabulary.restore(&grammar.grammar, data))))
    }

    /// Whether one of both was done for a language, and what came of it is still here.
    fn is_prepared(&self, py: Python<'_>, grammar: &PyGrammar) -> PyResult<bool> {
        py.detach(|| guarded(|| Ok(self.vocabulary.is_prepared(&grammar.grammar))))
    }

    /// The tokens' bytes one behind another, and where each begins, four bytes a number: what tells
    /// vocabularies apart.
    fn texts<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
        let (text, begins) = self.vocabulary.texts().parts();
        let begins: Vec<u8> = begins.iter().flat_map(|begin| begin.to_le_bytes()).collect();
        (PyBytes::new(py, text), PyBytes::new(py, &begins))
    }

    fn __len__(&self) -> usize {
        self.vocabulary.texts().len()
    }
}

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("CoreError", module.py().get_type::<CoreError>())?;
    module.add_class::<PyGrammar>()?;
    module.add_class::<PySession>()?;
    module.add_class::<PyQuotient>()?;
    module.add_class::<PyState>()?;
    module.add_class::<PyOpenings>()?;
    module.add_class::<PyGuard>()?;
    module.add_class::<PyLogits>()?;
    module.add_class::<PyNgrams>()?;
    module.add_class::<PyVocabulary>()
}
