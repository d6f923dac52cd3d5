const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const hexWord = /(?<![0-9a-z])(?=[0-9a-f]*\d)[0-9a-f]{8,}(?![0-9a-z])/gi;
const number = /(?<![0-9a-z])\d+(?![0-9a-z])/gi;

/**
 * The operation a span belongs to: its name with UUIDs, long hexadecimal words and numbers
 * replaced by `{id}`, so that one route is one operation for all its arguments.
 */
export const operationOf = (spanName: string): string =>
  spanName.replace(uuid, '{id}').replace(hexWord, '{id}').replace(number, '{id}');

/**
 * The same of a column, as an expression of ClickHouse. Its patterns cannot look around, so what stands beside a word is matched and
 * put back; words that share it need a second turn.
 */
export const operationSql = (column: string): string =>
  withoutWords('[0-9]+', withoutWords(hexWordSql, replaced(column, uuidSql, '{id}')));

const uuidSql = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';

/** Eight characters or more, the first digit among them at any place. */
const hexWordSql = [0, 1, 2, 3, 4, 5, 6, 7]
  .map(before =>
    before < 7 ? `{${before}}[0-9][0-9a-fA-F]{${7 - before},}` : '{7,}[0-9][0-9a-fA-F]*',
  )
  .map(rest => `[a-fA-F]${rest}`)
  .join('|');

const replaced = (text: string, pattern: string, by: string): string =>
  `replaceRegexpAll(${text}, '${pattern}', '${by}')`;

function withoutWords(word: string, text: string): string {
  const pattern = `(^|[^0-9A-Za-z])(?:${word})($|[^0-9A-Za-z])`;
  const by = '\\\\1{id}\\\\2';
  return replaced(replaced(text, pattern, by), pattern, by);
}
