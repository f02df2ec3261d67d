insert into t select * from a, b on conflict do nothing
