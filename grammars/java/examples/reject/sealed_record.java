sealed record A() {}
