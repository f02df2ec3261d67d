a as const < b
