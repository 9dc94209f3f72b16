//! How much of a submission is read, and what may be a path in one.

/// A file of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Within the submission, `/` between its parts; none of them leads out.
    pub path: String,
    pub bytes: Vec<u8>,
}

/// How much of a submission is read.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub files: usize,
    /// Bytes of one file, and of all.
    pub file: u64,
    pub all: u64,
    /// Archives within archives.
    pub nested: u32,
}

/// Of one student's submission.
pub const BOUNDS: Bounds = Bounds { files: 2_000, file: 4 << 20, all: 48 << 20, nested: 2 };

/// A path of an archive, cleaned; `None` when it leads out of it.
pub fn inner_path(name: &str) -> Option<String> {
    let name = name.replace('\\', "/");
    let drive = name.as_bytes().get(1) == Some(&b':');
    if name.starts_with('/') || drive || name.contains('\0') {
        return None;
    }
    let parts: Vec<&str> =
        name.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    if parts.is_empty() || parts.len() > 30 || parts.contains(&"..") {
        return None;
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_leads_out_of_an_archive_is_none() {
        for (name, path) in [
            ("a/b.pl", Some("a/b.pl")),
            ("./a//b.pl", Some("a/b.pl")),
            ("a\\b.pl", Some("a/b.pl")),
            ("../b.pl", None),
            ("a/../../b.pl", None),
            ("/etc/passwd", None),
            ("C:\\x.pl", None),
            ("", None),
        ] {
            assert_eq!(inner_path(name).as_deref(), path, "{name}");
        }
    }
}
