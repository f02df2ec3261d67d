class A { char a = ''; }
