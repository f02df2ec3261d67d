let
a.b
