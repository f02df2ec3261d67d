select a +* b
