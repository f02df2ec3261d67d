a = `b
;