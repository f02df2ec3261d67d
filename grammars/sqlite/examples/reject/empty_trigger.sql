create trigger a after insert on t begin end
