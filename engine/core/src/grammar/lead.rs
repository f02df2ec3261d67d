//! Ignored lexemes that follow one another, in runs.

use crate::base::interrupt::count_steps;
use crate::grammar::Grammar;
use crate::grammar::feed;
use crate::layout::place::LayoutState;
use crate::lexer::ids::TermSetId;

/// Lexemes with the same terminals and the same first byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Run {
    set: TermSetId,
    first_byte: u8,
    count: u32,
}

/// Ignored lexemes that follow one another.
#[derive(Clone, Default, Debug)]
pub struct Lead(Vec<Run>);

impl Lead {
    /// Adds some equal lexemes.
    pub fn push(&mut self, set: TermSetId, first_byte: u8, count: u32) {
        match self.0.last_mut() {
            Some(last) if (last.set, last.first_byte) == (set, first_byte) => last.count += count,
            _ => self.0.push(Run { set, first_byte, count }),
        }
    }

    /// Adds those of another one but the first `skipped`.
    pub fn extend(&mut self, other: &Self, mut skipped: u32) {
        for run in &other.0 {
            let left = run.count.saturating_sub(skipped);
            skipped = skipped.saturating_sub(run.count);
            if left > 0 {
                self.push(run.set, run.first_byte, left);
            }
        }
    }

    /// Yields the terminals of the lexemes; those of equal ones that follow one another once.
    pub fn sets(&self) -> impl Iterator<Item = TermSetId> + '_ {
        self.0.iter().map(|run| run.set)
    }

    /// Returns the layout's state after the lexemes.
    pub fn place_after(&self, grammar: &Grammar, place: LayoutState) -> LayoutState {
        self.0.iter().fold(place, |place, run| {
            count_steps(1);
            let terms = grammar.lexer.set(run.set);
            feed::place_after_many_ignored(grammar, place, terms, run.first_byte, run.count)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Lead;
    use crate::lexer::ids::TermSetId;

    #[test]
    fn a_lead_is_the_list_of_its_lexemes() {
        let all = [(1, b' '), (1, b' '), (2, b'#'), (1, b'\t'), (1, b' '), (1, b' ')];
        let lead = |lexemes: &[(u16, u8)]| {
            let mut lead = Lead::default();
            for &(set, byte) in lexemes {
                lead.push(TermSetId(set), byte, 1);
            }
            lead
        };
        for from in 0..=all.len() {
            let mut found = lead(&all[..1]);
            found.extend(&lead(&all), from as u32);
            assert_eq!(found.0, lead(&[&all[..1], &all[from..]].concat()).0, "{from}");
        }
    }
}
