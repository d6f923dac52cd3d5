import { deepEqual, doesNotThrow, throws } from 'node:assert/strict';
import fc from 'fast-check';
import { assertReadOnlyQuery } from '../../services/admin/core/sql-check.ts';
import { piecesOf, SqlRejected, tokenizeSql } from '../../services/admin/core/sql-tokens.ts';
import { holds } from '../support/property.ts';

const surroundings = {
  databases: new Set(['default', 'system', 'INFORMATION_SCHEMA']),
  tables: new Set(['spans', 'errors', 'usage', 'migrations']),
  functions: new Set(['count', 'file', 'hostname', 'dictget', 'our_own']),
};
const check = (sql: string) => () => assertReadOnlyQuery(sql, surroundings);

describe('a statement of operators', () => {
  const taken: readonly string[] = [
    'SELECT count() FROM spans',
    "select service, countIf(status = 'ERROR') AS failed from spans group by service order by failed desc limit 5",
    'WITH slow AS (SELECT trace_id FROM spans WHERE duration_ms > 1e3) SELECT * FROM slow',
    'SELECT u.month, count() FROM usage AS u JOIN traces t USING (trace_id) GROUP BY ALL',
    "SELECT attributes['http.route'] FROM spans WHERE name LIKE '%it\\'s%' OR name = 'a''b'",
    'SELECT * FROM spans WHERE trace_id IN (SELECT trace_id FROM errors) AND start > now() - INTERVAL 1 HOUR',
    'SELECT arrayMap((x, y) -> x + y, [1, 2], [3, 4]), spans.service::String FROM spans',
    'SELECT sum(spans) OVER (PARTITION BY service ORDER BY time) FROM windows',
    "SELECT '-- /* system.users */ ; url(' FROM usage",
    'SELECT count, min, max FROM metric_points',
    "SELECT 'a' AS a, service FROM spans AS s, errors AS e WHERE s.name IN ('a', 'b') ORDER BY 'x', 'y'",
    "SELECT a, 'b' FROM (SELECT 'c' AS a, 'd' AS b FROM spans ARRAY JOIN ['e', 'f'] AS x, ['g'] AS y)",
    "SELECT a.name FROM spans AS a JOIN traces AS b ON a.name = 'x' AND has(['u', 'v'], a.service)",
    "SELECT arrayFilter(x -> x IN ('a', 'b'), event_names), arrayMap(x -> x || '!', event_names), has(event_names, 'c') FROM spans",
  ];
  for (const sql of taken) it(`may be: ${sql}`, () => doesNotThrow(check(sql)));

  const refused: readonly (readonly [sql: string, why: RegExp])[] = [
    ['', /begins with SELECT or WITH/],
    ['INSERT INTO spans SELECT 1', /begins with SELECT/],
    ['SELECT(1)', /begins with SELECT/],
    ['SELECT 1; DROP TABLE spans', /found ; DROP/],
    ['SELECT 1 -- more', /no comments/],
    ['SELECT 1 /* more */', /no comments/],
    ['SELECT 1 # more', /found # more/],
    ['SELECT 1 // more', /no comments/],
    ['SELECT * FROM `system`.users', /found `system/],
    ['SELECT * FROM "system".users', /found "system/],
    ['SELECT * FROM “system”.users', /found “system/],
    ['SELECT $a$ text $a$', /found \$a/],
    ['SELECT {a:String}', /found \{a/],
    ["SELECT x'\\' , y'", /blank before '/],
    ['SELECT 0x41', /blank before x41/],
    ['SELECT 1 FROM spans\0', /control characters/],
    ['SELECT * FROM system.users', /expected views.*found system/],
    ['SELECT * FROM system . users', /found system/],
    ['SELECT * FROM spans, system.users', /found system/],
    ['SELECT 1 IN system.users', /found system/],
    ['SELECT * FROM default.spans', /found default/],
    ['SELECT * FROM INFORMATION_SCHEMA.TABLES', /found INFORMATION_SCHEMA/],
    ['SELECT * FROM migrations', /found migrations/],
    ["SELECT * FROM url('http://127.0.0.1/')", /found url/],
    ["SELECT * FROM file ('/etc/passwd')", /found file/],
    ["SELECT * FROM s3('https://a/b')", /found s3/],
    ["SELECT * FROM executable('a.sh', TSV, 'a String')", /found executable/],
    ["SELECT * FROM remote('a', system.users)", /found remote/],
    ["SELECT * FROM merge('default', '.*')", /found merge/],
    ['SELECT * FROM numbers(10)', /found numbers/],
    ["SELECT file('/etc/passwd')", /found file/],
    ["SELECT dictGet('d', 'a', 1)", /found dictGet/],
    ['SELECT arrayMap(hostName, [1])', /another name than hostName/],
    ['SELECT arrayMap(OUR_OWN, [1])', /another name than OUR_OWN/],
    ['SELECT * APPLY file FROM spans', /no APPLY/],
    ['SELECT 1 SETTINGS max_memory_usage = 0', /no SETTINGS/],
    ["SELECT 1 INTO OUTFILE 'a'", /no INTO/],
    ['SELECT 1 FORMAT Native', /no FORMAT/],
    ['SELECT * FROM (EXPLAIN SELECT 1)', /no EXPLAIN/],
    ['SELECT 1) UNION ALL SELECT * FROM spans WHERE (1', /closed that was not opened/],
    ['SELECT (1', /not closed/],
    ['SELECT [1', /bracket is not closed/],
    ['SELECT (1])', /bracket is closed/],
    ["SELECT * FROM '/etc/passwd'", /expected a view, found '\/etc/],
    ["SELECT * FROM\n'a.csv' AS a", /expected a view/],
    ["FROM 'a.csv' SELECT *", /begins with SELECT/],
    ["SELECT * FROM ('a.csv')", /expected a view/],
    ["SELECT * FROM spans AS s, 'a.csv'", /expected a view/],
    ["SELECT * FROM spans JOIN errors ON f = 'x', 'a.csv'", /expected a view/],
    ["SELECT * FROM spans GLOBAL ANY LEFT JOIN 'a.csv' USING (service)", /expected a view/],
    ["SELECT (SELECT 1 FROM 'a.csv')", /expected a view/],
    ["WITH a AS (SELECT 1 UNION ALL SELECT 1 from 'a.csv') SELECT * FROM a", /expected a view/],
    ['SELECT arrayMap(x -> arraySum(arrayMap(y -> y * x, [1])), [2])', /no lambda within/],
    ['SELECT arrayMap((x, y) -> countEqual(r, x + y), r, r) FROM usage', /no countEqual within/],
    [`SELECT ${Array.from({ length: 201 }, () => 'abs(1)').join(' + ')}`, /at most 200 calls/],
  ];
  for (const [sql, why] of refused) {
    it(`may not be: ${JSON.stringify(sql)}`, () =>
      throws(check(sql), error => error instanceof SqlRejected && why.test(error.message)));
  }

  it('has no words in its texts, whatever these hold', () => {
    const sign = fc.constantFrom("'", '\\', ' ', '-', '/', '*', ';');
    const text = fc
      .string({ unit: fc.oneof(sign, fc.string({ unit: 'binary', maxLength: 1 })) })
      .filter(value => !/[^\P{Cc}\t\r\n]/u.test(value));
    const quoted = fc.tuple(text, fc.boolean()).map(([value, isDoubled]) => {
      const escaped = value.replaceAll('\\', '\\\\');
      return `'${escaped.replaceAll("'", isDoubled ? "''" : "\\'")}'`;
    });
    return holds(
      fc.property(fc.array(quoted), texts => {
        const words = tokenizeSql(piecesOf(`SELECT [${texts.join(', ')}] AS a`));
        deepEqual(
          words.map(({ lower }) => lower),
          ['select', 'as', 'a'],
        );
      }),
      500,
    );
  });

  it('is refused or has every word looked at, however it is put together', () => {
    const pieces = [
      'system',
      '.',
      'users',
      "'",
      "''",
      '\\',
      '--',
      '/*',
      '*/',
      '(',
      ')',
      ' ',
      '1',
      '`',
    ];
    return holds(
      fc.property(fc.array(fc.constantFrom(...pieces)), parts => {
        const sql = `SELECT 1, ${parts.join('')}`;
        const bare = sql.replaceAll(/'(?:[^'\\]|\\[\s\S]|'')*'/gu, "''");
        if (/\bsystem\b/u.test(bare)) throws(check(sql), SqlRejected);
      }),
      2_000,
    );
  });
});
