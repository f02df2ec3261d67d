// don't
/* "open */ a;
