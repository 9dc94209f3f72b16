//! What the operator is known by: given by a variable, or made once and kept
//! in the data directory.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::secret::{Hash, System, new_secret};

/// The file in the data directory.
const FILE: &str = "admin-token";

/// Shorter ones could be guessed.
const SHORTEST: usize = 16;

/// The operator's token, of which its hash is kept in memory.
#[derive(Clone)]
pub struct Token(Hash);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

impl Token {
    /// The token that was given, or that of the data directory, with the file
    /// it is in.
    ///
    /// # Errors
    /// When it is too short, or its file cannot be read or made.
    pub fn open(given: Option<&str>, data: &Path) -> io::Result<(Token, Option<PathBuf>)> {
        if let Some(given) = given {
            let token = Token::of(given).ok_or_else(|| bad("SOBREMESA_ADMIN_TOKEN"))?;
            return Ok((token, None));
        }
        let path = data.join(FILE);
        let said = match fs::read_to_string(&path) {
            Ok(said) => said,
            Err(error) if error.kind() == io::ErrorKind::NotFound => make(&path)?,
            Err(error) => return Err(at(&path, &error)),
        };
        let token = Token::of(said.trim()).ok_or_else(|| bad(&path.display().to_string()))?;
        Ok((token, Some(path)))
    }

    fn of(text: &str) -> Option<Token> {
        (text.len() >= SHORTEST).then(|| Hash::of(text).map(Token)).flatten()
    }

    /// Whether it is this one, in constant time.
    #[must_use]
    pub fn is(&self, given: &str) -> bool {
        Hash::of(given.trim()).is_some_and(|given| given.is(&self.0))
    }
}

fn bad(place: &str) -> io::Error {
    io::Error::other(format!(
        "the operator's token in {place} has less than {SHORTEST} or more than 128 characters"
    ))
}

fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::other(format!("{}: {error}", path.display()))
}

/// Makes a token that nobody but the owner of the file reads.
fn make(path: &Path) -> io::Result<String> {
    let token = new_secret(&System).map_err(io::Error::other)?;
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).map_err(|error| at(path, &error))?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(|error| at(path, &error))?;
    writeln!(file, "{token}").map_err(|error| at(path, &error))?;
    Ok(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_made_once_for_its_owner_and_short_ones_are_refused() {
        let data = std::env::temp_dir().join(format!("operator-token-{}", std::process::id()));
        let (made, path) = Token::open(None, &data).unwrap();
        let path = path.unwrap();
        let said = fs::read_to_string(&path).unwrap();
        assert!(made.is(said.trim()) && !made.is("") && !made.is(&said[1..]));
        let (again, _) = Token::open(None, &data).unwrap();
        assert!(again.is(said.trim()));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        let (given, none) = Token::open(Some("sixteen letters!"), &data).unwrap();
        assert!(given.is("sixteen letters!") && !given.is(said.trim()) && none.is_none());
        assert!(Token::open(Some("short"), &data).unwrap_err().to_string().contains("ADMIN_TOKEN"));
        fs::write(&path, "short\n").unwrap();
        assert!(Token::open(None, &data).unwrap_err().to_string().contains("admin-token"));
        fs::remove_dir_all(data).unwrap();
    }
}
