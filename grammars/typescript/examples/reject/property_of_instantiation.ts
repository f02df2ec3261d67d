a<b>.c
