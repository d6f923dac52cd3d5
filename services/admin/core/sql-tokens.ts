/** A name or keyword of a statement, in lower case beside as it was written. */
export type SqlToken = {
  readonly text: string;
  readonly lower: string;
  readonly isCalled: boolean;
};

/** Operators may not run this statement; the message says what to change. */
export class SqlRejected extends Error {
  override readonly name = 'SqlRejected';
}

const blanks = /[ \t\r\n]+/y;
const text = /'(?:[^'\\]|\\[\s\S]|'')*'/y;
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const name = /[A-Za-z_][A-Za-z0-9_]*/y;
const sign = /[-+*/%()[\],.<>=!?:|]/y;
/** Begin comments. */
const commentStarts: readonly string[] = ['--', '/*', '//'];
const controlCharacter = /[^\P{Cc}\t\r\n]/u;

export type Piece = {
  readonly kind: 'blank' | 'text' | 'number' | 'name' | 'sign';
  readonly text: string;
  /** Parentheses and brackets around it; of one of these, those around the pair. */
  readonly depth: number;
};

/**
 * The pieces of a statement, without blanks. Only a part of the language is taken, in which every
 * word is found however a server reads it: no comments, no quoted names, nothing that quotes but `'`.
 * Parentheses and brackets are balanced, so that it stays where it is put.
 */
export function piecesOf(sql: string): readonly Piece[] {
  const control = controlCharacter.exec(sql);
  if (control !== null) throw new SqlRejected('expected no control characters in the statement');
  const pieces: Piece[] = [];
  const open: string[] = [];
  for (let at = 0; at < sql.length; ) {
    const { kind, text } = pieceAt(sql, at);
    at += text.length;
    if (closings.has(text) && open.pop() !== text) {
      throw new SqlRejected(`a ${nameOf(text)} is closed that was not opened`);
    }
    if (kind !== 'blank') pieces.push({ kind, text, depth: open.length });
    const closing = pairs.get(text);
    if (closing !== undefined) open.push(closing);
  }
  const [first] = open;
  if (first !== undefined) throw new SqlRejected(`a ${nameOf(first)} is not closed`);
  return pieces;
}

const pairs: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
]);
const closings: ReadonlySet<string> = new Set(pairs.values());
const nameOf = (sign: string): string => (sign === ')' ? 'parenthesis' : 'bracket');

export const tokenizeSql = (pieces: readonly Piece[]): readonly SqlToken[] =>
  pieces.flatMap(({ kind, text }, index) =>
    kind === 'name'
      ? [{ text, lower: text.toLowerCase(), isCalled: pieces[index + 1]?.text === '(' }]
      : [],
  );

const kinds = [
  ['blank', blanks],
  ['text', text],
  ['number', number],
  ['name', name],
  ['sign', sign],
] as const;

function pieceAt(sql: string, at: number): Omit<Piece, 'depth'> {
  if (commentStarts.includes(sql.slice(at, at + 2))) {
    throw new SqlRejected('expected no comments; put a blank between two signs');
  }
  for (const [kind, pattern] of kinds) {
    pattern.lastIndex = at;
    const found = pattern.exec(sql)?.[0];
    if (found === undefined) continue;
    expectEnd(kind, sql, at + found.length);
    return { kind, text: found };
  }
  throw new SqlRejected(
    `expected names, numbers, texts in ' and signs, found ${sql.slice(at, at + 10)}`,
  );
}

/** What is glued to a name or a number could make something else of it: `x'41'`, `0x1F`. */
function expectEnd(kind: Piece['kind'], sql: string, end: number): void {
  const next = sql.charAt(end);
  const isGlued =
    (kind === 'number' && /[A-Za-z0-9_']/u.test(next)) || (kind === 'name' && next === "'");
  if (isGlued) throw new SqlRejected(`expected a blank before ${sql.slice(end, end + 10)}`);
}
