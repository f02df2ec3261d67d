# since 3.9
{a := 1, b}
