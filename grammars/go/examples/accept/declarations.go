package p

import "fmt"

import (
	. "math"
	_ "embed"
	m "math/bits"
)

const a, b int = 1, 2
const (
	c = iota
	d
	e, f
)

var x int
var y, z = 1, "a"
var (
	u      = 'a'
	v, w   float64
)

type (
	A int
	B = A
)

func f0()
func f1(int, string) error { return nil }
func (a A) m1(x, y int, z ...string) (n int, err error) { return }
func (*A) m2(f func(a int) (b string)) func() { return func() {} }
