async while x: pass
