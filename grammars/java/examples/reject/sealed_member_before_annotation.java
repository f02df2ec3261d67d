class A {
    sealed @B [] <?> x;
}
