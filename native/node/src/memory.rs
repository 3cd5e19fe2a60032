//! The only place with `unsafe`: the caller's typed array as a slice that is written to.

#![allow(unsafe_code)]

use napi::bindgen_prelude::Uint32ArraySlice;

/// The words of `array`.
///
/// Sound because `step` runs on the thread that owns the array and calls nothing of JavaScript, so nobody else reads or
/// writes it meanwhile; and the scanner's caller keeps it apart from the bytes that are scanned
/// (`src/kernels/native/native-scanner.ts` allocates it by itself).
pub fn words_of<'a>(array: &'a mut Uint32ArraySlice<'_>) -> &'a mut [u32] {
    // SAFETY: see above.
    unsafe { array.as_mut() }
}
