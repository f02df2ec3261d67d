class A {
  get
  set
  b
}
