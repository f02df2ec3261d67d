#if DEBUG
class A { }
