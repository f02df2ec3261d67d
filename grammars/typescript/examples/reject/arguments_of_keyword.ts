let a: string<b>
