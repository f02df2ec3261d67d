contract A { uint a = 1 +; }
