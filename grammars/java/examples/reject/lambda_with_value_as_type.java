class A {
    void f() {
        (@A("b") C c) -> 1 d;
    }
}
