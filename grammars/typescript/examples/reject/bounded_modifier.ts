class A<readonly extends B> {}
