/* a */ package /* b
*/ p // c
/**/ var /***/ x /* d */ = /* e
*/ 1 // f
//
/* g */ /* h */