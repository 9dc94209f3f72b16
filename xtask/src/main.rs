fn main() {
    eprintln!("usage: cargo xtask <task>");
}
