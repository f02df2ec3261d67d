var x int
