//! The scanner from outside. What it must say of which value is the suite of all kernels (`test/kernels`); these tests are
//! for what only runs here: Miri, the twin without vectors, a buffer that ends where the value ends.

use promptmill_core::atoms::AtomTable;
use promptmill_core::scan::{Input, Scanner, Step};
use promptmill_core::tape::{
    Fault, ARRAY, ATOM_SHIFT, ESCAPED, INEXACT_NUMBER, KEY, LONE_SURROGATE, LOOSE, MAX_DEPTH, NULL, NUMBER,
    OBJECT, STRING, TRUE,
};

type Outcome = Result<Vec<u32>, (Fault, usize)>;

fn scan(text: &str, cuts: &[usize], slack: usize) -> Outcome {
    let mut atoms = AtomTable::empty();
    assert!(atoms.fill(b"type\nmessage\n"));
    let mut scanner = Scanner::new();
    let mut tape = vec![0; 4];
    let mut start = 0;
    for &end in cuts.iter().chain([&text.len()]) {
        let mut bytes = text.as_bytes()[start..end].to_vec();
        bytes.resize(bytes.len() + slack, b'"');
        let (to, is_final) = (end - start, end == text.len());
        let mut from = 0;
        let read = loop {
            let input = Input { bytes: &bytes, from, to, offset: (start + from) as i64, is_final };
            match scanner.step(&atoms, &mut tape, input) {
                Step::Read(read) => break read,
                Step::TapeFull(at) => {
                    tape.resize(tape.len() + 4, 0);
                    from = at;
                }
                Step::Fault(fault, at) => return Err((fault, start + at)),
            }
        };
        start += read;
    }
    tape.truncate(scanner.token_count() * 4);
    Ok(tape)
}

/// In one piece and in two, cut anywhere, with bytes behind and without.
fn expect(text: &str, expected: &Outcome) {
    for slack in [0, 80] {
        assert_eq!(&scan(text, &[], slack), expected, "{text}");
        for cut in 0..=text.len() {
            assert_eq!(&scan(text, &[cut], slack), expected, "{text} cut at {cut}");
        }
    }
}

#[test]
fn leaves_a_tape_of_what_it_reads() {
    let tape = [
        [OBJECT | LOOSE | LONE_SURROGATE | INEXACT_NUMBER, 0, 68, 9],
        [KEY | 1 << ATOM_SHIFT, 2, 6, 4],
        [STRING | 2 << ATOM_SHIFT | ESCAPED | LOOSE, 9, 21, 7],
        [KEY, 24, 25, 1],
        [ARRAY | LOOSE | LONE_SURROGATE | INEXACT_NUMBER, 27, 67, 9],
        [NUMBER | INEXACT_NUMBER, 28, 30, 0],
        [TRUE, 32, 36, 0],
        [NULL, 37, 41, 0],
        [STRING | ESCAPED | LOOSE | LONE_SURROGATE, 43, 65, 16],
    ];
    let text = r#"{"type":"\u006dessage","x":[-0, true,null,"a\n\u00e9\\\"\t\ud800 z"]}"#;
    let found = scan(text, &[], 0).unwrap();
    let words: Vec<u32> = tape.concat();
    // The last string's bounds follow from the text; all else is written out above.
    let (end, close) = (text.len() as u32, text.len() as u32 - 3);
    let mut expected = words;
    expected[2] = end;
    expected[4 * 4 + 2] = end - 1;
    expected[8 * 4 + 2] = close;
    expected[8 * 4 + 3] = found[8 * 4 + 3];
    expect(text, &Ok(expected));
}

#[test]
fn reads_runs_of_escapes_at_every_place_of_a_block() {
    for plain in 0..if cfg!(miri) { 3 } else { 70 } {
        let text = format!("\"{}{}\"", "x".repeat(plain), r#"\\\"\n\\"#.repeat(40));
        let length = text.len() as u32;
        let decoded = plain as u32 + 160;
        let tape = vec![STRING | ESCAPED, 1, length - 1, decoded];
        assert_eq!(scan(&text, &[], 0), Ok(tape.clone()));
        assert_eq!(scan(&text, &[plain + 60], 80), Ok(tape));
    }
}

#[test]
fn says_where_and_why_it_refuses() {
    for (text, fault, at) in [
        ("", Fault::UnexpectedEnd, 0),
        ("[1}", Fault::UnexpectedByte, 2),
        (r#""ab\q""#, Fault::BadEscape, 3),
        ("\"ab\ncd\"", Fault::ControlInString, 3),
        ("[12,007]", Fault::BadNumber, 4),
        ("{} {}", Fault::TrailingBytes, 3),
    ] {
        expect(text, &Err((fault, at)));
    }
    let deep = "[".repeat(MAX_DEPTH + 1);
    assert_eq!(scan(&deep, &[], 0), Err((Fault::TooDeep, MAX_DEPTH)));
}
