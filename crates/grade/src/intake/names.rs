//! Whose a submission is, by the name of its file or folder.

/// A student or a group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// As it is shown.
    pub name: String,
    /// Moodle's number, `Participant 123`.
    pub id: Option<u64>,
}

/// Moodle names folders and files
/// `Surname Name_123_assignsubmission_file_…`; anything else is a name without
/// its ending.
#[must_use]
pub fn person(name: &str) -> Person {
    const MARK: &str = "_assignsubmission_";
    if let Some((before, _)) = name.split_once(MARK)
        && let Some((who, id)) = before.rsplit_once('_')
        && let Ok(id) = id.parse()
    {
        return Person { name: who.to_owned(), id: Some(id) };
    }
    let lower = name.to_ascii_lowercase();
    let endings =
        [".tar.gz", ".tgz", ".tar", ".zip", ".rar", ".7z", ".pl", ".pro", ".prolog", ".c", ".py"];
    let ending = endings.iter().find(|ending| lower.ends_with(**ending));
    let stem = ending.map_or(name, |ending| &name[..name.len() - ending.len()]);
    Person { name: if stem.is_empty() { name } else { stem }.to_owned(), id: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moodle_says_whose_it_is() {
        let named = |name: &str| {
            let person = person(name);
            (person.name, person.id)
        };
        let ana = ("Pérez Ana".to_owned(), Some(4711));
        assert_eq!(named("Pérez Ana_4711_assignsubmission_file_"), ana);
        assert_eq!(named("Pérez Ana_4711_assignsubmission_file_tp2.zip"), ana);
        assert_eq!(named("tp2-abdala-perez.zip"), ("tp2-abdala-perez".to_owned(), None));
        assert_eq!(named("grupo07"), ("grupo07".to_owned(), None));
        assert_eq!(named(".pl"), (".pl".to_owned(), None));
    }
}
