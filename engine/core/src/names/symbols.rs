//! Numbers of names, which all spellings of a name share.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::ids::id_type;
use crate::layout::arguments::folded;

id_type! {
    /// The number of a name in [`Symbols`].
    Symbol: u32
}

/// The names of a document.
#[derive(Default)]
pub struct Symbols {
    numbers: FxHashMap<Arc<[u8]>, Symbol>,
    texts: Vec<Arc<[u8]>>,
}

impl Symbols {
    /// Returns the number of a name, which is added if it is new.
    pub fn number(&mut self, name: &[u8]) -> Symbol {
        if let Some(known) = self.get(name) {
            return known;
        }
        let text: Arc<[u8]> = if name.is_ascii() { name.into() } else { folded(name).into() };
        let number = Symbol::at(self.texts.len());
        self.texts.push(Arc::clone(&text));
        self.numbers.insert(text, number);
        number
    }

    /// Returns the number of a name, or none if it occurs nowhere in the document.
    pub fn get(&self, name: &[u8]) -> Option<Symbol> {
        if name.is_ascii() {
            return self.numbers.get(name).copied();
        }
        self.numbers.get(folded(name).as_slice()).copied()
    }

    /// Returns the text of a name.
    pub fn text(&self, symbol: Symbol) -> &Arc<[u8]> {
        &self.texts[symbol.index()]
    }

    /// Returns the number of names.
    pub fn count(&self) -> usize {
        self.texts.len()
    }
}
