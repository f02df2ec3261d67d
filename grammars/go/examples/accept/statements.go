package p

func f() {
	x, y := 1, 2
	x, y = y, x
	x, y += 1, 2
	x++
	y--
	c <- x
	<-c
	go f()
	defer func() { recover() }()
	{
		var a int
		type t struct{}
		const b = 1
	}
L:
	for {
		break L
		continue L
		goto L
	}
M:
}
