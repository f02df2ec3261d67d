//! An n-gram model of the text around the cursor, interpolated with a language model's logits.
//!
//! Code repeats nearby code far more often than distant code, and a small model's window holds little of it.
//! Therefore, where the last tokens already occur in the file, the tokens that follow them there get a share
//! of the probability. A longer n-gram context takes precedence over a shorter one, and the model's own
//! distribution has the rest. Cache models: Kuhn and De Mori, "A Cache-Based Natural Language Model for
//! Speech Recognition" (1990); of code: Tu, Su and Devanbu, "On the Localness of Software" (2014), sections
//! 3.2 and 3.3; the interpolation of orders: Jelinek and Mercer (1980).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::logits::summary;

/// Number of orders. An order is the number of tokens of the n-gram context, from 0 to one less than this.
pub const ORDERS: usize = 6;

/// The number that separates two texts in a list of tokens, so that no n-gram context spans both.
pub const BORDER: u32 = u32::MAX;

/// The shares of the probability, from 0 to less than 1, for each order: if several different tokens follow
/// the context in the file, if one token follows once, and if one token follows more than once.
pub type Shares = [[f64; 3]; ORDERS];

/// An n-gram model: the tokens of some texts, and the shares of the orders.
pub struct Ngrams {
    tokens: Vec<u32>,
    shares: Shares,
}

impl Ngrams {
    /// Returns the model of the texts in `tokens`, which has [`BORDER`] between each two texts.
    ///
    /// # Panics
    ///
    /// Panics if a share is not from 0 to less than 1.
    pub fn new(tokens: Vec<u32>, shares: Shares) -> Self {
        assert!(shares.iter().flatten().all(|share| (0.0..1.0).contains(share)));
        Self { tokens, shares }
    }

    /// Interpolates the distribution of `logits` with the n-gram model's, in place.
    ///
    /// Tokens that do not follow the context in the texts keep their logits: the result is not normalised,
    /// but it consists of logits again.
    ///
    /// `history` is the preceding tokens, or at least the last [`ORDERS`] - 1 of them. `allowed` is the set
    /// of tokens that may follow; none allows all. With a set, only its tokens count in `logits`, and order 0
    /// is used too.
    pub fn interpolate(&self, history: &[u32], allowed: Option<&FxHashSet<u32>>, logits: &mut [f32]) {
        let mut kept = 1.0;
        let mut given: FxHashMap<u32, f64> = FxHashMap::default();
        for (order, counts) in self.counts(history, allowed) {
            let total: u32 = counts.values().sum();
            let share = self.shares[order][kind(counts.len(), total)];
            kept *= 1.0 - share;
            for given in given.values_mut() {
                *given *= 1.0 - share;
            }
            for (token, count) in counts {
                *given.entry(token).or_default() += share * f64::from(count) / f64::from(total);
            }
        }
        if given.is_empty() {
            return;
        }
        let log_sum = log_sum(allowed, logits);
        for (token, given) in given {
            if let Some(logit) = logits.get_mut(token as usize) {
                let own = (f64::from(*logit) - log_sum).exp();
                *logit = ((own + given / kept).ln() + log_sum) as f32;
            }
        }
    }

    /// Returns for each order, from 0 upwards, how often each token follows the context in the texts. Orders
    /// whose context no token follows are left out.
    fn counts(&self, history: &[u32], allowed: Option<&FxHashSet<u32>>) -> Vec<(usize, FxHashMap<u32, u32>)> {
        let may_follow =
            |token: u32| token != BORDER && allowed.is_none_or(|allowed| allowed.contains(&token));
        let mut found = Vec::new();
        let mut places: Vec<usize> = Vec::new();
        for order in 0..ORDERS.min(history.len() + 1) {
            if order < 2 {
                let Some(first) = self.first_places(history, order, allowed.is_some()) else { continue };
                places = first.filter(|&place| may_follow(self.tokens[place])).collect();
            } else {
                let before = history[history.len() - order];
                places.retain(|&place| place >= order && self.tokens[place - order] == before);
            }
            if places.is_empty() {
                if order > 0 {
                    break;
                }
                continue;
            }
            let mut counts = FxHashMap::default();
            for &place in &places {
                *counts.entry(self.tokens[place]).or_default() += 1;
            }
            found.push((order, counts));
        }
        found
    }

    /// Returns the positions of the tokens that follow the last token of `history`, for order 1. For order 0
    /// returns all positions if `by_itself` is set, and none otherwise.
    fn first_places<'a>(
        &'a self,
        history: &[u32],
        order: usize,
        by_itself: bool,
    ) -> Option<Box<dyn Iterator<Item = usize> + 'a>> {
        if order == 0 {
            return by_itself.then(|| Box::new(0..self.tokens.len()) as Box<dyn Iterator<Item = usize>>);
        }
        let last = *history.last()?;
        let follows = self.tokens.windows(2).enumerate().filter(move |(_, pair)| pair[0] == last);
        Some(Box::new(follows.map(|(place, _)| place + 1)))
    }
}

