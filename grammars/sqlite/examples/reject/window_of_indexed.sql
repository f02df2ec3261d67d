select 1 window indexed as ()
