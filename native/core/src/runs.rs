//! Finds what ends a plain run inside a string: a quote, a backslash, a control character.
//!
//! Vectors are in `vector`; `words` is their twin in plain arithmetic, which runs where there are no vectors and which the
//! fuzz target holds the vectors against.

use crate::vector as fast;

/// Bytes that `marks_of` looks at.
pub const BLOCK: usize = 64;

/// What is where in a block: a bit a byte, the first byte lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks {
    /// Quotes.
    pub quotes: u64,
    /// Backslashes.
    pub backslashes: u64,
    /// Control characters.
    pub controls: u64,
    /// Letters that make an escape of two bytes behind a backslash: quote, backslash, `n`, `r`, `t`. (`b` and `f` are
    /// too rare to look for.)
    pub letters: u64,
}

/// Looks at a block.
#[inline]
pub fn marks_of(block: &[u8; BLOCK]) -> Marks {
    fast::marks_of(block)
}

/// The first position in `[from, to)` whose byte ends a plain run, `to` when there is none. Bytes at and behind `to`
/// may be read, but decide nothing. `from <= to <= bytes.len()`.
#[inline]
pub fn run_end(bytes: &[u8], from: usize, to: usize) -> usize {
    let mut position = from;
    while position < to {
        // Near the end of the buffer no vector can be loaded; the last bytes go one by one.
        let chunk = match bytes.get(position..position + fast::WIDTH).map(TryInto::try_into) {
            Some(Ok(chunk)) => chunk,
            _ => return run_end_scalar(bytes, position, to),
        };
        let length = fast::plain_length(chunk);
        if length < fast::WIDTH {
            return to.min(position + length);
        }
        position += fast::WIDTH;
        // Long runs (images, texts) by 64 bytes at a time, with one question for all of them.
        while position + BLOCK <= to {
            match bytes.get(position..position + BLOCK).map(TryInto::try_into) {
                Some(Ok(block)) if fast::is_plain(block) => position += BLOCK,
                _ => break,
            }
        }
    }
    to
}

/// `run_end` a byte at a time.
pub fn run_end_scalar(bytes: &[u8], from: usize, to: usize) -> usize {
    let run = bytes.get(from..to).unwrap_or(&[]);
    let ends_run = |&byte: &u8| byte == b'"' || byte == b'\\' || byte < 0x20;
    run.iter().position(ends_run).map_or(to, |length| from + length)
}

#[cfg(test)]
mod tests {
    use super::{marks_of, run_end, run_end_scalar, BLOCK};
    use crate::words;

    #[test]
    fn finds_every_ending_byte_at_every_place() {
        let lengths = if cfg!(miri) { [0, 1, 15, 16, 70] } else { [15, 16, 17, 64, 150] };
        for length in lengths {
            for at in 0..=length {
                for ending in [b'"', b'\\', 0, 0x1f, b'\n'] {
                    let mut bytes = vec![0xe9; length];
                    if at < length {
                        bytes[at] = ending;
                    }
                    for from in [0, 1, 7, 16] {
                        let from = from.min(length);
                        let found = run_end(&bytes, from, length);
                        assert_eq!(found, run_end_scalar(&bytes, from, length));
                    }
                }
            }
        }
    }

    #[test]
    fn takes_all_other_bytes_as_plain() {
        for byte in 0x20..=0xffu8 {
            if byte != b'"' && byte != b'\\' {
                assert_eq!(run_end(&[byte; 100], 0, 100), 100);
                assert!(words::is_plain(&[byte; BLOCK]));
            }
        }
    }

    #[test]
    fn looks_at_its_range_alone() {
        let bytes = *b"\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"";
        assert_eq!(run_end(&bytes, 1, 20), 20);
        assert_eq!(run_end(&bytes, 1, bytes.len()), bytes.len() - 1);
        assert_eq!(run_end(&bytes, 5, 5), 5);
    }

    #[test]
    fn marks_each_byte_at_each_place_as_it_is() {
        for byte in 0..=0xffu8 {
            for at in (0..BLOCK).step_by(if cfg!(miri) { 21 } else { 1 }) {
                let mut block = [b'a'; BLOCK];
                block[at] = byte;
                let bit = |is: bool| u64::from(is) << at;
                for marks in [marks_of(&block), words::marks_of(&block)] {
                    assert_eq!(marks.quotes, bit(byte == b'"'));
                    assert_eq!(marks.backslashes, bit(byte == b'\\'));
                    assert_eq!(marks.controls, bit(byte < 0x20));
                    assert_eq!(marks.letters, bit(b"\"\\nrt".contains(&byte)));
                }
            }
        }
    }

    #[test]
    fn marks_a_block_as_its_twin_does() {
        let mut state = 1u32;
        for _ in 0..if cfg!(miri) { 10 } else { 500 } {
            let block = [0; BLOCK].map(|_: u8| {
                state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
                let any = (state >> 8) as u8;
                [b'"', b'\\', 0x1f, 0x20, 0xff, b'n', 0x80, any][(state >> 16) as usize % 8]
            });
            assert_eq!(marks_of(&block), words::marks_of(&block));
        }
    }
}
