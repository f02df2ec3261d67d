package p
import a
