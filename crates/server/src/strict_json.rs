//! Objects that are objects: what a client sends as a structure has names.

use serde::{Deserialize, Deserializer};

/// A JSON object: serde alone would also read a structure from a list.
#[derive(Debug)]
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Object<T>, D::Error> {
        struct Fields<T>(std::marker::PhantomData<T>);

        impl<'de, T: Deserialize<'de>> serde::de::Visitor<'de> for Fields<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                map: A,
            ) -> Result<Object<T>, A::Error> {
                T::deserialize(serde::de::value::MapAccessDeserializer::new(map)).map(Object)
            }
        }

        from.deserialize_map(Fields(std::marker::PhantomData))
    }
}

/// For a field that is an object or absent.
///
/// # Errors
/// When it is something else.
pub fn optional<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    Ok(Option::<Object<T>>::deserialize(from)?.map(|Object(value)| value))
}

/// For a field that is a list of two objects.
///
/// # Errors
/// When it is something else.
pub fn two<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<[T; 2], D::Error> {
    Ok(<[Object<T>; 2]>::deserialize(from)?.map(|Object(value)| value))
}
