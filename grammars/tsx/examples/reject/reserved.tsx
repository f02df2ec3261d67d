const a = <if,>(b) => c
