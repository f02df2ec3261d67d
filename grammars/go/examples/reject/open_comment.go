package p
/* a
