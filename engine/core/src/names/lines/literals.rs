//! The values of literals that are keys of a pattern: `CPython`'s compiler compares them as it compares constants, so
//! that `1`, `0x1`, `1.0` and `True` are equal.

/// Number of digits up to which integers have a value here.
const MAX_DIGITS: usize = 4300;

/// A value; two are equal if `CPython`'s are.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Nothing,
    /// An integer: whether it is negative, and its digits to the base 2³², the least first.
    Whole(bool, Vec<u32>),
    /// A number that is no integer, and one with an imaginary part.
    Real(f64),
    Complex(f64, f64),
    /// A string by its code points, which may be surrogates, and a string of bytes.
    Text(Vec<u32>),
    Bytes(Vec<u8>),
}

/// Returns the value of a key with these lexemes, if it is a constant whose value is known.
pub fn value(lexemes: &[&[u8]]) -> Option<Value> {
    match lexemes {
        [b"None"] => Some(Value::Nothing),
        [b"True"] => Some(whole(false, vec![1])),
        [b"False"] => Some(whole(false, Vec::new())),
        [first, ..] if first.iter().any(|byte| b"'\"".contains(byte)) => joined(lexemes),
        [b"-", rest @ ..] => number(true, rest),
        _ => number(false, lexemes),
    }
}

/// Returns whether nothing but the end of the key can follow its last lexeme.
pub fn ends_key(lexeme: &[u8]) -> bool {
    let is_imaginary = lexeme.ends_with(b"j") || lexeme.ends_with(b"J");
    matches!(lexeme, b"None" | b"True" | b"False") || (is_imaginary && begins_number(lexeme))
}

fn begins_number(lexeme: &[u8]) -> bool {
    lexeme.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.')
}

fn whole(is_negative: bool, mut digits: Vec<u32>) -> Value {
    while digits.last() == Some(&0) {
        digits.pop();
    }
    Value::Whole(is_negative && !digits.is_empty(), digits)
}

/// Returns the value of a number: a real one, an imaginary one, or a sum of both.
fn number(is_negative: bool, lexemes: &[&[u8]]) -> Option<Value> {
    let sign = if is_negative { -1.0 } else { 1.0 };
    match lexemes {
        [one] => match imaginary(one) {
            Some(imaginary) => Some(complex(0.0, sign * imaginary)),
            None => real(is_negative, one),
        },
        [one, operator @ (b"+" | b"-"), other] => {
            let real = match real(is_negative, one)? {
                Value::Real(real) => real,
                Value::Whole(is_negative, digits) => {
                    let size =
                        digits.iter().rev().fold(0.0, |sum, &digit| sum * 2f64.powi(32) + f64::from(digit));
                    if is_negative { -size } else { size }
                }
                _ => return None,
            };
            let imaginary = imaginary(other)?;
            Some(complex(real, if *operator == b"-" { -imaginary } else { imaginary }))
        }
        _ => None,
    }
}

fn complex(real: f64, imaginary: f64) -> Value {
    if imaginary == 0.0 { of_float(real) } else { Value::Complex(real, imaginary) }
}

fn plain(lexeme: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(lexeme).ok().filter(|_| begins_number(lexeme))?;
    Some(text.replace('_', "").to_ascii_lowercase())
}

fn imaginary(lexeme: &[u8]) -> Option<f64> {
    plain(lexeme)?.strip_suffix('j')?.parse().ok()
}

fn real(is_negative: bool, lexeme: &[u8]) -> Option<Value> {
    let text = plain(lexeme)?;
    let (radix, digits) = match text.get(..2) {
        Some("0x") => (16, &text[2..]),
        Some("0o") => (8, &text[2..]),
        Some("0b") => (2, &text[2..]),
        _ => (10, text.as_str()),
    };
    if radix == 10 && digits.bytes().any(|byte| !byte.is_ascii_digit()) {
        let float: f64 = digits.parse().ok()?;
        return Some(of_float(if is_negative { -float } else { float }));
    }
    if digits.len() > MAX_DIGITS {
        return None;
    }
    let mut found: Vec<u32> = Vec::new();
    for digit in digits.chars() {
        let mut carry = u64::from(digit.to_digit(radix)?);
        for part in &mut found {
            carry += u64::from(*part) * u64::from(radix);
            *part = carry as u32;
            carry >>= 32;
        }
        found.push(carry as u32);
        if carry == 0 {
            found.pop();
        }
    }
    Some(whole(is_negative, found))
}

/// Returns a floating-point number, which may be an integer.
fn of_float(float: f64) -> Value {
    if !float.is_finite() || float.fract() != 0.0 {
        return Value::Real(float);
    }
    let bits = float.abs().to_bits();
    let exponent = (bits >> 52) as usize;
    if exponent < 1023 {
        return whole(false, Vec::new());
    }
    // The number is the mantissa times two to the power of the exponent less 1023 and the mantissa's 52 bits.
    let mantissa = (bits & ((1 << 52) - 1)) | (1 << 52);
    let (down, up) = (1075_usize.saturating_sub(exponent), exponent.saturating_sub(1075));
    let mut digits = vec![0; up / 32];
    let shifted = u128::from(mantissa >> down) << (up % 32);
    digits.extend([shifted as u32, (shifted >> 32) as u32, (shifted >> 64) as u32]);
    whole(float < 0.0, digits)
}

