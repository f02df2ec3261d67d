public @A public class B {}
