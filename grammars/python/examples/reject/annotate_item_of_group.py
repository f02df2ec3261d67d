# since 3.9
(a.b)[0]: int
