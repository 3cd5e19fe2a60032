//! One step over its bytes: the loop of the scanner.
//!
//! What changes with every token is kept in locals and written back when the loop ends: through the scanner's memory
//! each token would wait for the stores of the one before it.

use crate::atoms::AtomTable;
use crate::number::{is_scalar_byte, number_form, NumberForm};
use crate::runs::run_end;
use crate::scan::{Oddities, Open, Scanner, Wait};
use crate::tape::{
    Fault, ARRAY, ATOM_SHIFT, FALSE, INEXACT_NUMBER, KEY, LONE_SURROGATE, LOOSE, MAX_DEPTH, NULL, NUMBER,
    OBJECT, STRING, TOKEN_WORDS, TRUE,
};

/// Why a step ends before its bytes do.
pub(crate) enum Stop {
    NeedMore(usize),
    TapeFull(usize),
    Fault(Fault, usize),
}

pub(crate) struct Pass<'a> {
    pub scanner: &'a mut Scanner,
    pub atoms: &'a AtomTable,
    pub tape: &'a mut [u32],
    pub bytes: &'a [u8],
    pub from: usize,
    pub to: usize,
    /// Offset in the line = position + shift.
    pub shift: i64,
    pub is_final: bool,
}

/// The scanner's state while the loop runs.
#[derive(Clone, Copy)]
struct Local {
    position: usize,
    wait: Wait,
    is_in_object: bool,
    depth: usize,
    count: usize,
}

