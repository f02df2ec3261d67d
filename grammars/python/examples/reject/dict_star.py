{*a, b: c}
