package p

func f() {
	switch {
	}
	switch x := f(); x {
	case 1, 2:
		fallthrough
	case T{}:
	L:
		x()
	default:
		if x {}; y()
	}
	switch x.(type) {
	case int, []string, func(), chan<- T:
	case nil:
	}
	switch y := 1; x := y.(type) { case T: M: }
	switch ; {
	}
	select {
	case x := <-c:
	case x, ok = <-c:
	case c <- x:
	case <-c:
	default:
	}
	select {}
}
