enum A { B; C }
