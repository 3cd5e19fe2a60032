//! The core as a Node addon: it converts and calls, nothing else. `src/kernels/native/native-scanner.ts` is the caller.

#![deny(unsafe_code)]
// The macros of napi-rs register what they export; their code is not ours to judge.
#![allow(clippy::needless_pass_by_value)]

mod memory;

use memory::words_of;
use napi::bindgen_prelude::{Error, Result, Uint32ArraySlice};
use napi_derive::napi;
use promptmill_core::atoms::AtomTable;
use promptmill_core::scan::{Input, Scanner, Step};
use promptmill_core::tape::TOKEN_WORDS;

/// Words before the tape: tokens on the tape, a fault's number, where the fault or the tape's end was met.
const REPORT_WORDS: usize = 4;

/// Words that `scan_lines` reports of a line.
const LINE_WORDS: usize = 4;

/// What `step` returns when it did not read on to where it says.
const TAPE_FULL: i32 = -1;
const FAULT: i32 = -2;

/// Bits of `step`'s flags.
const IS_FINAL: u32 = 1;
const IS_NEW_VALUE: u32 = 2;

/// Reads one value after another.
#[napi]
pub struct NativeScanner {
    scanner: Box<Scanner>,
    atoms: Box<AtomTable>,
}

#[napi]
impl NativeScanner {
    /// `names`: the atoms, each followed by a line feed.
    #[napi(constructor)]
    pub fn new(names: &[u8]) -> Result<Self> {
        let mut atoms = Box::new(AtomTable::empty());
        if !atoms.fill(names) {
            return Err(Error::from_reason("there is no room for the atoms"));
        }
        Ok(NativeScanner { scanner: Box::new(Scanner::new()), atoms })
    }

    /// Reads `bytes[from, to)`, whose first byte lies `offset` bytes behind the line's start. `memory` is the report
    /// with the tape behind it. Returns how far it read, -1 when the tape is full, -2 on a fault.
    #[napi]
    #[allow(clippy::too_many_arguments)] // one crossing a value: an object of options would cost more than the scan
    pub fn step(
        &mut self,
        bytes: &[u8],
        mut memory: Uint32ArraySlice<'_>,
        from: u32,
        to: u32,
        offset: f64,
        flags: u32,
    ) -> i32 {
        let words = words_of(&mut memory);
        if words.len() < REPORT_WORDS {
            return TAPE_FULL;
        }
        if flags & IS_NEW_VALUE != 0 {
            self.scanner.reset();
        }
        let input = Input {
            bytes,
            from: from as usize,
            to: to as usize,
            offset: offset as i64,
            is_final: flags & IS_FINAL != 0,
        };
        let (report, tape) = words.split_at_mut(REPORT_WORDS);
        let outcome = self.scanner.step(&self.atoms, tape, input);
        report[0] = self.scanner.token_count() as u32;
        match outcome {
            Step::Read(position) => position as i32,
            Step::TapeFull(position) => {
                report[2] = position as u32;
                TAPE_FULL
            }
            Step::Fault(fault, position) => {
                report[1] = fault as u32;
                report[2] = position as u32;
                FAULT
            }
        }
    }

    /// Scans whole lines: line `i` is `bytes[bounds[2 i], bounds[2 i + 1])`. Each leaves its tokens on the tape behind
    /// those of the line before it, and four words in `reports`: its first token, its tokens, its fault or 0, where that
    /// was met. Goes on at line `first`; returns how many lines are done, less than `count` when the tape is full.
    #[napi]
    #[allow(clippy::too_many_arguments)]
    pub fn scan_lines(
        &mut self,
        bytes: &[u8],
        bounds: &[u32],
        mut reports: Uint32ArraySlice<'_>,
        mut tape: Uint32ArraySlice<'_>,
        first: u32,
        count: u32,
    ) -> u32 {
        let reports = words_of(&mut reports);
        let tape = words_of(&mut tape);
        let (first, count) = (first as usize, count as usize);
        let mut used = match first.checked_sub(1).and_then(|last| reports.get(last * LINE_WORDS..)) {
            Some([token, tokens, ..]) => (token + tokens) as usize,
            _ => 0,
        };
        let lines = bounds.chunks_exact(2).zip(reports.chunks_exact_mut(LINE_WORDS));
        for (line, (bound, report)) in lines.enumerate().take(count).skip(first) {
            let (from, to) = (bound[0] as usize, bound[1] as usize);
            let input = Input { bytes, from, to, offset: 0, is_final: true };
            let free = tape.get_mut(used * TOKEN_WORDS..).unwrap_or(&mut []);
            self.scanner.reset();
            let (fault, position) = match self.scanner.step(&self.atoms, free, input) {
                Step::Read(_) => (0, 0),
                Step::TapeFull(_) => return line as u32,
                Step::Fault(fault, position) => (fault as u32, position as u32),
            };
            let tokens = self.scanner.token_count();
            report.copy_from_slice(&[used as u32, tokens as u32, fault, position]);
            used += tokens;
        }
        count as u32
    }
}
