let a = <a>b</a>;
