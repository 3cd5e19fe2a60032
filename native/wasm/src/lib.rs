//! The core as plain exports over linear memory.
//!
//! One instance is one scanner with a memory of its own. Its caller lays out what lies behind `free_memory()`: the bytes
//! to scan and the tape. `src/kernels/wasm/wasm-scanner.ts` is the other half.

#![no_std]
#![deny(unsafe_code)]

mod memory;

use memory::State;
use promptmill_core::scan::{Input, Step};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// What `step` returns when it did not read on to where it says.
const TAPE_FULL: i32 = -1;
const FAULT: i32 = -2;

/// Takes the atoms' names, each followed by a line feed, from memory; 0 when there are too many.
fn set_atoms(state: &mut State, names: &[u8]) -> i32 {
    i32::from(state.atoms.fill(names))
}

/// Reads `bytes[0, to)`; where it stopped and what it found is left in the report.
fn step(state: &mut State, tape: &mut [u32], input: Input<'_>) -> i32 {
    let outcome = state.scanner.step(&state.atoms, tape, input);
    state.report.token_count = state.scanner.token_count() as u32;
    match outcome {
        Step::Read(position) => position as i32,
        Step::TapeFull(position) => {
            state.report.position = position as u32;
            TAPE_FULL
        }
        Step::Fault(fault, position) => {
            state.report.fault = fault as u32;
            state.report.position = position as u32;
            FAULT
        }
    }
}
