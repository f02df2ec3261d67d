//! The most likely tokens and the probabilities of tokens, from a model's logits (one number for each token).
//!
//! These functions run once for each token that a model writes. Therefore one pass finds the maximum and one
//! the sum of the exponentials, and each works on several numbers at once with the processor's vector
//! instructions.

#![allow(
    clippy::inline_always,
    reason = "what is inlined is compiled for the processor that its caller is for"
)]
#![allow(clippy::float_cmp, reason = "the maximum is looked for among the numbers that it is of")]

/// Number of logits that are processed side by side.
const LANES: usize = 16;

/// Number of logits whose exponentials are summed in single precision before the sum is added to one in
/// double precision.
const BLOCK: usize = 64 * LANES;

/// The properties of a distribution that do not depend on a certain token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The most likely token, the first one among equals; 0 where there is none.
    pub first: usize,
    /// Logarithm of the sum of the exponentials.
    pub log_sum: f64,
}

/// Returns the most likely token and the logarithm by which all probabilities are normalised.
pub fn summary(logits: &[f32]) -> Summary {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the AVX2 instructions for which the function is compiled.
        return unsafe { summary_with_avx2(logits) };
    }
    summarise(logits)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn summary_with_avx2(logits: &[f32]) -> Summary {
    summarise(logits)
}

#[inline(always)]
fn summarise(logits: &[f32]) -> Summary {
    let highest = maximum(logits);
    let mut sum = 0.0;
    for block in logits.chunks(BLOCK) {
        sum += f64::from(sum_of_exponentials(block, highest));
    }
    Summary { first: first_place(logits, highest), log_sum: f64::from(highest) + sum.ln() }
}

#[inline(always)]
fn maximum(logits: &[f32]) -> f32 {
    let mut most = [f32::NEG_INFINITY; LANES];
    let (whole, rest) = logits.as_chunks::<LANES>();
    for lanes in whole {
        for place in 0..LANES {
            most[place] = if lanes[place] > most[place] { lanes[place] } else { most[place] };
        }
    }
    most.iter().chain(rest).fold(f32::NEG_INFINITY, |most, &logit| if logit > most { logit } else { most })
}

/// Returns the index at which a number first occurs; 0 if it does not occur.
#[inline(always)]
fn first_place(logits: &[f32], wanted: f32) -> usize {
    for (number, lanes) in logits.chunks(LANES).enumerate() {
        // The loop has no early exit, because with one the compiler would compare the numbers one by one.
        let mut is_there = false;
        for &logit in lanes {
            is_there |= logit == wanted;
        }
        if is_there {
            return number * LANES + lanes.iter().position(|&logit| logit == wanted).unwrap_or(0);
        }
    }
    0
}

#[inline(always)]
fn sum_of_exponentials(logits: &[f32], highest: f32) -> f32 {
    let mut sums = [0.0; LANES];
    let (whole, rest) = logits.as_chunks::<LANES>();
    for lanes in whole {
        for place in 0..LANES {
            sums[place] += exponential(lanes[place] - highest);
        }
    }
    sums.iter().sum::<f32>() + rest.iter().map(|&logit| exponential(logit - highest)).sum::<f32>()
}

/// Returns `exp(x)` for `x` of at most 0, with a relative error of about 1e-7; 0 from -87 downwards.
///
/// This is two to the power of `x / ln 2`. The whole part of that exponent becomes the exponent of a float.
/// The remainder is the argument of a polynomial, the Taylor series with its tail spread over the
/// coefficients (S. L. Moshier's Cephes library, `expf`).
#[inline(always)]
fn exponential(x: f32) -> f32 {
    // Adding this to a number of moderate size rounds the number to the nearest integer, which is then in the
    // lowest bits.
    const ROUNDS: f32 = 12_582_912.0;
    let bounded = if x > -87.0 { x } else { -87.0 };
    let shifted = bounded * std::f32::consts::LOG2_E + ROUNDS;
    let whole = shifted - ROUNDS;
    let part = (bounded - whole * 0.693_359_4) + whole * 2.121_944_4e-4;
    let series = 1.987_569_1e-4_f32;
    let series = series * part + 1.398_199_9e-3;
    let series = series * part + 8.333_452e-3;
    let series = series * part + 4.166_579_6e-2;
    let series = series * part + 0.166_666_65;
    let series = series * part + 0.5;
    let power = f32::from_bits((shifted.to_bits() << 23).wrapping_add(0x3f80_0000));
    let value = (series * part * part + part + 1.0) * power;
    if x > -87.0 { value } else { 0.0 }
}

