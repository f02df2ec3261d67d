select ()
