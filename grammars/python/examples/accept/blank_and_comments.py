

   # indented comment
	
# last line without an end