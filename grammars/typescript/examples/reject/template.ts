type A = `${B`
