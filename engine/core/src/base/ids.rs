//! Numbers that name one kind of thing and cannot be mixed up with those of another.

/// Defines a type of numbers for one kind of thing: `id_type!(/// What it numbers. ChartId: u32);`.
macro_rules! id_type {
    ($(#[$doc:meta])* $name:ident: $number:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
        pub struct $name(pub $number);

        impl $name {
            /// The number as the place in a list.
            #[inline]
            #[allow(dead_code, reason = "not every kind of thing lies in a list")]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The number of a place in a list.
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

/// Defines a type as [`id_type`] does, of which an `Option` takes no more room.
macro_rules! niche_id_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(std::num::NonZeroU32);

        impl $name {
            /// The number 0.
            pub const FIRST: Self = Self(std::num::NonZeroU32::MIN);

            /// The number as the place in a list.
            #[inline]
            pub fn index(self) -> usize {
                self.0.get() as usize - 1
            }

            /// The number of a place in a list.
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
