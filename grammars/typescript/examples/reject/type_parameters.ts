function f<T(a: T) {}
