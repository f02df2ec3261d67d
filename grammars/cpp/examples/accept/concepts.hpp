#ifndef CONCEPTS_HPP
#define CONCEPTS_HPP

template <typename T>
concept Addable = requires(T a, T b) {
    a + b;
    { a.size() } -> std::convertible_to<int>;
    typename T::value_type;
};

template <Addable T>
constexpr T twice(T a) requires std::copyable<T> {
    if constexpr (sizeof(T) > 4) {
        return a + a;
    } else {
        return static_cast<T>(a + a);
    }
}

template <> struct std::hash<int>;
inline long long operator""_km(unsigned long long a) { return a * 1000; }

#endif
