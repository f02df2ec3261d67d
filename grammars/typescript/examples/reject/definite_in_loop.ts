for (let a!: A; ;) ;
