function f([@a b]) {}
