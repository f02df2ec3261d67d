a )
