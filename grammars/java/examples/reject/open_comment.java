class A { } /*
