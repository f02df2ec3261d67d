release savepoint
