package p

func f() {
	if x {
	} else if y := f(); y == (T{}) {
	} else {
	}
	if ; x {
	}
	if x == []T{{1}}[0] || f(T{}) == struct{}{} || map[K]V{}[T{}.k] {
	}
	if func() bool { return true }() {
	}
	if chan int == x {
	}
	for {
	}
	for x {
	}
	for ;; {
	}
	for i := 0; i < 1; i++ {
	}
	for range x {
	}
	for i, v := range []int{1} {
	}
	for k = range m {
	}
	for range 10 {
	}
}
