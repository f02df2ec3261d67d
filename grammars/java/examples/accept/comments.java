// one \\u
/* two * / \\u */ /***/ /** three **/
class /**/ Comments { // \u000a int x;
    /* \u002a/ int y; //*/
}
//
