//! Every sentence the server can say is in the catalogues.

use std::path::PathBuf;

#[test]
fn every_reason_has_words() {
    let mut said = 0;
    let source =
        |of: &str| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(of).join("src");
    let mut open = vec![source("server"), source("table")];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let inside = std::fs::read_dir(&path).expect("the source");
            open.extend(inside.map(|file| file.expect("a file").path()));
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("text");
        for (at, _) in text.match_indices("\"server-") {
            let id = text[at + 1..].split('"').next().unwrap_or_default();
            assert!(sobremesa_text::has(id), "{}: {id}", path.display());
            said += 1;
        }
    }
    assert!(said > 20, "only {said} were found: does this test still look in the right place?");
}
