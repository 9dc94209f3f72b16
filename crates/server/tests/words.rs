//! Every sentence the server can say is in the catalogues.

#[test]
fn every_reason_has_words() {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let mut said = 0;
    for file in std::fs::read_dir(source).expect("the source") {
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
