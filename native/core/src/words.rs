//! What `vector` does, in words of 64 bits: for machines whose vectors have no form here, and to hold the vectors against.

use crate::runs::{Marks, BLOCK};

/// Bytes that `plain_length` looks at.
pub const WIDTH: usize = 8;

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// How many bytes stand before the first that ends a plain run, `WIDTH` when none does.
#[inline]
pub fn plain_length(chunk: &[u8; WIDTH]) -> usize {
    (ends(u64::from_le_bytes(*chunk)).trailing_zeros() / 8) as usize
}

/// Whether no byte ends a plain run.
#[inline]
pub fn is_plain(block: &[u8; BLOCK]) -> bool {
    words_of(block).all(|word| ends(word) == 0)
}

/// Says what is where.
#[inline]
pub fn marks_of(block: &[u8; BLOCK]) -> Marks {
    let none = Marks { quotes: 0, backslashes: 0, controls: 0, letters: 0 };
    words_of(block).enumerate().fold(none, |marks, (index, word)| {
        let placed = |high: u64| gather(high) << (index * 8);
        let (quote, backslash) = (equal(word, b'"'), equal(word, b'\\'));
        let letter = equal(word, b'n') | equal(word, b'r') | equal(word, b't');
        Marks {
            quotes: marks.quotes | placed(quote),
            backslashes: marks.backslashes | placed(backslash),
            controls: marks.controls | placed(controls(word)),
            letters: marks.letters | placed(quote | backslash | letter),
        }
    })
}

fn words_of(block: &[u8; BLOCK]) -> impl Iterator<Item = u64> + '_ {
    block.chunks_exact(8).map(|chunk| {
        let mut word = [0; 8];
        word.copy_from_slice(chunk);
        u64::from_le_bytes(word)
    })
}

/// The high bit of each byte that ends a plain run.
fn ends(word: u64) -> u64 {
    equal(word, b'"') | equal(word, b'\\') | controls(word)
}

/// The high bit of each byte that equals `byte`. No carry leaves a byte, so every bit is a true one.
fn equal(word: u64, byte: u8) -> u64 {
    let difference = word ^ (ONES * u64::from(byte));
    !(((difference & !HIGHS) + !HIGHS) | difference) & HIGHS
}

/// The high bit of each byte below 0x20.
fn controls(word: u64) -> u64 {
    !(((word & !HIGHS) + ONES * 0x60) | word) & HIGHS
}

/// The high bits of the bytes, side by side.
fn gather(highs: u64) -> u64 {
    (highs >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
