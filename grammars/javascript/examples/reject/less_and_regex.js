x = a </b/.c
