export declare @a class A {}
