//! The byte operations on the hot path, the same in the native addon and in WebAssembly.
//!
//! The TypeScript kernel is the reference: the same tape, the same faults at the same places, on valid and on broken
//! input. Nothing here allocates: whoever calls brings the memory.

#![cfg_attr(not(test), no_std)]
#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod atoms;
mod long_string;
pub mod number;
mod pass;
pub mod runs;
pub mod scan;
mod string_state;
pub mod tape;
#[cfg(all(
    not(feature = "words"),
    any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))
))]
mod vector;
pub mod words;
#[cfg(not(all(
    not(feature = "words"),
    any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))
)))]
use words as vector;
