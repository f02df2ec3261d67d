explain ;
