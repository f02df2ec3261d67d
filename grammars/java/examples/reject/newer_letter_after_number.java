class A {
    int f = 1ࡰ;
}
