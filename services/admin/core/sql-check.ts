import { viewNames, views } from '../../../domain/admin/views.ts';
import { allowedFunctions } from './sql-functions.ts';
import { expectModestLambdas } from './sql-lambdas.ts';
import { expectNamedTables } from './sql-tables.ts';
import { piecesOf, SqlRejected, type SqlToken, tokenizeSql } from './sql-tokens.ts';

/** What the server has, by name: each of it is out of reach unless it is a view or allowed. */
export type SqlCatalog = {
  readonly databases: ReadonlySet<string>;
  readonly tables: ReadonlySet<string>;
  /** In lower case; also those that users have defined. */
  readonly functions: ReadonlySet<string>;
};

/** All calls of a statement may come between two looks at its time. */
const callsMax = 200;

/**
 * Throws `SqlRejected` unless the statement is one SELECT that can reach nothing but the views. A
 * server finds a table by a name alone, by the name of its database, or as a function; so no word
 * may be the name of a database or of a table that is no view, and what is called must be known to
 * read nothing. A function may also be handed over by its name, so no word may name one either. A
 * text may stand for a table, too, and be the path of a file, so none may stand where tables do.
 */
export function assertReadOnlyQuery(sql: string, surroundings: SqlCatalog): void {
  const pieces = piecesOf(sql);
  const words = tokenizeSql(pieces);
  if (!/^\s*(?:select|with)\s/iu.test(sql)) {
    throw new SqlRejected('expected one statement that begins with SELECT or WITH');
  }
  for (const word of words) expectHarmless(word, surroundings);
  expectNamedTables(pieces);
  expectModestLambdas(pieces);
  const calls = words.filter(({ isCalled }) => isCalled).length;
  if (calls > callsMax) {
    throw new SqlRejected(`expected at most ${callsMax} calls in a statement, found ${calls}`);
  }
}

function expectHarmless(word: SqlToken, { databases, tables, functions }: SqlCatalog): void {
  const { text, lower, isCalled } = word;
  if (refusedWords.has(lower)) throw new SqlRejected(`expected no ${text} in the statement`);
  if (databases.has(text) || (tables.has(text) && !known.has(text))) {
    throw new SqlRejected(`expected views, which are ${viewNames.join(', ')}; found ${text}`);
  }
  if (allowedFunctions.has(lower) || keywords.has(lower)) return;
  if (isCalled) throw new SqlRejected(`expected a function that can be used here, found ${text}`);
  if (known.has(text)) return;
  if (functions.has(lower)) {
    throw new SqlRejected(`expected another name than ${text}, which is a function's`);
  }
}

/** They change settings, write, or turn a name into a call. */
const refusedWords = new Set(
  'settings format into outfile apply columns explain show describe values'.split(' '),
);

/** Stand before a parenthesis without calling anything. */
const keywords = new Set(
  `select with as from join on using where prewhere having group by order limit offset union all
   distinct except intersect exists when then else end over partition between filter interval sets
   rollup cube grouping qualify window rows is
   decimal datetime64 nullable lowcardinality fixedstring`.split(/\s+/u),
);

/** Names of views and of their columns mean these, unless a database has the name. */
const known: ReadonlySet<string> = new Set([
  ...viewNames,
  ...Object.values(views).flatMap(({ columns }) => Object.keys(columns)),
]);
