//! The vectors: sixteen bytes at once. The only place of the core with `unsafe`: intrinsics are called, and vectors loaded.
//!
//! Why it is sound: SSE2 is part of x86-64, and the WebAssembly form is compiled only with simd128; every load is from an
//! array whose length the type says.

#![allow(unsafe_code)]

use crate::runs::{Marks, BLOCK};

/// Bytes that `plain_length` looks at.
pub const WIDTH: usize = 16;

#[cfg(target_arch = "x86_64")]
mod machine {
    use core::arch::x86_64 as arch;

    pub type Vector = arch::__m128i;

    #[inline]
    pub fn load(bytes: &[u8; 16]) -> Vector {
        // SAFETY: sixteen bytes are there; the load wants no alignment.
        unsafe { arch::_mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    #[inline]
    pub fn equal(bytes: Vector, byte: u8) -> Vector {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { arch::_mm_cmpeq_epi8(bytes, arch::_mm_set1_epi8(byte as i8)) }
    }

    /// Bytes below 0x20.
    #[inline]
    pub fn controls(bytes: Vector) -> Vector {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { arch::_mm_cmpeq_epi8(arch::_mm_min_epu8(bytes, arch::_mm_set1_epi8(0x1f)), bytes) }
    }

    #[inline]
    pub fn or(a: Vector, b: Vector) -> Vector {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { arch::_mm_or_si128(a, b) }
    }

    /// A bit a byte.
    #[inline]
    pub fn bits(marks: Vector) -> u64 {
        // SAFETY: SSE2 is part of x86-64.
        u64::from(unsafe { arch::_mm_movemask_epi8(marks) } as u16)
    }
}

#[cfg(target_arch = "wasm32")]
mod machine {
    use core::arch::wasm32 as arch;

    pub type Vector = arch::v128;

    #[inline]
    pub fn load(bytes: &[u8; 16]) -> Vector {
        // SAFETY: sixteen bytes are there; the load wants no alignment.
        unsafe { arch::v128_load(bytes.as_ptr().cast()) }
    }

    #[inline]
    pub fn equal(bytes: Vector, byte: u8) -> Vector {
        arch::u8x16_eq(bytes, arch::u8x16_splat(byte))
    }

    /// Bytes below 0x20.
    #[inline]
    pub fn controls(bytes: Vector) -> Vector {
        arch::u8x16_lt(bytes, arch::u8x16_splat(0x20))
    }

    #[inline]
    pub fn or(a: Vector, b: Vector) -> Vector {
        arch::v128_or(a, b)
    }

    /// A bit a byte.
    #[inline]
    pub fn bits(marks: Vector) -> u64 {
        u64::from(arch::u8x16_bitmask(marks))
    }
}

use machine::{bits, controls, equal, load, or, Vector};

/// How many bytes stand before the first that ends a plain run, `WIDTH` when none does.
#[inline]
pub fn plain_length(chunk: &[u8; WIDTH]) -> usize {
    (bits(ends(load(chunk))) | 1 << WIDTH).trailing_zeros() as usize
}

/// Whether no byte ends a plain run.
#[inline]
pub fn is_plain(block: &[u8; BLOCK]) -> bool {
    let [a, b, c, d] = quarters(block);
    bits(or(or(ends(a), ends(b)), or(ends(c), ends(d)))) == 0
}

/// Says what is where.
#[inline]
pub fn marks_of(block: &[u8; BLOCK]) -> Marks {
    let quarters = quarters(block);
    let joined = |mark: fn(Vector) -> Vector| {
        let [a, b, c, d] = quarters;
        bits(mark(a)) | bits(mark(b)) << 16 | bits(mark(c)) << 32 | bits(mark(d)) << 48
    };
    let quotes = joined(|bytes| equal(bytes, b'"'));
    let backslashes = joined(|bytes| equal(bytes, b'\\'));
    let others = joined(|bytes| or(equal(bytes, b'n'), or(equal(bytes, b'r'), equal(bytes, b't'))));
    Marks { quotes, backslashes, controls: joined(controls), letters: quotes | backslashes | others }
}

#[inline]
fn ends(bytes: Vector) -> Vector {
    or(controls(bytes), or(equal(bytes, b'"'), equal(bytes, b'\\')))
}

#[inline]
fn quarters(block: &[u8; BLOCK]) -> [Vector; 4] {
    let quarter = |index: usize| {
        let mut bytes = [0; WIDTH];
        bytes.copy_from_slice(&block[index * WIDTH..(index + 1) * WIDTH]);
        load(&bytes)
    };
    [quarter(0), quarter(1), quarter(2), quarter(3)]
}
