interface A {}

non-sealedenum B {}
