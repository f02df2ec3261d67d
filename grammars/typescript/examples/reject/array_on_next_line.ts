let a: B
[]: c
