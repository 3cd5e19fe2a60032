//! Strings with escapes, and strings that go on in the next step.

use crate::pass::{Pass, Stop};
use crate::runs::{marks_of, run_end, Marks, BLOCK};
use crate::scan::Wait;
use crate::string_state::{is_short_escape, Escape};
use crate::tape::{Fault, ATOM_SHIFT, ESCAPED, KEY, KIND_MASK, LONE_SURROGATE, LOOSE, STRING, TOKEN_WORDS};

/// What reading a block came to.
enum Block {
    /// The string ends; the position behind its quote.
    StringEnd(usize),
    /// The next block begins here.
    GoOn(usize),
    /// Nothing is in it but plain bytes.
    Plain,
}

impl Pass<'_> {
    /// Reads a string that is not plain from its opening quote; returns the position behind its closing one.
    #[inline(never)]
    pub(crate) fn read_special(&mut self, quote: usize) -> Result<usize, Stop> {
        let kind = if self.scanner.wait >= Wait::KeyOrClose { KEY } else { STRING };
        let from = self.scanner.token_count * TOKEN_WORDS;
        let start = self.at(quote + 1);
        match self.tape.get_mut(from..from + TOKEN_WORDS) {
            Some(token) => token.copy_from_slice(&[kind, start, 0, 0]),
            None => return Err(Stop::TapeFull(quote)),
        }
        self.scanner.token_count += 1;
        self.scanner.in_string = true;
        self.scanner.string.begin();
        let end = run_end(self.bytes, quote + 1, self.to);
        self.read_on(end)
    }

    /// Goes on in a string at the end of a plain run.
    pub(crate) fn read_on(&mut self, run: usize) -> Result<usize, Stop> {
        let mut position = run;
        // Where one escape is, more follow: they are looked at by blocks, which costs the same however many there are.
        while position + BLOCK < self.to {
            let block = match self.bytes.get(position..position + BLOCK).map(TryInto::try_into) {
                Some(Ok(block)) => block,
                _ => break,
            };
            match self.read_block(position, marks_of(block))? {
                Block::StringEnd(end) => return Ok(end),
                Block::GoOn(next) => position = next,
                Block::Plain => position = run_end(self.bytes, position + BLOCK, self.to),
            }
        }
        while position < self.to {
            position = match self.bytes[position] {
                b'"' => {
                    self.end_string(position);
                    return Ok(position + 1);
                }
                b'\\' => self.escape(position)?,
                byte if byte < 0x20 => return Err(Stop::Fault(Fault::ControlInString, position)),
                _ => position + 1,
            };
            position = run_end(self.bytes, position, self.to);
        }
        self.pause(self.to)
    }

    /// Reads a block inside a string, which begins with no half of an escape. More bytes follow it.
    #[inline]
    fn read_block(&mut self, from: usize, marks: Marks) -> Result<Block, Stop> {
        let (escapes, escaped) = pair(marks.backslashes);
        // A backslash at the end is left to the next block.
        let is_cut = escapes >> (BLOCK - 1) != 0;
        let seen = if is_cut { u64::MAX >> 1 } else { u64::MAX };
        let quotes = marks.quotes & !escaped & seen;
        let inside = if quotes == 0 { seen } else { below(quotes.trailing_zeros()) };
        let odd = inside & ((escaped & !marks.letters) | (marks.controls & !escaped));
        if odd != 0 {
            let at = odd.trailing_zeros();
            if escaped >> at & 1 == 0 {
                return Err(Stop::Fault(Fault::ControlInString, from + at as usize));
            }
            self.count_short(escapes & below(at - 1));
            return Ok(Block::GoOn(self.escape(from + at as usize - 1)?));
        }
        self.count_short(escapes & inside);
        if quotes != 0 {
            let end = from + quotes.trailing_zeros() as usize;
            self.end_string(end);
            return Ok(Block::StringEnd(end + 1));
        }
        if escapes == 0 {
            return Ok(Block::Plain);
        }
        Ok(Block::GoOn(from + BLOCK - usize::from(is_cut)))
    }

    #[inline]
    fn count_short(&mut self, escapes: u64) {
        if escapes != 0 {
            self.scanner.string.flags |= ESCAPED;
            self.scanner.string.shrink += escapes.count_ones();
        }
    }

    /// Reads the escape at `position`; returns the position behind it.
    #[inline(never)]
    fn escape(&mut self, position: usize) -> Result<usize, Stop> {
        match self.bytes[..self.to].get(position + 1) {
            Some(&letter) if is_short_escape(letter) => {
                self.count_short(1);
                Ok(position + 2)
            }
            _ => match self.scanner.string.read_escape(self.bytes, position, self.to) {
                Escape::End(end) => Ok(end),
                Escape::NeedMore => self.pause(position),
                Escape::Bad(bad) => Err(Stop::Fault(bad, position)),
            },
        }
    }

    /// Leaves a string to the next step, which begins at `position`.
    #[inline(never)]
    fn pause(&mut self, position: usize) -> Result<usize, Stop> {
        if self.is_final {
            return Err(Stop::Fault(Fault::UnexpectedEnd, self.to));
        }
        let start = self.string_start() - self.shift;
        self.scanner.string.keep_head(self.bytes, start, position, self.atoms.longest() * 6);
        Err(Stop::NeedMore(position))
    }

    fn end_string(&mut self, end: usize) {
        let first = self.string_start();
        let length = end as i64 + self.shift - first;
        let longest = self.atoms.longest() * 6;
        let state = &mut self.scanner.string;
        let mut atom = 0;
        if length <= longest as i64 {
            let start = first - self.shift;
            if start >= self.from as i64 {
                atom = state.atom(&self.bytes[start as usize..end], self.atoms);
            } else {
                state.keep_head(self.bytes, start, end, longest);
                atom = state.atom(state.head(), self.atoms);
            }
        }
        let flags = state.flags;
        let decoded_length = (length as u32).wrapping_sub(state.shrink);
        self.scanner.in_string = false;
        if flags & LOOSE != 0 {
            self.scanner.odd.loose += 1;
        }
        if flags & LONE_SURROGATE != 0 {
            self.scanner.odd.surrogates += 1;
        }
        let line_end = self.at(end);
        let at = (self.scanner.token_count - 1) * TOKEN_WORDS;
        let token = &mut self.tape[at..at + TOKEN_WORDS];
        token[0] |= flags | atom << ATOM_SHIFT;
        token[2] = line_end;
        token[3] = decoded_length;
        self.scanner.wait = match (token[0] & KIND_MASK, self.scanner.depth) {
            (KEY, _) => Wait::Colon,
            (_, 0) => Wait::Done,
            _ => Wait::CommaOrClose,
        };
    }

    /// The string's first byte, counted from the line's start.
    fn string_start(&self) -> i64 {
        i64::from(self.tape[(self.scanner.token_count - 1) * TOKEN_WORDS + 1])
    }

    /// A position of this step as an offset in the line.
    #[inline]
    fn at(&self, position: usize) -> u32 {
        (position as i64 + self.shift) as u32
    }
}

