class A { boolean a = b instanceof C < d; }
