//! The tape: four 32-bit words a token. `src/contract/tape.ts` says what they mean; the numbers here are its numbers.

/// Words a token takes.
pub const TOKEN_WORDS: usize = 4;
/// Containers nest at most this deep.
pub const MAX_DEPTH: usize = 127;

/// `{`
pub const OBJECT: u32 = 1;
/// `[`
pub const ARRAY: u32 = 2;
/// A string that is a value.
pub const STRING: u32 = 3;
/// A string that is a key.
pub const KEY: u32 = 4;
/// A number.
pub const NUMBER: u32 = 5;
/// `true`
pub const TRUE: u32 = 6;
/// `false`
pub const FALSE: u32 = 7;
/// `null`
pub const NULL: u32 = 8;
/// The bits of word 0 that hold the kind.
pub const KIND_MASK: u32 = 0xff;

/// A string with at least one escape.
pub const ESCAPED: u32 = 1 << 8;
/// Not as the reference writer prints it, or a container of such a thing.
pub const LOOSE: u32 = 1 << 9;
/// A string with a lone surrogate escape, or a container of one.
pub const LONE_SURROGATE: u32 = 1 << 10;
/// A number that may print otherwise, or a container of one.
pub const INEXACT_NUMBER: u32 = 1 << 11;

/// Where the atom's number begins in word 0.
pub const ATOM_SHIFT: u32 = 16;

/// What a scan can find wrong, numbered as the callers' tables of names are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Fault {
    /// A byte that can't stand there.
    UnexpectedByte = 1,
    /// The bytes ran out within the value.
    UnexpectedEnd = 2,
    /// An escape that is none.
    BadEscape = 3,
    /// A control character inside a string.
    ControlInString = 4,
    /// A run of letters and digits that is neither a number nor a word of JSON.
    BadNumber = 5,
    /// Containers nest deeper than `MAX_DEPTH`.
    TooDeep = 6,
    /// Something stands behind the value.
    TrailingBytes = 7,
}
