const char *a = R"(b";
