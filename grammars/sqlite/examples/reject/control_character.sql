select 
