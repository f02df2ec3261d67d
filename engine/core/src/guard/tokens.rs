//! Many tokens asked at once, as where a guard refuses most of those that a model likes best.

use rustc_hash::FxHashSet;

use super::Guard;
use super::position::Quotients;

impl Guard {
    /// Which of some texts may come next. One that begins like a refused one is refused with it.
    pub fn accepts_each<'t>(
        &self,
        quotients: &mut Quotients<'_>,
        texts: impl Iterator<Item = &'t [u8]>,
    ) -> Vec<bool> {
        let mut refused = Beginnings::default();
        texts
            .map(|text| {
                if refused.are_in(text) {
                    return false;
                }
                let accepts = self.accepts(quotients, text);
                if !accepts {
                    let count = self.prefix(quotients, text);
                    refused.insert(&text[..text.len().min(count + 1)]);
                }
                accepts
            })
            .collect()
    }
}

/// Beginnings of texts.
#[derive(Default)]
struct Beginnings<'t> {
    known: FxHashSet<&'t [u8]>,
    longest: usize,
}

impl<'t> Beginnings<'t> {
    fn insert(&mut self, text: &'t [u8]) {
        self.longest = self.longest.max(text.len());
        self.known.insert(text);
    }

    fn are_in(&self, text: &[u8]) -> bool {
        (0..=self.longest.min(text.len())).any(|length| self.known.contains(&text[..length]))
    }
}
