auto a = [](int b);
