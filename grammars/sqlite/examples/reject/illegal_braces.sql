select {a}
