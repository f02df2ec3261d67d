explain explain select 1
