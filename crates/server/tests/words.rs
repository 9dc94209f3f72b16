//! Every sentence the server can say is in the catalogues.

#[test]
fn every_reason_has_words() {
    let mut said = 0;
    let source = |of: &str| {
        let folder = format!("{}/../{of}/src", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_dir(folder).expect("the source")
    };
    for file in source("server").chain(source("table")) {
        let path = file.expect("a file").path();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for (at, _) in text.match_indices("\"server-") {
            let id = text[at + 1..].split('"').next().unwrap_or_default();
            assert!(sobremesa_text::has(id), "{}: {id}", path.display());
            said += 1;
        }
    }
    assert!(said > 20, "only {said} were found: does this test still look in the right place?");
}
