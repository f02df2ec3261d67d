namespace A
