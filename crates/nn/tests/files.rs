//! Network files: what is written is read again, and what is wrong is refused
//! with what was found.

mod common;

use std::io::{Read as _, Write as _};

use common::tiny;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sobremesa_nn::{Encoding, Fault, Model, ReadError, read, write};

fn file(model: &Model, encoding: Encoding) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(model, encoding, &mut bytes).unwrap();
    bytes
}

fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut plain).unwrap();
    plain
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn refused(bytes: &[u8]) -> ReadError {
    read(bytes).expect_err("a file that is wrong")
}

/// The text form of a network with one word replaced wherever it stands.
fn with_word(model: &Model, word: &str, by: &str) -> Vec<u8> {
    let text = String::from_utf8(unpacked(&file(model, Encoding::Text))).unwrap();
    assert!(text.contains(word), "{word}");
    text.replacen(word, by, 1).into_bytes()
}

#[test]
fn what_is_written_is_read_again() {
    for version in [8, 9, 11, 12, 13, 15, 16] {
        let model = tiny(version, 9);
        for encoding in [Encoding::Binary, Encoding::Text] {
            let bytes = file(&model, encoding);
            assert_eq!(read(&*bytes).unwrap(), model, "{version} {encoding:?}");
            assert_eq!(read(&*unpacked(&bytes)).unwrap(), model, "{version} {encoding:?}");
        }
    }
}

#[test]
fn a_truncated_file_is_refused_wherever_it_ends() {
    for encoding in [Encoding::Binary, Encoding::Text] {
        let plain = unpacked(&file(&tiny(8, 1), encoding));
        // The text form ends in a white space or two that nobody misses.
        for end in (0..plain.len() - 40).step_by(4_999) {
            let error = refused(&plain[..end]);
            let ends = matches!(error.fault, Fault::Ends | Fault::Unexpected { .. });
            assert!(ends, "{end}: {error}");
            assert!(error.byte <= end as u64);
        }
        let whole = file(&tiny(8, 1), encoding);
        for end in (2..whole.len() - 9).step_by(7_001) {
            refused(&whole[..end]);
        }
    }
}

#[test]
fn a_corrupt_file_is_refused() {
    let mut bytes = file(&tiny(8, 1), Encoding::Binary);
    let end = bytes.len();
    // The checksum of gzip.
    bytes[end - 6] ^= 0x55;
    assert!(matches!(refused(&bytes).fault, Fault::Io(_)), "{}", refused(&bytes));
    let mut bytes = file(&tiny(8, 1), Encoding::Binary);
    for byte in &mut bytes[500..540] {
        *byte = !*byte;
    }
    refused(&bytes);
    refused(b"");
    refused(b"\x1f\x8b nothing of the kind");
    refused(b"PK\x03\x04 a zip file");
}

#[test]
fn an_error_says_what_was_found_and_where() {
    let model = tiny(8, 2);
    let says = |bytes: &[u8], words: &[&str]| {
        let error = refused(bytes).to_string();
        for word in words {
            assert!(error.contains(word), "{word:?} in {error:?}");
        }
    };
    says(&with_word(&model, "\n8\n", "\n17\n"), &["version 17", "3 to 16"]);
    says(&with_word(&model, "\n8\n", "\n2\n"), &["version 2"]);
    says(
        &with_word(&model, "gpool_block", "transformer_attention_block"),
        &["trunk", "transformer_attention_block"],
    );
    says(&with_word(&model, "5 5 22 20 1 1", "5 5 21 20 1 1"), &["conv1", "21", "22"]);
    says(&with_word(&model, "5 5 22 20 1 1", "4 5 22 20 1 1"), &["conv1", "4×5"]);
    says(&with_word(&model, "5 5 22 20 1 1", "5 5 22 20 2 1"), &["dilation"]);
    says(&with_word(&model, "5 5 22 20 1 1", "5 5 22 9999999 1 1"), &["9999999", "4096"]);
    says(&with_word(&model, "5 5 22 20 1 1", "5 5 x 20 1 1"), &["\"x\""]);
    let mut trailing = unpacked(&file(&model, Encoding::Text));
    trailing.extend(b" more");
    says(&trailing, &["behind the network"]);
    let mut binary = unpacked(&file(&model, Encoding::Binary));
    let at = binary.windows(5).position(|w| w == b"@BIN@").unwrap() + 5;
    binary[at..at + 4].copy_from_slice(&f32::NAN.to_le_bytes());
    says(&packed(&binary), &["conv1", "finite"]);
}

/// A head that announces more than there is must not be believed.
#[test]
fn an_announced_size_costs_no_memory() {
    let head = "big\n8\n22\n19\ntrunk\n512 4096 4096 4096 1 4096\nconv1\n19 19 22 4096 1 1\n@BIN@";
    let error = refused(head.as_bytes());
    assert!(matches!(error.fault, Fault::Ends), "{error}");
    let head = "big\n8\n4096\n19\ntrunk\n512 4096 4096 4096 1 4096\nconv1\n19 19 4096 4096 1 1\n";
    assert!(matches!(refused(head.as_bytes()).fault, Fault::TooLarge));
}

/// The published network for development, where it is at hand: beside the
/// repository in `../shared/nets`, or where SOBREMESA_NETS says.
#[test]
fn a_published_network_is_read() {
    let nets = std::env::var_os("SOBREMESA_NETS").map_or_else(
        || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/nets"),
        Into::into,
    );
    let path = nets.join("b6c96.bin.gz");
    if !path.exists() {
        eprintln!("left out: {} is not there", path.display());
        return;
    }
    let model = sobremesa_nn::open(&path).unwrap();
    assert_eq!(model.shape(), "b6c96");
    assert_eq!(model.version, 8);
    assert_eq!((model.planes(), model.globals()), (22, 19));
}
