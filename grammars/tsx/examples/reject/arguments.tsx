const a = <a<b c/>
