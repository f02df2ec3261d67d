x: *int
