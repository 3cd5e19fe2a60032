//! Any bytes, scanned with vectors and without, whole and in steps: the tape or the fault must be the same each time.

#![no_main]

use libfuzzer_sys::fuzz_target;

const ATOMS: &[u8] = b"type\nrole\nmessage\npayload\nid\ncontent\ninput_text\n";

/// The tape, or a fault's number and place.
type Outcome = Result<Vec<u32>, (u32, usize)>;

/// One function a core, for they are two crates with the same names.
macro_rules! scan_with {
    ($name:ident, $core:ident) => {
        /// Steps end at `cuts`, each in a buffer of its own with `slack` bytes behind it.
        fn $name(bytes: &[u8], cuts: &[usize], slack: &[u8]) -> Outcome {
            use $core::{
                atoms::AtomTable,
                scan::{Input, Scanner, Step},
            };
            let mut atoms = AtomTable::empty();
            assert!(atoms.fill(ATOMS));
            let mut scanner = Scanner::new();
            let mut tape = vec![0; 8];
            let mut start = 0;
            for &cut in cuts.iter().chain([&bytes.len()]) {
                let end = cut.max(start);
                let mut window = bytes[start..end].to_vec();
                window.extend_from_slice(slack);
                let (offset, is_final) = (start as i64, end == bytes.len());
                let mut from = 0;
                start += loop {
                    let to = end - start;
                    let input = Input {
                        bytes: &window,
                        from,
                        to,
                        offset: offset + from as i64,
                        is_final,
                    };
                    match scanner.step(&atoms, &mut tape, input) {
                        Step::Read(position) => break position,
                        Step::TapeFull(position) => {
                            tape.resize(tape.len() * 2, 0);
                            from = position;
                        }
                        Step::Fault(fault, position) => {
                            return Err((fault as u32, start + position));
                        }
                    }
                };
                if is_final {
                    assert_eq!(start, bytes.len());
                    break;
                }
            }
            tape.truncate(scanner.token_count() * 4);
            Ok(tape)
        }
    };
}

scan_with!(with_vectors, promptmill_core);
scan_with!(with_words, promptmill_core_words);

fuzz_target!(|data: &[u8]| {
    let Some((&[first, second], text)) = data.split_first_chunk::<2>() else {
        return;
    };
    let whole = with_words(text, &[], &[]);
    let slack = [first; 80];
    assert_eq!(with_vectors(text, &[], &[]), whole);
    assert_eq!(with_vectors(text, &[], &slack), whole);
    // Anything may be first; a second cut is as far behind it again.
    let cut = usize::from(second).min(text.len());
    let cuts = [cut, (cut * 2).min(text.len())];
    assert_eq!(with_vectors(text, &cuts, &slack), whole);
    assert_eq!(with_words(text, &cuts, &[]), whole);
});
