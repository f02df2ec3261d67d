[yield]
