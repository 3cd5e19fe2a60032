//! Finds the atom that a short run of bytes spells: one hash, one comparison.
//!
//! The names come from the caller (`src/contract/atoms.ts`), so that they stand in one place only.

/// No atom may be longer, in bytes.
pub const MAX_ATOM_BYTES: usize = 64;
const MAX_ATOMS: usize = 255;
const MAX_TEXT: usize = 4096;
const SLOTS: usize = 4096;

/// The known strings, by number from 1.
pub struct AtomTable {
    slots: [u8; SLOTS],
    starts: [u16; MAX_ATOMS + 1],
    lengths: [u8; MAX_ATOMS + 1],
    text: [u8; MAX_TEXT],
    longest: usize,
}

impl AtomTable {
    /// No atoms: every string is unknown.
    pub const fn empty() -> Self {
        AtomTable {
            slots: [0; SLOTS],
            starts: [0; MAX_ATOMS + 1],
            lengths: [0; MAX_ATOMS + 1],
            text: [0; MAX_TEXT],
            longest: 0,
        }
    }

    /// Takes names, each followed by a line feed; numbers count from 1. False when they are too many or too long.
    pub fn fill(&mut self, names: &[u8]) -> bool {
        *self = AtomTable::empty();
        let mut position = 0;
        let mut number = 0;
        for name in names.split(|&byte| byte == b'\n') {
            let end = position + name.len();
            if name.is_empty() {
                continue;
            }
            number += 1;
            if number > MAX_ATOMS || name.len() > MAX_ATOM_BYTES || end > MAX_TEXT {
                return false;
            }
            self.text[position..end].copy_from_slice(name);
            self.starts[number] = position as u16;
            self.lengths[number] = name.len() as u8;
            self.longest = self.longest.max(name.len());
            let mut slot = hash(name);
            while self.slots[slot] != 0 {
                slot = (slot + 1) % SLOTS;
            }
            self.slots[slot] = number as u8;
            position = end;
        }
        true
    }

    /// Bytes of the longest atom.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// The number of the atom that `name` spells, 0 when it is none. The bytes hold no escapes.
    #[inline]
    pub fn find(&self, name: &[u8]) -> u32 {
        if name.is_empty() || name.len() > self.longest {
            return 0;
        }
        let mut slot = hash(name);
        loop {
            let candidate = usize::from(self.slots[slot % SLOTS]);
            if candidate == 0 {
                return 0;
            }
            if usize::from(self.lengths[candidate]) == name.len() {
                let start = usize::from(self.starts[candidate]);
                if is_same(&self.text[start..start + name.len()], name) {
                    return candidate as u32;
                }
            }
            slot += 1;
        }
    }
}

/// `name` is not empty.
#[inline]
fn hash(name: &[u8]) -> usize {
    let length = name.len();
    let at = |index: usize| usize::from(name[index]);
    (length * 61 + at(0) * 7 + at(length >> 1) * 131 + at(length >> 2) * 511 + at(length - 1) * 29) % SLOTS
}

/// Compares two runs of one length by words: names are short, and a call of `memcmp` costs more than they do.
#[inline]
fn is_same(a: &[u8], b: &[u8]) -> bool {
    let (mut a, mut b) = (a, b);
    while let (Some((left, rest_a)), Some((right, rest_b))) = (split_word(a), split_word(b)) {
        if left != right {
            return false;
        }
        (a, b) = (rest_a, rest_b);
    }
    a.iter().zip(b).all(|(left, right)| left == right)
}

#[inline]
fn split_word(bytes: &[u8]) -> Option<(u32, &[u8])> {
    match bytes {
        [a, b, c, d, rest @ ..] => Some((u32::from_le_bytes([*a, *b, *c, *d]), rest)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_each_name_and_nothing_near_it() {
        let mut table = AtomTable::empty();
        assert!(table.fill(b"type\npayload\nid\nlow\n"));
        assert_eq!(table.find(b"type"), 1);
        assert_eq!(table.find(b"payload"), 2);
        assert_eq!(table.find(b"low"), 4);
        for near in [&b""[..], b"typ", b"types", b"Type", b"i", b"payloads"] {
            assert_eq!(table.find(near), 0);
        }
    }

    #[test]
    fn refuses_what_it_has_no_room_for() {
        let mut table = AtomTable::empty();
        assert!(!table.fill(&[b'a'; MAX_ATOM_BYTES + 1]));
        assert!(!table.fill(&b"a\n".repeat(MAX_ATOMS + 1)));
    }
}
