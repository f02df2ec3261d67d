-- Queries, as they are written in a file.
SELECT 1;
SELECT DISTINCT city, count(*) AS n
  FROM people
 WHERE age >= 18 AND (city IS NOT NULL OR country = 'FR')
 GROUP BY city
HAVING count(*) > 1
 ORDER BY n DESC NULLS LAST, city COLLATE nocase
 LIMIT 10 OFFSET 20;
SELECT p.*, main.p.name "the name", p.born born FROM main.p LIMIT 5, 10;
SELECT a FROM t UNION ALL SELECT b FROM u EXCEPT SELECT c FROM v INTERSECT VALUES (1), (2);
SELECT a FROM t UNION SELECT b FROM u ORDER BY 1 LIMIT 3;
VALUES (1, 'one'), (2, 'two');
SELECT ALL * FROM (SELECT 1 AS a, 2 AS b) AS pair, (t JOIN u USING (id)) WHERE EXISTS (SELECT * FROM pair);
SELECT (SELECT max(a) FROM t), (1, 2) = (SELECT 1, 2), a IN (SELECT b FROM u), a IN u, a IN main.f(1, 2);
WITH RECURSIVE numbers(n) AS (
  SELECT 1
   UNION ALL
  SELECT n + 1 FROM numbers WHERE n < 100
), evens AS MATERIALIZED (
  SELECT n FROM numbers WHERE n % 2 = 0
), odds AS NOT MATERIALIZED (
  SELECT n FROM numbers WHERE n % 2
)
SELECT * FROM evens, odds;
EXPLAIN QUERY PLAN SELECT * FROM t INDEXED BY t_by_a WHERE a = 1;
EXPLAIN SELECT * FROM t NOT INDEXED;
