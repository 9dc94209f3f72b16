//! The languages.

use std::fmt;
use std::str::FromStr;

/// A language of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lang {
    En,
    Es,
}

impl Lang {
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Es];

    /// The language tag: `en` or `es`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Es => "es",
        }
    }

    /// The language of a tag or locale such as `es`, `es-UY` or `es_UY.UTF-8`.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Lang> {
        let primary = tag.trim().split(['-', '_', '.', '@']).next()?;
        Lang::ALL.into_iter().find(|lang| lang.tag().eq_ignore_ascii_case(primary))
    }

    /// The language that an `Accept-Language` header prefers, `None` when it
    /// accepts neither.
    #[must_use]
    pub fn from_accept(header: &str) -> Option<Lang> {
        let mut best: Option<(f32, Lang)> = None;
        for part in header.split(',') {
            let (tag, parameters) = part.split_once(';').unwrap_or((part, ""));
            let quality = match parameters.trim().strip_prefix("q=") {
                Some(text) => text.trim().parse().unwrap_or(0.0),
                None => 1.0,
            };
            let Some(lang) = Lang::from_tag(tag) else { continue };
            if quality > best.map_or(0.0, |(most, _)| most) {
                best = Some((quality, lang));
            }
        }
        best.map(|(_, lang)| lang)
    }

    /// The language of the environment (`LC_ALL`, `LC_MESSAGES`, `LANG`, the
    /// first that is set decides), English when it is neither.
    #[must_use]
    pub fn from_environment() -> Lang {
        ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(|name| std::env::var(name).ok())
            .find(|value| !value.is_empty())
            .and_then(|value| Lang::from_tag(&value))
            .unwrap_or(Lang::En)
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

impl FromStr for Lang {
    type Err = String;

    fn from_str(text: &str) -> Result<Lang, String> {
        Lang::from_tag(text).ok_or_else(|| "expected es or en".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_and_tags_are_read() {
        for tag in ["es", "ES", "es-UY", "es_UY.UTF-8", " es@euro"] {
            assert_eq!(Lang::from_tag(tag), Some(Lang::Es), "{tag}");
        }
        assert_eq!(Lang::from_tag("C.UTF-8"), None);
        assert_eq!(Lang::from_tag(""), None);
    }

    #[test]
    fn accept_language_goes_by_quality_and_then_by_order() {
        assert_eq!(Lang::from_accept("fr, en;q=0.5, es-AR;q=0.7"), Some(Lang::Es));
        assert_eq!(Lang::from_accept("en, es"), Some(Lang::En));
        assert_eq!(Lang::from_accept("es;q=0, en;q=0.1"), Some(Lang::En));
        assert_eq!(Lang::from_accept("de-CH,*;q=0.1"), None);
        assert_eq!(Lang::from_accept(";;;q=,,=;q=es"), None);
    }
}
