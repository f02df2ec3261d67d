
#!/usr/bin/env cargo
fn main() {}
