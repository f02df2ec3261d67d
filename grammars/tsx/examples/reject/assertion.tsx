const a = <T>b
