ſelect 1