/// The backslashes that begin an escape, and the bytes behind them. Runs of backslashes pair up from their start: adding
/// them to alternating bits tells those of odd length from those of even length without a loop.
#[inline]
fn pair(backslashes: u64) -> (u64, u64) {
    const ODD_BITS: u64 = 0xaaaa_aaaa_aaaa_aaaa;
    let followed = backslashes << 1 | ODD_BITS;
    let codes = followed.wrapping_sub(backslashes) ^ ODD_BITS;
    (codes & backslashes, codes ^ backslashes)
}

/// All bits below a bit.
#[inline]
fn below(bit: u32) -> u64 {
    (1 << bit) - 1
}

#[cfg(test)]
mod tests {
    use super::pair;

    #[test]
    fn pairs_backslashes_with_what_they_escape() {
        let mut state = 7u64;
        for round in 0..2000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let backslashes = match round % 4 {
                0 => state,
                1 => state | state >> 7,
                2 => state & state >> 9,
                _ => u64::MAX << (round % 64),
            };
            let (mut escapes, mut escaped) = (0u64, 0u64);
            for bit in 0..64 {
                if escaped >> bit & 1 == 0 && backslashes >> bit & 1 == 1 {
                    escapes |= 1 << bit;
                    escaped |= 1u64.checked_shl(bit + 1).unwrap_or(0);
                }
            }
            assert_eq!(pair(backslashes), (escapes, escaped), "{backslashes:b}");
        }
    }
}
