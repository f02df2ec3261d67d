class A permits B {}
