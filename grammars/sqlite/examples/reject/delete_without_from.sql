delete t
