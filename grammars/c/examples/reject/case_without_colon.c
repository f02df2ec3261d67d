void f(int a) { switch (a) { case 1 break; } }
