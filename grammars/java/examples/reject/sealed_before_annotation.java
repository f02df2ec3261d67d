class A {
    void f() {
        sealed @B [] :: x = y;
    }
}
