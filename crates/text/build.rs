//! Lists the catalogue files, so that adding one is dropping it in its
//! directory: `catalogue/<language>/<area>.ftl`.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=catalogue");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let mut code = String::new();
    for language in ["en", "es"] {
        let directory = Path::new(&root).join("catalogue").join(language);
        println!("cargo::rerun-if-changed={}", directory.display());
        let mut files: Vec<_> = fs::read_dir(&directory)
            .expect("there is a directory per language")
            .map(|entry| entry.expect("the directory can be listed").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "ftl"))
            .collect();
        files.sort();
        let name = language.to_uppercase();
        writeln!(code, "pub const {name}: &[(&str, &str)] = &[").expect("writing to a string");
        for path in files {
            let area = path.file_stem().expect("it ends in .ftl").to_string_lossy();
            writeln!(code, "    ({area:?}, include_str!({:?})),", path.display().to_string())
                .expect("writing to a string");
        }
        code.push_str("];\n");
    }
    let target = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("catalogue.rs");
    fs::write(target, code).expect("the output directory can be written");
}
