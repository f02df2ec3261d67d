x = <a><b></a>
