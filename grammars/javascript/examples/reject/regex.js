a = /b
