-- Most keywords are names where they could not be keywords.
SELECT abort, action, after, always, analyze, asc, attach, before, begin, by, cascade, column, conflict, database,
       deferred, desc, detach, do, each, end, exclude, exclusive, explain, fail, first, following, for, generated, groups,
       if, ignore, immediate, initially, instead, key, last, like, match, materialized, no, nulls, of, offset, others,
       partition, plan, pragma, preceding, query, range, recursive, regexp, reindex, release, rename, replace, restrict,
       rollback, row, rows, savepoint, temp, temporary, ties, trigger, unbounded, vacuum, view, virtual, with, without
  FROM temp.cast;
SELECT 1 cast, 2 raise, 3 current_date, 4 end, 5 'text', 6 AS left, 7 AS like FROM like match, raise AS indexed;
CREATE TABLE cast (with with, key key KEY, like like PRIMARY KEY, if if, recursive, left, 'a', indexed);
WITH with AS (SELECT 1), recursive AS (SELECT 2) SELECT * FROM with, recursive;
WITH RECURSIVE recursive AS (SELECT 1) SELECT f(with) FROM recursive;
ATTACH DATABASE database AS database; ATTACH -database AS a; DETACH DATABASE database;
DROP TABLE IF EXISTS if; CREATE TABLE IF NOT EXISTS if (a);
SELECT rows OVER FROM t OVER WINDOW w AS ();
SELECT sum(a) OVER over, sum(a) OVER window, sum(a) OVER left FROM t;
