a {- b
