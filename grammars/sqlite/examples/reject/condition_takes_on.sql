insert into t select * from a on conflict do nothing
