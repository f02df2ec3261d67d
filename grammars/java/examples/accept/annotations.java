@Named package a.b;

import java.util.*;

@interface Named {
    String value() default "a" + 'b';
    Named[] all() default {@Named, @Named("x"), @Named(value = "y", all = {}),};
}

@Named(value = "z") @Deprecated class Annotated<@Named T extends @Named Object> {
    @Named int @Named [] field @Named [] = {};
    @Named Annotated() {}
    void receive(@Named Annotated<T> this, final @Named String @Named ... rest) throws @Named Exception {
        Object made = new @Named int @Named [3] @Named [];
        Object cast = (@Named List<@Named ? extends @Named T>) made;
        run(@Named Annotated::new);
    }
}
