class A extends {}.b {}