/// Returns the most likely tokens, at most `count` and best first; of equally likely tokens, the first ones
/// win.
pub fn best(logits: &[f32], count: usize) -> Vec<usize> {
    let count = count.min(logits.len());
    let mut best: Vec<usize> = Vec::with_capacity(count + 1);
    if count == 0 {
        return best;
    }
    let mut least = f32::NEG_INFINITY;
    for (block, lanes) in logits.chunks(LANES).enumerate() {
        // Most blocks have no logit among the best and are skipped.
        let mut has_better = best.len() < count;
        for &logit in lanes {
            has_better |= logit > least;
        }
        if !has_better {
            continue;
        }
        for (place, &logit) in lanes.iter().enumerate() {
            if best.len() == count && logit <= least {
                continue;
            }
            let rank = best.partition_point(|&one| logits[one] >= logit);
            best.insert(rank, block * LANES + place);
            best.truncate(count);
            least = logits[best[best.len() - 1]];
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn exact(logits: &[f32]) -> Summary {
        let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f64 = logits.iter().map(|&logit| (f64::from(logit) - f64::from(highest)).exp()).sum();
        let first = logits.iter().position(|&logit| logit == highest).unwrap();
        Summary { first, log_sum: f64::from(highest) + sum.ln() }
    }

    fn logits() -> impl Strategy<Value = Vec<f32>> {
        let some = prop_oneof![
            8 => -30.0..30.0_f32,
            2 => (-4..4_i8).prop_map(f32::from),
            1 => Just(f32::NEG_INFINITY),
            1 => -1e30..-80.0_f32,
        ];
        (0..3000_u16, prop::collection::vec(some, 1..200), -20.0..20.0_f32).prop_map(
            |(more, mut some, at)| {
                some.extend((0..more).map(|place| at - f32::from(place % 97) * 0.1));
                some
            },
        )
    }

    proptest! {
        #[test]
        fn a_summary_is_what_the_definition_says(logits in logits()) {
            prop_assume!(logits.iter().any(|logit| logit.is_finite()));
            let (found, wanted) = (summary(&logits), exact(&logits));
            prop_assert_eq!(found.first, wanted.first);
            prop_assert!((found.log_sum - wanted.log_sum).abs() < 2e-6, "{} {}", found.log_sum, wanted.log_sum);
            prop_assert_eq!(summarise(&logits).first, wanted.first);
        }

        #[test]
        fn the_best_are_those_that_sorting_puts_first(logits in logits(), count in 0..80_usize) {
            let mut wanted: Vec<usize> = (0..logits.len()).collect();
            wanted.sort_by(|&one, &other| logits[other].total_cmp(&logits[one]));
            wanted.truncate(count);
            prop_assert_eq!(best(&logits, count), wanted);
        }
    }

    /// Every place at which numbers may begin, and every length up to some rows of lanes.
    #[test]
    fn numbers_begin_and_end_anywhere() {
        let numbers: Vec<f32> = (0..5 * LANES as u16).map(|n| f32::from(n * 7 % 31)).collect();
        for begin in 0..=LANES {
            for end in begin + 1..=numbers.len() {
                let logits = &numbers[begin..end];
                let (found, wanted) = (summary(logits), exact(logits));
                assert_eq!(found.first, wanted.first);
                assert!((found.log_sum - wanted.log_sum).abs() < 2e-6);
                assert_eq!(best(logits, usize::MAX).len(), logits.len());
            }
        }
    }

    #[test]
    fn an_exponential_is_near_the_true_one() {
        for step in 0..8700_u16 {
            let x = -f32::from(step) * 1e-2;
            let (found, wanted) = (f64::from(exponential(x)), f64::from(x).exp());
            assert!((found / wanted - 1.0).abs() < 3e-7, "exp({x}) = {found}");
        }
        assert_eq!(exponential(f32::NEG_INFINITY), 0.0);
    }

    #[test]
    fn what_is_no_number_does_no_harm() {
        assert_eq!(summary(&[f32::NAN, 1.0, f32::NAN]).first, 1);
        assert_eq!(summary(&[f32::NAN]).first, 0);
        assert_eq!(summary(&[]).first, 0);
        assert_eq!(best(&[f32::NAN, 1.0], 1), [1]);
    }
}
