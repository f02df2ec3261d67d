int a; #
