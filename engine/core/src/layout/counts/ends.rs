//! The ends of counted texts in the right context: for which delimiters it may begin within such a text.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;

use crate::base::text::Distance;
use crate::layout::counts::Delimiter;
use crate::layout::counts::words::{FEW_WORDS, Word, Words};
use crate::layout::mode_rules::ModeRules;
use crate::layout::modes::ModeStacks;
use crate::layout::place::ModeStack;
use crate::lexer::Lexer;

/// Number of signs of an end that may stand before the text in which the end has its rest.
const MAX_BEGUN: u8 = 16;

/// The ends of counted texts in a text, by their distances from its end.
#[derive(Default)]
pub struct CountedEnds {
    /// The place, the kind of text and the delimiter of each end.
    found: Vec<(Distance, u8, Delimiter)>,
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

    /// Returns the kinds and the delimiters of the ends from a distance on, the nearest first. `text` is what follows it.
    fn from(
        &mut self,
        rules: &ModeRules,
        lexer: &Lexer,
        text: &[u8],
        distance: Distance,
    ) -> Vec<(u8, Delimiter)> {
        if rules.counted.is_empty() {
            return Vec::new();
        }
        let unknown = distance.0.saturating_sub(self.searched.0) as usize;
        for (kind, counted) in rules.counted.iter().enumerate() {
            let begins = text[..unknown].iter().enumerate().filter(|(_, byte)| **byte == counted.begin);
            for (at, _) in begins {
                let ends = counted.ends(lexer, &text[at..]);
                let place = distance - at as u32;
                self.found.extend(ends.into_iter().map(|whole| (place, kind as u8, whole)));
            }
        }
        self.searched = self.searched.max(distance);
        let mut after: Vec<_> =
            self.found.iter().filter(|&&(place, ..)| place <= distance).copied().collect();
        after.sort_unstable_by_key(|&(place, ..)| Reverse(place));
        let mut known = FxHashSet::default();
        after.into_iter().map(|(_, kind, whole)| (kind, whole)).filter(|&end| known.insert(end)).collect()
    }

    /// Returns the stacks in which counted texts may be open at a distance. `text` is what follows it.
    pub fn open(
        &mut self,
        (rules, lexer): (&ModeRules, &Lexer),
        modes: &mut ModeStacks,
        (text, distance): (&[u8], Distance),
        words: Words,
    ) -> Vec<ModeStack> {
        let mut ends = self.from(rules, lexer, text, distance);
        let own = words.own.map(Delimiter::Word);
        let mut left = words.most;
        ends.retain(|&(_, whole)| {
            let is_of_word = matches!(whole, Delimiter::Word(_));
            let is_kept = !is_of_word || left > 0 || Some(whole) == own;
            left -= u8::from(is_of_word && left > 0);
            is_kept
        });
        for (kind, counted) in rules.counted.iter().enumerate().filter(|(_, counted)| counted.is_of_word) {
            let first = counted.word(lexer, text).filter(|_| words.most > 0).map(Delimiter::Word);
            ends.extend(own.into_iter().chain(first).map(|whole| (kind as u8, whole)));
        }
        let mut found: Vec<ModeStack> = Vec::new();
        for (kind, whole) in ends {
            found.extend(modes.counted(rules, kind, whole, None));
            if matches!(whole, Delimiter::Word(_)) {
                let is_anywhere = Some(whole) == own || words.most > FEW_WORDS;
                found.extend(modes.pending(rules, kind, whole, is_anywhere));
            }
        }
        for (kind, counted) in rules.counted.iter().enumerate() {
            for left in counted.rests(lexer, text) {
                if counted.is_of_word {
                    let suffix = text.get(..usize::from(left)).and_then(Word::new).map(Delimiter::Suffix);
                    let ended = suffix.map(|whole| modes.counted(rules, kind as u8, whole, Some(left)));
                    found.extend(ended.unwrap_or_default());
                    continue;
                }
                let least = left.max(counted.least);
                let more = (least..=least.saturating_add(MAX_BEGUN)).flat_map(|number| {
                    modes.counted(rules, kind as u8, Delimiter::Signs(number), Some(left))
                });
                found.extend(more);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
