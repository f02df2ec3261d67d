from a import ()
