contract A { uint a }
