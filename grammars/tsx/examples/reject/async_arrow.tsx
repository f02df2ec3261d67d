const a = async <T>(x: T) => x
