// \u00
class A {}
