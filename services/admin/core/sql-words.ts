/** A name or keyword of a statement, in lower case beside as it was written. */
export type Word = { readonly text: string; readonly lower: string; readonly isCalled: boolean };

/** The statement is not what operators may ask; the message says what to change. */
export class SqlRefused extends Error {
  override readonly name = 'SqlRefused';
}

const blanks = /[ \t\r\n]+/y;
const text = /'(?:[^'\\]|\\[\s\S]|'')*'/y;
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const name = /[A-Za-z_][A-Za-z0-9_]*/y;
const sign = /[-+*/%()[\],.<>=!?:|]/y;
/** Begin comments. */
const commentStarts: readonly string[] = ['--', '/*', '//'];
const controlCharacter = /[^\P{Cc}\t\r\n]/u;

/**
 * The words of a statement. Only a part of the language is taken, in which every word is found
 * however a server reads it: no comments, no quoted names, nothing that quotes but `'`. Parentheses
 * are balanced, so that it stays where it is put.
 */
export function wordsOf(sql: string): readonly Word[] {
  const control = controlCharacter.exec(sql);
  if (control !== null) throw new SqlRefused('expected no control characters in the statement');
  const words: Word[] = [];
  let depth = 0;
  for (let at = 0; at < sql.length; ) {
    const piece = pieceAt(sql, at);
    if (piece.kind === 'sign') depth += depthOf(piece.text);
    if (depth < 0) throw new SqlRefused('a parenthesis is closed that was not opened');
    at += piece.text.length;
    if (piece.kind === 'name') words.push(wordOf(piece.text, sql, at));
  }
  if (depth !== 0) throw new SqlRefused('a parenthesis is not closed');
  return words;
}

type Piece = {
  readonly kind: 'blank' | 'text' | 'number' | 'name' | 'sign';
  readonly text: string;
};

const kinds = [
  ['blank', blanks],
  ['text', text],
  ['number', number],
  ['name', name],
  ['sign', sign],
] as const;

function pieceAt(sql: string, at: number): Piece {
  if (commentStarts.includes(sql.slice(at, at + 2))) {
    throw new SqlRefused('expected no comments; put a blank between two signs');
  }
  for (const [kind, pattern] of kinds) {
    pattern.lastIndex = at;
    const found = pattern.exec(sql)?.[0];
    if (found === undefined) continue;
    expectEnd(kind, sql, at + found.length);
    return { kind, text: found };
  }
  throw new SqlRefused(
    `expected names, numbers, texts in ' and signs, found ${sql.slice(at, at + 10)}`,
  );
}

/** What is glued to a name or a number could make something else of it: `x'41'`, `0x1F`. */
function expectEnd(kind: Piece['kind'], sql: string, end: number): void {
  const next = sql.charAt(end);
  const isGlued =
    (kind === 'number' && /[A-Za-z0-9_']/u.test(next)) || (kind === 'name' && next === "'");
  if (isGlued) throw new SqlRefused(`expected a blank before ${sql.slice(end, end + 10)}`);
}

const depthOf = (sign: string): number => (sign === '(' ? 1 : sign === ')' ? -1 : 0);

function wordOf(text: string, sql: string, end: number): Word {
  blanks.lastIndex = end;
  const after = end + (blanks.exec(sql)?.[0].length ?? 0);
  return { text, lower: text.toLowerCase(), isCalled: sql.charAt(after) === '(' };
}
