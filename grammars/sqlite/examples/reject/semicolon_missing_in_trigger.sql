create trigger a after insert on t begin select 1 end
