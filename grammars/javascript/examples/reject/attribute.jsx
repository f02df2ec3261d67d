x = <a b=c/>
