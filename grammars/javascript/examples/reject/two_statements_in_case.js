switch (a) { case 1: break case 2: }
