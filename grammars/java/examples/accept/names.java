class été$_1 {
    int var, record, sealed, permits, yield, module, open, to, with, non, ñ, 变量, x٣;
    void record() { var = record = sealed; this.yield(); yield = 1; yield: open(); }
    record.A a; yield.B b; var.C c; sealed<D> d;
}
