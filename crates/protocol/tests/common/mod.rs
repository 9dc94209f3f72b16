//! Golden files of conversations: `golden/*.txt` have what is sent after `>`,
//! what must come back otherwise, and comments after `//`.

/// A line of a conversation.
pub enum Said {
    ToEngine(String),
    /// `~` stands for any line.
    ByEngine(String),
}

/// The conversation `golden/NAME.txt`.
pub fn golden(name: &str) -> Vec<Said> {
    let path = format!("{}/tests/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with("//"));
    lines
        .map(|line| match line.strip_prefix('>') {
            Some(command) => Said::ToEngine(command.strip_prefix(' ').unwrap_or(command).into()),
            None => Said::ByEngine(line.into()),
        })
        .collect()
}

/// Whether an engine said what a golden file wants.
pub fn fits(want: &str, have: &str) -> bool {
    want == "~" || want == have
}
