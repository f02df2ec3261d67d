a as A | /b/
