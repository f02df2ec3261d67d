raise 1from a
