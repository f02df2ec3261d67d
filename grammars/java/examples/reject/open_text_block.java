class A { String a = """
 b"" ; }
