return; return
