#! first line
return 1