import { type Piece, SqlRejected } from './sql-tokens.ts';

/**
 * Throws where a text stands for a table, which a server may take for the path of a file: after FROM
 * and JOIN, after a comma between tables, and in parentheses there.
 */
export function expectNamedTables(pieces: readonly Piece[]): void {
  const lists: boolean[] = [];
  let isTableNext = false;
  for (const piece of pieces) {
    if (isTableNext && piece.kind === 'text') {
      throw new SqlRejected(`expected a view, found ${piece.text.slice(0, charactersShown)}`);
    }
    isTableNext = leadsToTable(piece, isTableNext, lists);
  }
}

const charactersShown = 100;

/** Whether a table comes next. `lists`: by depth of parentheses, whether tables are listed there. */
function leadsToTable({ text, depth }: Piece, isTableNext: boolean, lists: boolean[]): boolean {
  const lower = text.toLowerCase();
  if (lower === '(' || lower === '[') {
    lists[depth + 1] = false;
    return isTableNext && lower === '(';
  }
  if (starts.has(lower)) lists[depth] = true;
  if (ends.has(lower)) lists[depth] = false;
  return starts.has(lower) || (lower === ',' && lists[depth] === true);
}

/** Words before tables, and words that end their list. */
const starts: ReadonlySet<string> = new Set(['from', 'join']);
const ends: ReadonlySet<string> = new Set(
  `select where prewhere group having order limit offset union except intersect window
   qualify`.split(/\s+/u),
);
