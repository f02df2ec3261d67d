a = new b?.c()
