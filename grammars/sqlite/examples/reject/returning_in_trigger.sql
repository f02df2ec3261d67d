create trigger a after insert on t begin insert into t values (1) returning a; end
