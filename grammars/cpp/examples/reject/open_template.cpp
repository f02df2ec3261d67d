std::vector<int a;
