-- Blanks and comments.
select/**/1--2
+/***/2/* ; */ ;
	
 /*
-- */select 3 --;
; -- the end