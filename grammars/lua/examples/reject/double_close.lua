local a <close>, b <close> = nil, nil
