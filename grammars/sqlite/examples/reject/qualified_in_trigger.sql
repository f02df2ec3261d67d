create trigger a after insert on t begin insert into main.t values (1); end
