//! The fuzzing corpus, replayed on stable Rust through the same functions.

#[path = "../../../fuzz/targets.rs"]
mod targets;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sobremesa_kernel::Rng;

#[test]
fn every_target_survives_its_corpus() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (name, target) in targets::TARGETS {
        let directory = corpus.join(name);
        let mut seeds: Vec<Vec<u8>> = fs::read_dir(&directory)
            .unwrap_or_else(|error| panic!("{}: {error}", directory.display()))
            .map(|entry| fs::read(entry.unwrap().path()).unwrap())
            .collect();
        assert!(!seeds.is_empty(), "{name} has no seeds");
        seeds.sort();
        for seed in &seeds {
            target(seed);
        }
        mutate(&seeds, *target);
    }
}

/// A poor man's fuzzing of every seed: cut, flipped, doubled.
fn mutate(seeds: &[Vec<u8>], target: targets::Target) {
    let mut rng = Rng::new(20);
    for seed in seeds.iter().filter(|seed| !seed.is_empty()) {
        for _ in 0..60 {
            let mut bytes = seed.clone();
            for _ in 0..=rng.below(3) {
                let at = rng.below(bytes.len() as u32) as usize;
                match rng.below(4) {
                    0 => bytes[at] = rng.next_u32() as u8,
                    1 => bytes.insert(at, bytes[at]),
                    2 => bytes.truncate(at.max(1)),
                    _ => bytes[at] ^= 1 << rng.below(8),
                }
            }
            target(&bytes);
        }
    }
}

/// Every target is built by cargo-fuzz too.
#[test]
fn the_targets_and_their_binaries_agree() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let manifest = fs::read_to_string(fuzz.join("Cargo.toml")).unwrap();
    let listed: BTreeSet<String> =
        targets::TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let built: BTreeSet<String> = fs::read_dir(fuzz.join("fuzz_targets"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(listed, built);
    for name in &listed {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name} is not in Cargo.toml");
    }
}
