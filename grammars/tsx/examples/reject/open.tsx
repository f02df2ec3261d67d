const a = <div></div
