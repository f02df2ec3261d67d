interface A { a: b;; c: d }
