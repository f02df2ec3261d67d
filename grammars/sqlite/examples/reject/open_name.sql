select "a
