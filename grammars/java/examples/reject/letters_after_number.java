class A {
    long f = 21474836489abc;
}
