//! The scanner: one pass over a JSON value, checking it and leaving a tape.
//!
//! A value may come in steps. Positions on the tape count from the first byte of the value's line, whatever the steps.

use crate::atoms::AtomTable;
use crate::pass::{Pass, Stop};
use crate::string_state::StringState;
use crate::tape::{Fault, MAX_DEPTH};

/// What the scanner waits for. The order counts: a quote may come up to `Key`, and is a key from `KeyOrClose` on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Wait {
    Value,
    ValueOrClose,
    KeyOrClose,
    Key,
    Colon,
    CommaOrClose,
    Done,
}

/// What a step came to; positions are those of the step's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// All up to here is read: the end, or the start of a token that must be seen whole.
    Read(usize),
    /// The tape is full; with a longer one, go on from here.
    TapeFull(usize),
    /// The value is none, as is found here.
    Fault(Fault, usize),
}

/// The bytes of one step: `bytes[from, to)`, whose first byte lies `offset` bytes behind the line's start.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The whole buffer; what is behind `to` may be read, but decides nothing.
    pub bytes: &'a [u8],
    /// Where the step begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// Bytes from the line's start.
    pub offset: i64,
    /// Whether the line ends at `to`.
    pub is_final: bool,
}

/// Counters of oddities so far; a container is odd when they moved between its ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Oddities {
    pub loose: u32,
    pub surrogates: u32,
    pub numbers: u32,
}

const NONE_ODD: Oddities = Oddities { loose: 0, surrogates: 0, numbers: 0 };

/// A container that is not closed yet.
#[derive(Clone, Copy)]
pub(crate) struct Open {
    pub token: u32,
    pub is_object: bool,
    /// The oddities before it.
    pub odd: Oddities,
}

const NONE_OPEN: Open = Open { token: 0, is_object: false, odd: NONE_ODD };

/// Reads one value after another.
pub struct Scanner {
    pub(crate) wait: Wait,
    pub(crate) is_in_object: bool,
    pub(crate) in_string: bool,
    pub(crate) depth: usize,
    pub(crate) token_count: usize,
    pub(crate) odd: Oddities,
    pub(crate) open: [Open; MAX_DEPTH],
    pub(crate) string: StringState,
}

impl Scanner {
    /// A scanner that waits for its first value.
    pub const fn new() -> Self {
        Scanner {
            wait: Wait::Value,
            is_in_object: false,
            in_string: false,
            depth: 0,
            token_count: 0,
            odd: NONE_ODD,
            open: [NONE_OPEN; MAX_DEPTH],
            string: StringState::new(),
        }
    }

    /// Forgets the last value.
    pub fn reset(&mut self) {
        self.wait = Wait::Value;
        self.in_string = false;
        self.depth = 0;
        self.token_count = 0;
        self.odd = NONE_ODD;
    }

    /// Tokens on the tape.
    pub fn token_count(&self) -> usize {
        self.token_count
    }

    /// Reads on. `tape` holds what earlier steps of the value left.
    pub fn step(&mut self, atoms: &AtomTable, tape: &mut [u32], input: Input<'_>) -> Step {
        let to = input.to.min(input.bytes.len());
        let from = input.from.min(to);
        let mut pass = Pass {
            scanner: self,
            atoms,
            tape,
            bytes: input.bytes,
            from,
            to,
            shift: input.offset - from as i64,
            is_final: input.is_final,
        };
        match pass.run() {
            Ok(position) | Err(Stop::NeedMore(position)) => Step::Read(position),
            Err(Stop::TapeFull(position)) => Step::TapeFull(position),
            Err(Stop::Fault(fault, position)) => {
                self.in_string = false;
                Step::Fault(fault, position)
            }
        }
    }
}

impl Default for Scanner {
    fn default() -> Self {
        Scanner::new()
    }
}
