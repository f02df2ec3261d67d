class A {} import a.b;
