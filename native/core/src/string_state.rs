//! A string that is not short and plain: its escapes, its flags, and what of it is kept from step to step.

use crate::atoms::{AtomTable, MAX_ATOM_BYTES};
use crate::tape::{Fault, ESCAPED, LONE_SURROGATE, LOOSE};

/// The longest spelling of an atom, each of its letters as an escape.
const MAX_SPELLED: usize = MAX_ATOM_BYTES * 6;

/// What reading an escape came to.
pub(crate) enum Escape {
    /// The position behind it.
    End(usize),
    /// More bytes are needed to tell.
    NeedMore,
    /// It is none.
    Bad(Fault),
}

/// The state of the string that is being read.
pub(crate) struct StringState {
    /// Bytes that its escapes take more than what they stand for.
    pub shrink: u32,
    pub flags: u32,
    /// Its first bytes, kept at the end of a step while it is short enough to be an atom.
    head: [u8; MAX_SPELLED],
    head_length: usize,
}

impl StringState {
    pub const fn new() -> Self {
        StringState { shrink: 0, flags: 0, head: [0; MAX_SPELLED], head_length: 0 }
    }

    pub fn begin(&mut self) {
        self.shrink = 0;
        self.flags = 0;
        self.head_length = 0;
    }

    /// Keeps the bytes up to `to`. The string's first byte is at `start`, which may lie before this step's bytes.
    pub fn keep_head(&mut self, bytes: &[u8], start: i64, to: usize, longest_spelled: usize) {
        let length = to as i64 - start;
        if length < 0 || length > longest_spelled as i64 {
            return;
        }
        let from = start + self.head_length as i64;
        let new = usize::try_from(from).ok().and_then(|from| bytes.get(from..to));
        if let (Some(new), Some(head)) = (new, self.head.get_mut(self.head_length..length as usize)) {
            head.copy_from_slice(new);
            self.head_length = length as usize;
        }
    }

    /// The kept bytes.
    pub fn head(&self) -> &[u8] {
        &self.head[..self.head_length]
    }

    /// The atom that the whole string spells. A name may be spelled with escapes: it is decoded before it is matched.
    pub fn atom(&self, raw: &[u8], atoms: &AtomTable) -> u32 {
        if self.flags == 0 {
            return atoms.find(raw);
        }
        // No atom holds a character that the writer would escape.
        if self.flags & LOOSE == 0 {
            return 0;
        }
        spelled_atom(raw, atoms)
    }

    /// Reads an escape at `position` that is no short one.
    #[inline(never)]
    pub fn read_escape(&mut self, bytes: &[u8], position: usize, to: usize) -> Escape {
        let rest = &bytes[position..to];
        let letter = match rest.get(1) {
            Some(&letter) => letter,
            None => return Escape::NeedMore,
        };
        self.flags |= ESCAPED;
        if letter == b'/' {
            self.shrink += 1;
            self.flags |= LOOSE;
            return Escape::End(position + 2);
        }
        if letter != b'u' {
            return Escape::Bad(Fault::BadEscape);
        }
        let digits = match rest.get(2..6) {
            Some(digits) => digits,
            None => return Escape::NeedMore,
        };
        let unit = match read_hex(digits) {
            Some(unit) => unit,
            None => return Escape::Bad(Fault::BadEscape),
        };
        if unit < 0x20 {
            // Canonical only for controls without a short form, in lower case.
            let has_short_form = matches!(unit, 8 | 9 | 10 | 12 | 13);
            if has_short_form || digits[3].is_ascii_uppercase() {
                self.flags |= LOOSE;
            }
            self.shrink += 5;
            return Escape::End(position + 6);
        }
        self.flags |= LOOSE;
        self.shrink += match unit {
            0..=0x7f => 5,
            0x80..=0x7ff => 4,
            0xd800..=0xdfff => return self.read_surrogate(rest, position, unit),
            _ => 3,
        };
        Escape::End(position + 6)
    }

    /// `rest` begins with the escape of `unit`, one half of a pair or a lone one.
    fn read_surrogate(&mut self, rest: &[u8], position: usize, unit: u32) -> Escape {
        if unit < 0xdc00 {
            if rest.len() < 12 {
                // A second half may follow; only the line's end settles that it does not.
                let may_follow = match rest.get(6..) {
                    None | Some([] | [b'\\'] | [b'\\', b'u', ..]) => true,
                    Some(_) => false,
                };
                if may_follow {
                    return Escape::NeedMore;
                }
            } else if rest[6] == b'\\' && rest[7] == b'u' {
                if let Some(0xdc00..=0xdfff) = read_hex(&rest[8..12]) {
                    self.shrink += 8;
                    return Escape::End(position + 12);
                }
            }
        }
        self.flags |= LONE_SURROGATE;
        self.shrink += 3;
        Escape::End(position + 6)
    }
}

/// Whether an escape of one letter is one that the reference writer uses.
#[inline]
pub(crate) fn is_short_escape(letter: u8) -> bool {
    matches!(letter, b'"' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't')
}

fn read_hex(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |value, &digit| {
        let digit = match digit {
            b'0'..=b'9' => digit - b'0',
            b'a'..=b'f' => digit - b'a' + 10,
            b'A'..=b'F' => digit - b'A' + 10,
            _ => return None,
        };
        Some(value * 16 + u32::from(digit))
    })
}

/// Decodes a string whose escapes were checked; atoms are ASCII, so anything else ends it.
fn spelled_atom(raw: &[u8], atoms: &AtomTable) -> u32 {
    let mut name = [0; MAX_ATOM_BYTES];
    let mut length = 0;
    let mut rest = raw;
    while let [first, after @ ..] = rest {
        let (byte, behind) = match (*first, after) {
            (b'\\', [b'u', digits @ ..]) if digits.len() >= 4 => {
                let unit = read_hex(&digits[..4]).unwrap_or(u32::MAX);
                (u8::try_from(unit).unwrap_or(0x80), &digits[4..])
            }
            // Of the others only the solidus could stand in a name.
            (b'\\', [b'/', behind @ ..]) => (b'/', behind),
            (b'\\', _) => return 0,
            (byte, behind) => (byte, behind),
        };
        if byte >= 0x80 || length >= name.len() {
            return 0;
        }
        name[length] = byte;
        length += 1;
        rest = behind;
    }
    atoms.find(&name[..length])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_a_name_before_it_is_matched() {
        let mut atoms = AtomTable::empty();
        assert!(atoms.fill(b"type\na/b\n"));
        assert_eq!(spelled_atom(br"\u0074ype", &atoms), 1);
        assert_eq!(spelled_atom(br"\u0074\u0079\u0070\u0065", &atoms), 1);
        assert_eq!(spelled_atom(br"a\/b", &atoms), 2);
        for other in [&br"typ\n"[..], br"typ\u0165", br"\u0174ype", br"type\u0000", b"typ\xc3\xa9"] {
            assert_eq!(spelled_atom(other, &atoms), 0);
        }
    }
}
