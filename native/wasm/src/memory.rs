//! The only place with `unsafe`: the instance's state, and ranges of its memory as slices.
//!
//! Why it is sound: an instance has one thread and its exports do not call each other, so the state is borrowed once at
//! a time; and the caller gives ranges behind `free_memory()`, inside the memory, the tape's apart from the input's.

#![allow(unsafe_code)]

use promptmill_core::atoms::AtomTable;
use promptmill_core::scan::{Input, Scanner};

/// What a step leaves for the caller to read, as words of memory.
#[repr(C)]
pub struct Report {
    /// Tokens on the tape.
    pub token_count: u32,
    /// A fault's number.
    pub fault: u32,
    /// Where the fault, or the tape's end, was met.
    pub position: u32,
}

pub struct State {
    pub scanner: Scanner,
    pub atoms: AtomTable,
    pub report: Report,
}

static mut STATE: State = State {
    scanner: Scanner::new(),
    atoms: AtomTable::empty(),
    report: Report { token_count: 0, fault: 0, position: 0 },
};

fn state() -> &'static mut State {
    // SAFETY: see the top of this file.
    unsafe { &mut *core::ptr::addr_of_mut!(STATE) }
}

extern "C" {
    // Laid down by the linker behind all that the module uses itself.
    static __heap_base: u8;
}

/// The first address that is the caller's.
#[no_mangle]
pub extern "C" fn free_memory() -> *const u8 {
    // SAFETY: only the address is taken.
    unsafe { core::ptr::addr_of!(__heap_base) }
}

#[no_mangle]
pub extern "C" fn report() -> *const Report {
    &state().report
}

#[no_mangle]
pub extern "C" fn reset() {
    state().scanner.reset();
}

/// # Safety
/// `length` bytes can be read at `names`.
#[no_mangle]
pub unsafe extern "C" fn set_atoms(names: *const u8, length: usize) -> i32 {
    crate::set_atoms(state(), core::slice::from_raw_parts(names, length))
}

/// Behind the bytes to scan so many more can be read, so that vectors may be loaded whole.
const SLACK: usize = 64;

/// Reads `length` bytes at `input`, whose first lies `offset` bytes behind the line's start.
///
/// # Safety
/// `length` bytes and the slack can be read at `input`; `tape_words` words can be written at `tape`, which is aligned to words.
#[no_mangle]
pub unsafe extern "C" fn step(
    input: *const u8,
    length: usize,
    offset: f64,
    is_final: i32,
    tape: *mut u32,
    tape_words: usize,
) -> i32 {
    let input = Input {
        bytes: core::slice::from_raw_parts(input, length + SLACK),
        from: 0,
        to: length,
        offset: offset as i64,
        is_final: is_final != 0,
    };
    crate::step(state(), core::slice::from_raw_parts_mut(tape, tape_words), input)
}
