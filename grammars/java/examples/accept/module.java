import a.*;
@Deprecated open module a.module.open {
    requires transitive;
    requires static transitive java.base;
    exports to to to, with;
    opens a.b;
    uses uses;
    provides a.b with c, d.e;
}
