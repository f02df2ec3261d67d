class Ɤ {}