/// Returns the index in [`Shares`] for a number of different following tokens and their total count.
fn kind(different: usize, total: u32) -> usize {
    match (different, total) {
        (1, 1) => 1,
        (1, _) => 2,
        _ => 0,
    }
}

/// Returns the logarithm of the sum of the exponentials of the allowed tokens' logits.
fn log_sum(allowed: Option<&FxHashSet<u32>>, logits: &[f32]) -> f64 {
    let Some(allowed) = allowed else { return summary(logits).log_sum };
    let some: Vec<f32> = allowed.iter().filter_map(|&token| logits.get(token as usize).copied()).collect();
    summary(&some).log_sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NONE: [f64; 3] = [0.0; 3];

    fn probabilities(logits: &[f32]) -> Vec<f64> {
        let log_sum = summary(logits).log_sum;
        logits.iter().map(|&logit| (f64::from(logit) - log_sum).exp()).collect()
    }

    fn after(texts: &[u32], shares: Shares, history: &[u32], allowed: Option<&[u32]>) -> Vec<f64> {
        let mut logits = vec![0.0; 4];
        let allowed = allowed.map(|tokens| tokens.iter().copied().collect());
        Ngrams::new(texts.to_vec(), shares).interpolate(history, allowed.as_ref(), &mut logits);
        let may = |token: usize| allowed.as_ref().is_none_or(|some| some.contains(&(token as u32)));
        let seen: Vec<f32> =
            logits.iter().enumerate().filter(|(token, _)| may(*token)).map(|(_, &one)| one).collect();
        probabilities(&seen)
    }

    fn close(ours: &[f64], wanted: &[f64]) {
        assert_eq!(ours.len(), wanted.len());
        for (one, other) in ours.iter().zip(wanted) {
            assert!((one - other).abs() < 1e-6, "{ours:?} are not {wanted:?}");
        }
    }

    #[test]
    fn what_followed_gets_its_share() {
        let shares = [NONE, [0.5, 0.1, 0.2], [0.3, 0.4, 0.6], NONE, NONE, NONE];
        // One token follows once.
        close(&after(&[0, 1], shares, &[0], None), &[0.225, 0.325, 0.225, 0.225]);
        // One token follows twice.
        close(&after(&[0, 1, 0, 1], shares, &[0], None), &[0.2, 0.4, 0.2, 0.2]);
        // Two different tokens follow.
        close(&after(&[0, 1, 0, 2], shares, &[0], None), &[0.125, 0.375, 0.375, 0.125]);
        // The longer context takes precedence: 2 occurs once after 3 and 0.
        close(&after(&[0, 1, 3, 0, 2], shares, &[3, 0], None), &[0.075, 0.225, 0.625, 0.075]);
        // Nothing follows the end of a text.
        close(&after(&[0, BORDER, 1], shares, &[0], None), &[0.25; 4]);
        close(&after(&[0, 1], shares, &[], None), &[0.25; 4]);
    }

    #[test]
    fn among_some_tokens_words_by_themselves_count() {
        let shares = [[0.5, 0.1, 0.2], NONE, NONE, NONE, NONE, NONE];
        close(&after(&[0, 1, 1, 2], shares, &[3], Some(&[1, 3])), &[0.6, 0.4]);
        close(&after(&[0, 1, 1, 2], shares, &[3], None), &[0.25; 4]);
    }

    proptest! {
        #[test]
        fn probabilities_add_up_as_the_definition_has_them(
            texts in prop::collection::vec(prop_oneof![0_u32..4, Just(BORDER)], 0..40),
            history in prop::collection::vec(0_u32..4, 0..8),
            share in 0.0..0.9_f64,
        ) {
            let shares = [NONE, [share; 3], [share; 3], [share; 3], [share; 3], [share; 3]];
            let mut wanted = vec![0.25; 4];
            for order in 1..ORDERS.min(history.len() + 1) {
                let context = &history[history.len() - order..];
                let follow: Vec<u32> = texts.windows(order + 1)
                    .filter(|window| &window[..order] == context && window[order] != BORDER)
                    .map(|window| window[order])
                    .collect();
                for token in follow.iter().take(1).flat_map(|_| 0..4) {
                    let times = |wanted: &dyn Fn(u32) -> bool| {
                        f64::from(u32::try_from(follow.iter().filter(|&&one| wanted(one)).count()).unwrap())
                    };
                    let part = times(&|one| one == token) / times(&|_| true);
                    wanted[token as usize] = (1.0 - share) * wanted[token as usize] + share * part;
                }
            }
            close(&after(&texts, shares, &history, None), &wanted);
        }
    }
}
