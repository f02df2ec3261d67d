select1
