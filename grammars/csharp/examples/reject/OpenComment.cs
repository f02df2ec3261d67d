class A { } /* open
