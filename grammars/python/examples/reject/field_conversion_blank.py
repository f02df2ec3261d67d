f"{a! r}"
