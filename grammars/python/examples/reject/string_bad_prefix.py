bu"a"
