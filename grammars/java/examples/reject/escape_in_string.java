class A { String a = "\q"; }
