fn numbers() {
    let tuple = ((1, 2.0), 1..2, 1..=2, ..);
    tuple.0.1; tuple.0 .1; tuple.1.start; 1.max(2); 1.0.floor(); 1..2; 1.; 1e5_f64; 0b1_0; 0o7; 1_u8;
    let text = ["a\u{1_f600}\x7f\
        b", r"\", r#""#, r##"a"#b"##, r######""#####"######];
    let bytes = (b"\xff", br#"a"#, b'\'', 'a', '\'', '\u{10ffff}');
}
fn statements<'a>(x: &'a mut &&u8) -> impl Fn(u8) -> u8 + 'a {
    'outer: loop { break 'outer; }
    let Some(ref mut y @ (1..=9 | -1 | 'a'..='z')) = x else { return };
    if let Some(_) = x {} else if x == (S { a: 1, ..y }) {} else {}
    match x { A | B if a > b => {} c @ [first, .., last] => -1, S { a, ref b, .. } => { 1 }, _ => m![1; 2] }
    {} - 1; {}.method()? + 1; *&raw const x; &&a && b || !c;
    a as Vec<u8>>b; a < b; a << b >> c; x = y += 1; a..b; ..; a..; a == #[cfg(x)] b;
    let f = async move |a: u8, (b, c)| -> u8 { a }; let g = || 1; for i in 0.. {}
    <T as Iterator>::next::<Vec<<T as A>::B>>(x)?.await.r#type[1](2);
    return |x| x + 1
}
/* /* /* nested */ */ */
