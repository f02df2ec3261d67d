SELECT sum(a) OVER (),
       sum(a) OVER w,
       rank() OVER (PARTITION BY b, c ORDER BY d DESC NULLS FIRST),
       sum(a) FILTER (WHERE a > 0) OVER (w ROWS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE NO OTHERS),
       sum(a) OVER (RANGE UNBOUNDED PRECEDING EXCLUDE TIES),
       sum(a) OVER (GROUPS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE GROUP),
       sum(a) OVER (ORDER BY a ROWS BETWEEN 1 FOLLOWING AND x + 2 FOLLOWING EXCLUDE CURRENT ROW),
       count(*) FILTER (WHERE b), count(DISTINCT a), count(ALL a), count(DISTINCT)
  FROM t
WINDOW w AS (PARTITION BY a), v AS (w ORDER BY b);
-- Words that are keywords only here.
SELECT window, over, filter, rows, current FROM window window WHERE filter(over) AND over(window);
SELECT count(*) over, count(*) filter FROM over;
SELECT 1 WINDOW window AS (rows CURRENT ROW);
