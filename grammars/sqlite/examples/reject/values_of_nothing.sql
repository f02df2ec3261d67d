values ()
