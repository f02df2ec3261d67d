SELECT *
  FROM a
  JOIN b ON a.id = b.a
  LEFT JOIN c USING (id, kind)
  LEFT OUTER JOIN d AS other ON other.b = b.id
  NATURAL JOIN e
  NATURAL FULL OUTER JOIN f
  CROSS JOIN g
  INNER JOIN h ON h.x, i
  RIGHT JOIN (j, k NATURAL INNER JOIN l) ON 1;
SELECT * FROM outer, left JOIN "left" LEFT JOIN right ON left.a = right.a;
SELECT * FROM generate(1, 10) AS g, json_each('[]') over WHERE value;
SELECT * FROM (SELECT 1) over JOIN t over LEFT JOIN u ON 1;
SELECT * FROM ((a, b) AS c JOIN (VALUES (1)) AS d);
