non - sealed class A {}
