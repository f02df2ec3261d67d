const a = <T extends>(b) => c
