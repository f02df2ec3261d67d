x = <a>b > c</a>
