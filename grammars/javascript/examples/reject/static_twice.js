class A { static static a }
