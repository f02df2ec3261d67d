select a ! b