impl Pass<'_> {
    /// Returns where it ends: at `to`.
    pub fn run(&mut self) -> Result<usize, Stop> {
        let mut position = self.from;
        if self.scanner.in_string {
            let end = run_end(self.bytes, position, self.to);
            position = self.read_on(end)?;
        }
        position = self.read_tokens(position)?;
        if self.is_final && self.scanner.wait != Wait::Done {
            return Err(Stop::Fault(Fault::UnexpectedEnd, self.to));
        }
        Ok(position)
    }

    fn read_tokens(&mut self, from: usize) -> Result<usize, Stop> {
        let mut local = self.load(from);
        let outcome = loop {
            match self.read_plain(local) {
                (end, Ok(true)) => {
                    // A string that is not plain begins behind this quote.
                    local = end;
                    self.store(&local);
                    match self.read_special(local.position) {
                        Ok(position) => local = self.load(position),
                        Err(stop) => return Err(stop),
                    }
                }
                (end, outcome) => {
                    local = end;
                    break outcome;
                }
            }
        };
        self.store(&local);
        outcome.map(|_| local.position)
    }

    fn load(&self, position: usize) -> Local {
        Local {
            position,
            wait: self.scanner.wait,
            is_in_object: self.scanner.is_in_object,
            depth: self.scanner.depth,
            count: self.scanner.token_count,
        }
    }

    fn store(&mut self, local: &Local) {
        self.scanner.wait = local.wait;
        self.scanner.is_in_object = local.is_in_object;
        self.scanner.depth = local.depth;
        self.scanner.token_count = local.count;
    }

    /// Reads tokens until the bytes end (false) or a string comes that is not plain (true, at its opening quote).
    #[inline]
    fn read_plain(&mut self, mut now: Local) -> (Local, Result<bool, Stop>) {
        let bytes = self.bytes;
        let within = &bytes[..self.to];
        let shift = self.shift as u32;
        let atoms = self.atoms;
        let tape = &mut *self.tape;
        let scanner = &mut *self.scanner;

        macro_rules! stop {
            ($stop:expr) => {
                return (now, Err($stop))
            };
        }
        macro_rules! push {
            ($words:expr) => {
                let words = $words;
                let at = now.count * TOKEN_WORDS;
                match tape.get_mut(at..at + TOKEN_WORDS) {
                    Some(token) => token.copy_from_slice(&words),
                    None => stop!(Stop::TapeFull(now.position)),
                }
                now.count += 1;
            };
        }
        macro_rules! after_value {
            () => {
                now.wait = if now.depth == 0 { Wait::Done } else { Wait::CommaOrClose };
            };
        }
        macro_rules! close {
            () => {
                now.depth -= 1;
                let open = scanner.open[now.depth];
                let flags = flags_between(open.odd, scanner.odd);
                let at = open.token as usize * TOKEN_WORDS;
                if let Some(token) = tape.get_mut(at..at + TOKEN_WORDS) {
                    token[0] |= flags;
                    token[2] = (now.position as u32 + 1).wrapping_add(shift);
                    token[3] = now.count as u32;
                }
                if now.depth > 0 {
                    now.is_in_object = scanner.open[now.depth - 1].is_object;
                }
                after_value!();
            };
        }
        macro_rules! open {
            ($kind:expr) => {
                if now.depth >= MAX_DEPTH {
                    stop!(Stop::Fault(Fault::TooDeep, now.position));
                }
                let is_object = $kind == OBJECT;
                let token = now.count as u32;
                push!([$kind, (now.position as u32).wrapping_add(shift), 0, 0]);
                scanner.open[now.depth] = Open { token, is_object, odd: scanner.odd };
                now.depth += 1;
                now.is_in_object = is_object;
                now.wait = if is_object { Wait::KeyOrClose } else { Wait::ValueOrClose };
            };
        }

        while now.position < within.len() {
            let position = now.position;
            let byte = within[position];
            if byte == b'"' && now.wait <= Wait::Key {
                let start = position + 1;
                let end = run_end(bytes, start, within.len());
                if end >= within.len() || within[end] != b'"' {
                    return (now, Ok(true));
                }
                let is_key = now.wait >= Wait::KeyOrClose;
                let kind = if is_key { KEY } else { STRING };
                let atom = atoms.find(&within[start..end]);
                push!([
                    kind | atom << ATOM_SHIFT,
                    (start as u32).wrapping_add(shift),
                    (end as u32).wrapping_add(shift),
                    (end - start) as u32,
                ]);
                now.position = end + 1;
                if !is_key {
                    after_value!();
                } else if within.get(end + 1) == Some(&b':') {
                    // In compact JSON the colon follows at once.
                    now.wait = Wait::Value;
                    now.position = end + 2;
                } else {
                    now.wait = Wait::Colon;
                }
                continue;
            }
            if now.wait == Wait::CommaOrClose {
                if byte == b',' {
                    now.wait = if now.is_in_object { Wait::Key } else { Wait::Value };
                } else if byte == if now.is_in_object { b'}' } else { b']' } {
                    close!();
                } else if is_space(byte) {
                    scanner.odd.loose += 1;
                } else {
                    stop!(Stop::Fault(Fault::UnexpectedByte, position));
                }
                now.position += 1;
                continue;
            }
            if byte <= 0x20 {
                if !is_space(byte) {
                    stop!(Stop::Fault(Fault::UnexpectedByte, position));
                }
                if now.depth > 0 {
                    scanner.odd.loose += 1;
                }
                now.position += 1;
                continue;
            }
            match (now.wait, byte) {
                (Wait::Colon, b':') => now.wait = Wait::Value,
                (Wait::Done, _) => stop!(Stop::Fault(Fault::TrailingBytes, position)),
                (Wait::KeyOrClose, b'}') | (Wait::ValueOrClose, b']') => {
                    close!();
                }
                (Wait::Colon | Wait::Key | Wait::KeyOrClose, _) => {
                    stop!(Stop::Fault(Fault::UnexpectedByte, position));
                }
                (_, b'{') => {
                    open!(OBJECT);
                }
                (_, b'[') => {
                    open!(ARRAY);
                }
                _ => {
                    let (length, word) = match scalar(&within[position..]) {
                        (length, _) if position + length == within.len() && !self.is_final => {
                            stop!(Stop::NeedMore(position))
                        }
                        (length, Ok(word)) => (length, word),
                        (_, Err(fault)) => stop!(Stop::Fault(fault, position)),
                    };
                    let start = (position as u32).wrapping_add(shift);
                    push!([word, start, start.wrapping_add(length as u32), 0]);
                    if word & INEXACT_NUMBER != 0 {
                        scanner.odd.numbers += 1;
                    }
                    after_value!();
                    now.position += length;
                    continue;
                }
            }
            now.position += 1;
        }
        (now, Ok(false))
    }
}

/// The length of the number or word that `rest` begins with, and its word 0.
#[inline]
fn scalar(rest: &[u8]) -> (usize, Result<u32, Fault>) {
    let length = rest.iter().position(|&byte| !is_scalar_byte(byte)).unwrap_or(rest.len());
    let word = match &rest[..length] {
        [] => Err(Fault::UnexpectedByte),
        [b't', b'r', b'u', b'e'] => Ok(TRUE),
        [b'f', b'a', b'l', b's', b'e'] => Ok(FALSE),
        [b'n', b'u', b'l', b'l'] => Ok(NULL),
        text => match number_form(text) {
            NumberForm::Bad => Err(Fault::BadNumber),
            NumberForm::Exact => Ok(NUMBER),
            NumberForm::Inexact => Ok(NUMBER | INEXACT_NUMBER),
        },
    };
    (length, word)
}

/// What a container is flagged with when the counters moved between its ends.
#[inline]
fn flags_between(before: Oddities, now: Oddities) -> u32 {
    let mut flags = 0;
    if before != now {
        flags |= if before.loose == now.loose { 0 } else { LOOSE };
        flags |= if before.surrogates == now.surrogates { 0 } else { LONE_SURROGATE };
        flags |= if before.numbers == now.numbers { 0 } else { INEXACT_NUMBER };
    }
    flags
}

#[inline]
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}
