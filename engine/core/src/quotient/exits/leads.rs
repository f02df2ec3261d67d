//! The ignored lexemes before the content of a right context, from where lexemes end in it.

use smallvec::SmallVec;

use crate::base::interrupt::count_steps;
use crate::base::text::Distance;
use crate::context::right::{Entry, Right};
use crate::grammar::Grammar;
use crate::grammar::lead::Lead;
use crate::layout::place::ROOT;

/// The ignored lexemes between a position and the distance `end`, and the first positions on the way: leads from other
/// positions soon come to one of them.
struct Led {
    first: SmallVec<[Distance; MAX_LED]>,
    end: Distance,
    lead: Lead,
}

/// Number of positions of a [`Led`].
const MAX_LED: usize = 8;

impl Led {
    fn position(&self, distance: Distance) -> Option<u32> {
        Some(self.first.iter().position(|&first| first == distance)? as u32)
    }
}

/// The longest of the last leads.
#[derive(Default)]
pub struct Leads(Option<Led>);

impl Leads {
    /// Returns the ignored lexemes from an offset to an entry.
    pub fn lead(&mut self, grammar: &Grammar, right: &mut Right, offset: usize, entry: Entry) -> Lead {
        let mut lead = Lead::default();
        let mut first: SmallVec<[Distance; MAX_LED]> = SmallVec::new();
        let known = self.0.take().filter(|known| known.end == entry.distance);
        let mut distance = right.lexemes.length() - offset as u32;
        while distance > entry.distance {
            count_steps(1);
            let lexeme = right.lexemes.get(grammar, distance, ROOT);
            let (set, next) = (lexeme.set, distance - lexeme.length);
            let met = known.as_ref().and_then(|known| Some((known, known.position(distance)?)));
            if let Some((known, skipped)) = met {
                lead.extend(&known.lead, skipped);
                break;
            }
            if first.len() < MAX_LED {
                first.push(distance);
            }
            lead.push(set, right.lexemes.byte(distance), 1);
            distance = next;
        }
        self.0 = known.or_else(|| Some(Led { first, end: entry.distance, lead: lead.clone() }));
        lead
    }
}
