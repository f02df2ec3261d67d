# until 3.8
__debug__ = 1
