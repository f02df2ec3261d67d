fn r#type() { let r#fn = "c"; }
fn empty() { ; ; }
