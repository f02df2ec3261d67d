select ?250001
