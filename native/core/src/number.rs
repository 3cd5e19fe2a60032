//! The forms of numbers: what JSON takes, and what surely prints as it stands.

/// Integers of at most this many digits surely fit into 64 bits.
const SURE_DIGITS: usize = 18;

/// How a run of bytes reads as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberForm {
    /// No number.
    Bad,
    /// Prints as it stands.
    Exact,
    /// An exponent, minus zero, or a huge integer.
    Inexact,
}

/// Whether a byte can be part of a number or a word.
#[inline]
pub fn is_scalar_byte(byte: u8) -> bool {
    SCALAR[usize::from(byte)]
}

static SCALAR: [bool; 256] = scalar_bytes();

const fn scalar_bytes() -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = b.is_ascii_alphanumeric() || b == b'-' || b == b'+' || b == b'.';
        byte += 1;
    }
    table
}

/// Reads all of `text` as a number.
pub fn number_form(text: &[u8]) -> NumberForm {
    let mut position = usize::from(text.first() == Some(&b'-'));
    let is_negative = position == 1;
    let first_digit = text.get(position).copied();
    let digits = digits_from(text, position);
    if digits == 0 || (digits > 1 && first_digit == Some(b'0')) {
        return NumberForm::Bad;
    }
    position += digits;
    let is_minus_zero = is_negative && digits == 1 && first_digit == Some(b'0');
    if position == text.len() {
        return if digits > SURE_DIGITS || is_minus_zero { NumberForm::Inexact } else { NumberForm::Exact };
    }
    if text[position] == b'.' {
        let fraction = digits_from(text, position + 1);
        if fraction == 0 {
            return NumberForm::Bad;
        }
        position += 1 + fraction;
    }
    let has_exponent = matches!(text.get(position), Some(b'e' | b'E'));
    if has_exponent {
        position += 1;
        if matches!(text.get(position), Some(b'+' | b'-')) {
            position += 1;
        }
        let exponent = digits_from(text, position);
        if exponent == 0 {
            return NumberForm::Bad;
        }
        position += exponent;
    }
    if position != text.len() {
        return NumberForm::Bad;
    }
    if has_exponent {
        NumberForm::Inexact
    } else {
        NumberForm::Exact
    }
}

fn digits_from(text: &[u8], from: usize) -> usize {
    let rest = text.get(from..).unwrap_or(&[]);
    rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

#[cfg(test)]
mod tests {
    use super::{number_form, NumberForm};

    #[test]
    fn tells_the_forms_apart() {
        for text in ["0", "-7", "1.50", "-0.0", "123456789012345678"] {
            assert_eq!(number_form(text.as_bytes()), NumberForm::Exact, "{text}");
        }
        for text in ["-0", "1e5", "0E0", "1.5e+5", "1234567890123456789"] {
            assert_eq!(number_form(text.as_bytes()), NumberForm::Inexact, "{text}");
        }
        for text in ["", "-", "01", "-01", "1.", ".5", "1e", "1e+", "1e1.5", "+1", "1-", "0x1"] {
            assert_eq!(number_form(text.as_bytes()), NumberForm::Bad, "{text}");
        }
    }
}