/// Returns the value of adjacent strings.
fn joined(lexemes: &[&[u8]]) -> Option<Value> {
    let (mut text, mut bytes) = (Vec::new(), Vec::new());
    let mut are_bytes = false;
    for lexeme in lexemes {
        let prefix = lexeme.iter().position(|byte| b"'\"".contains(byte))?;
        let has = |letter: u8| lexeme[..prefix].iter().any(|byte| byte.eq_ignore_ascii_case(&letter));
        if has(b'f') || has(b't') {
            return None;
        }
        let quotes = &lexeme[prefix..];
        let is_long = quotes.len() >= 6 && quotes[1] == quotes[0] && quotes[2] == quotes[0];
        let quote = if is_long { 3 } else { 1 };
        let body = std::str::from_utf8(quotes.get(quote..quotes.len().checked_sub(quote)?)?).ok()?;
        let body = body.replace("\r\n", "\n").replace('\r', "\n");
        are_bytes = has(b'b');
        let points =
            if has(b'r') { body.chars().map(u32::from).collect() } else { unescaped(&body, are_bytes)? };
        if are_bytes {
            bytes.extend(points.into_iter().map(|point| point as u8));
        } else {
            text.extend(points);
        }
    }
    Some(if are_bytes { Value::Bytes(bytes) } else { Value::Text(text) })
}

/// Returns the code points or bytes of a string's text with escapes.
fn unescaped(text: &str, are_bytes: bool) -> Option<Vec<u32>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        let escape = rest.chars().next().filter(|_| first == '\\');
        let Some(escape) = escape else {
            found.push(u32::from(first));
            continue;
        };
        let after = &rest[escape.len_utf8()..];
        let (point, length) = match escape {
            '\n' => (None, 0),
            '\\' | '\'' | '"' => (Some(u32::from(escape)), 0),
            'a' => (Some(7), 0),
            'b' => (Some(8), 0),
            't' => (Some(9), 0),
            'n' => (Some(10), 0),
            'v' => (Some(11), 0),
            'f' => (Some(12), 0),
            'r' => (Some(13), 0),
            '0'..='7' => {
                let digits = rest.bytes().take(3).take_while(|byte| (b'0'..=b'7').contains(byte)).count();
                (Some(u32::from_str_radix(&rest[..digits], 8).ok()?), digits - 1)
            }
            'x' => (Some(hexadecimal(after, 2)?), 2),
            'u' if !are_bytes => (Some(hexadecimal(after, 4)?), 4),
            'U' if !are_bytes => (Some(hexadecimal(after, 8)?), 8),
            'N' if !are_bytes => {
                let name = after.strip_prefix('{')?.split_once('}')?.0;
                (Some(u32::from(unicode_names2::character(name)?)), name.len() + 2)
            }
            _ => {
                found.push(u32::from('\\'));
                (Some(u32::from(escape)), 0)
            }
        };
        found.extend(point);
        rest = &after[length..];
    }
    Some(found)
}

fn hexadecimal(text: &str, count: usize) -> Option<u32> {
    u32::from_str_radix(text.get(..count)?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn keys_are_equal_as_constants_are() {
        for (one, other, are_equal) in [
            ("1", "0x1", true),
            ("1", "1.0", true),
            ("1", "True", true),
            ("0", "False", true),
            ("- 0", "0.0", true),
            ("1_0", "1e1", true),
            ("1", "- 1", false),
            ("- 1.5", "- 15e-1", true),
            ("1", "1 + 0j", true),
            ("1 + 2j", "1.0 + 0_2J", true),
            ("1 + 2j", "1 - 2j", false),
            ("- 2j", "0 - 2j", true),
            ("9007199254740993", "9007199254740993.0", false),
            ("1e23", "99999999999999991611392", true),
            ("1e999", "1e998", true),
            ("00", "0b0", true),
            ("1", "'1'", false),
            ("None", "False", false),
            ("'a'", "\"a\"", true),
            ("'a' 'b'", "r'ab'", true),
            ("'\\x61\\142\\n'", "u'ab\\\n\\u000a'", true),
            ("'\\N{COMMA}'", "','", true),
            ("'a'", "b'a'", false),
            ("b'\\xff'", "b'\\377'", true),
            ("'''a\"'''", "'a\\\"'", true),
            ("'\\d'", "'\\\\d'", true),
        ] {
            let of = |text: &str| {
                let lexemes: Vec<&[u8]> = text.split(' ').map(str::as_bytes).collect();
                value(&lexemes).expect("a constant")
            };
            assert_eq!(of(one) == of(other), are_equal, "{one} {other}");
        }
        assert_eq!(value(&[b"a", b".", b"b"]), None);
    }
}
