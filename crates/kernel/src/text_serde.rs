//! Types that are written as their text, where the feature `serde` is on.

/// Implements `Serialize` and `Deserialize` by `Display` and `FromStr`: a move
/// is `"d3"` and rules are `"size=6x7"` in JSON too.
#[macro_export]
macro_rules! text_serde {
    ($($type:ty),+ $(,)?) => { $(
        impl $crate::serde::Serialize for $type {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<$type, D::Error> {
                let text = <::std::string::String as $crate::serde::Deserialize>::deserialize(
                    deserializer,
                )?;
                text.parse().map_err($crate::serde::de::Error::custom)
            }
        }
    )+ };
}
