//! Defines number types for one kind of thing each, so that numbers of different kinds cannot be mixed up.

/// Defines a type of numbers for one kind of thing: `id_type!(/// What it numbers. ChartId: u32);`.
macro_rules! id_type {
    ($(#[$doc:meta])* $name:ident: $number:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
        pub struct $name(pub $number);

        impl $name {
            /// Returns the index in a list that the number stands for.
            #[inline]
            #[allow(dead_code, reason = "not every kind of thing lies in a list")]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns the number that stands for an index in a list.
            #[inline]
            #[allow(dead_code, reason = "see above")]
            pub fn at(index: usize) -> Self {
                Self(index as $number)
            }
        }

        impl From<$name> for u32 {
            #[inline]
            fn from(id: $name) -> Self {
                Self::from(id.0)
            }
        }
    };
}

pub(crate) use id_type;

/// Defines a number type as [`id_type`] does, an `Option` of which takes no more memory than the number.
macro_rules! niche_id_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(std::num::NonZeroU32);

        impl $name {
            /// The number that stands for the index 0.
            pub const FIRST: Self = Self(std::num::NonZeroU32::MIN);

            /// Returns the index in a list that the number stands for.
            #[inline]
            pub fn index(self) -> usize {
                self.0.get() as usize - 1
            }

            /// Returns the number that stands for an index in a list.
            #[inline]
            pub fn at(index: usize) -> Self {
                Self(std::num::NonZeroU32::MIN.saturating_add(index as u32))
            }
        }

        impl From<$name> for u32 {
            #[inline]
            fn from(id: $name) -> Self {
                id.0.get()
            }
        }
    };
}

pub(crate) use niche_id_type;
