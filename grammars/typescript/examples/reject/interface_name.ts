interface { }
