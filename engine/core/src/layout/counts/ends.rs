//! The ends of counted texts in the right context: for which numbers of signs it may begin within such a text.

use rustc_hash::FxHashSet;

use crate::base::text::Distance;
use crate::layout::mode_rules::ModeRules;
use crate::layout::modes::ModeStacks;
use crate::layout::place::ModeStack;
use crate::lexer::Lexer;

/// Number of signs of an end that may stand before the text in which the end has its rest.
const MAX_BEGUN: u8 = 16;

/// The ends of counted texts in a text, by their distances from its end.
#[derive(Default)]
pub struct CountedEnds {
    /// The place, the kind of text and the number of signs of each end.
    found: Vec<(Distance, u8, u8)>,
    /// The distance up to which the text was searched.
    searched: Distance,
}

impl CountedEnds {
    /// Keeps what is known of the last `kept` bytes, but for those that an edit before them may change.
    pub fn keep(&mut self, kept: u32) {
        self.searched = self.searched.min(Distance(kept));
        let searched = self.searched;
        self.found.retain(|&(distance, ..)| distance <= searched);
    }

    /// Returns the kinds and the numbers of signs of the ends from a distance on, in order. `text` is what follows it.
    fn from(&mut self, rules: &ModeRules, lexer: &Lexer, text: &[u8], distance: Distance) -> Vec<(u8, u8)> {
        if rules.counted.is_empty() {
            return Vec::new();
        }
        let unknown = distance.0.saturating_sub(self.searched.0) as usize;
        for (kind, counted) in rules.counted.iter().enumerate() {
            let begins = text[..unknown].iter().enumerate().filter(|(_, byte)| **byte == counted.begin);
            for (at, _) in begins {
                let ends = counted.ends(lexer, &text[at..]);
                let place = distance - at as u32;
                self.found.extend(ends.into_iter().map(|number| (place, kind as u8, number)));
            }
        }
        self.searched = self.searched.max(distance);
        let after = self.found.iter().filter(|&&(place, ..)| place <= distance);
        let all: FxHashSet<(u8, u8)> = after.map(|&(_, kind, number)| (kind, number)).collect();
        let mut all: Vec<(u8, u8)> = all.into_iter().collect();
        all.sort_unstable();
        all
    }

    /// Returns the stacks in which counted texts may be open at a distance. `text` is what follows it.
    pub fn open(
        &mut self,
        (rules, lexer): (&ModeRules, &Lexer),
        modes: &mut ModeStacks,
        (text, distance): (&[u8], Distance),
    ) -> Vec<ModeStack> {
        let ends = self.from(rules, lexer, text, distance);
        let mut found: Vec<ModeStack> =
            ends.iter().flat_map(|&(kind, number)| modes.counted(rules, kind, number, None)).collect();
        for (kind, counted) in rules.counted.iter().enumerate() {
            for left in counted.rests(lexer, text) {
                let least = left.max(counted.least);
                let more = (least..=least.saturating_add(MAX_BEGUN))
                    .flat_map(|number| modes.counted(rules, kind as u8, number, Some(left)));
                found.extend(more);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
