area :: (Int, [Int]) -> Int
area (width, _) = width * 2
