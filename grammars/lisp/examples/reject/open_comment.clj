a #| b
