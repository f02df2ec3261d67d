# since 3.9
(a).b: int
