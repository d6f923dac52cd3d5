/** A part of a pattern. A set is one character, of a class or written out. */
export type Part =
  | { readonly kind: 'set'; readonly has: (codePoint: number) => boolean }
  | { readonly kind: 'edge'; readonly edge: '^' | '$' | 'b' | 'B' }
  | { readonly kind: 'sequence' | 'choice'; readonly of: readonly Part[] }
  | { readonly kind: 'group'; readonly of: Part; readonly index: number }
  | {
      readonly kind: 'look';
      readonly of: Part;
      readonly isBehind: boolean;
      readonly isNot: boolean;
    }
  | { readonly kind: 'again'; readonly name: string }
  | {
      readonly kind: 'times';
      readonly of: Part;
      readonly min: number;
      readonly max: number;
      readonly isLazy: boolean;
    };

export type Parsed = {
  readonly part: Part;
  readonly groups: number;
  readonly names: ReadonlyMap<string, number>;
};

const quantifier = /(?:([*+?])|\{(\d+)(,(\d*))?\})(\??)/uy;
const groupStart = /\((?:\?(?:(:)|(<)?([=!])|<(\w+)>))?/uy;
const atom =
  /\\(?:[pP]\{[^}]+\}|u\{[^}]+\}|u[0-9a-f]{4}|x[0-9a-f]{2}|.)|\[(?:\\.|[^\]\\])*\]|[^()|*+?{}^$\\[\]]/uy;

/** Reads a pattern with the flag `u`. */
export function parsePattern({ source, flags }: RegExp): Parsed {
  const names = new Map<string, number>();
  let at = 0;
  let groups = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = nativeExec.call(pattern, source);
    if (found !== null) at += found[0].length;
    return found;
  };
  const choice = (): Part => {
    const of = [sequence()];
    for (; source[at] === '|'; of.push(sequence())) at++;
    return of.length === 1 && of[0] ? of[0] : { kind: 'choice', of };
  };
  const sequence = (): Part => {
    const of: Part[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')')
      of.push(repeated(single()));
    return { kind: 'sequence', of };
  };
  const repeated = (of: Part): Part => {
    const found = take(quantifier);
    if (found === null) return of;
    const { min, max, isLazy } = timesOf(found);
    return { kind: 'times', of, min, max, isLazy };
  };
  const single = (): Part => {
    if (source[at] === '(') return group();
    if (source[at] === '^' || source[at] === '$')
      return { kind: 'edge', edge: source[at++] as '^' | '$' };
    const again = take(/\\k<(\w+)>/uy);
    if (again !== null) return { kind: 'again', name: again[1] ?? '' };
    const edge = take(/\\([bB])/uy);
    if (edge !== null) return { kind: 'edge', edge: edge[1] as 'b' | 'B' };
    const found = take(atom);
    if (found === null) throw new Error(`expected a pattern, found ${source.slice(at, at + 20)}`);
    return { kind: 'set', has: setOf(found[0], flags) };
  };
  const group = (): Part => {
    const [all = '', plain, behind, look, name] = take(groupStart) ?? [];
    const index = all === '(' || name !== undefined ? ++groups : 0;
    if (name !== undefined) names.set(name, index);
    const of = choice();
    at++;
    if (look !== undefined)
      return { kind: 'look', of, isBehind: behind !== undefined, isNot: look === '!' };
    return plain !== undefined ? of : { kind: 'group', of, index };
  };
  const part = choice();
  return { part, groups, names };
}

/** `*`, `+`, `?`, `{3}`, `{3,}` or `{3,5}`. */
function timesOf([, sign, least, range, most, lazy]: RegExpExecArray) {
  const isLazy = lazy === '?';
  if (sign !== undefined)
    return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY, isLazy };
  const min = Number(least);
  if (range === undefined) return { min, max: min, isLazy };
  return { min, max: most ? Number(most) : Number.POSITIVE_INFINITY, isLazy };
}

export const nativeExec = RegExp.prototype.exec;

const ascii = 128;

/** What one character of a pattern stands for, as the engine itself says. */
function setOf(text: string, flags: string): (codePoint: number) => boolean {
  const pattern = new RegExp(`^(?:${text})$`, flags.includes('i') ? 'siu' : 'su');
  if (text === '.') return codePoint => codePoint !== 10 && codePoint !== 13;
  const known = new Map<number, boolean>();
  const ask = (codePoint: number): boolean =>
    nativeExec.call(pattern, String.fromCodePoint(codePoint)) !== null;
  const table = Uint8Array.from({ length: ascii }, (_, codePoint) => (ask(codePoint) ? 1 : 0));
  return codePoint => {
    if (codePoint < ascii) return table[codePoint] === 1;
    const before = known.get(codePoint);
    if (before !== undefined) return before;
    const answer = ask(codePoint);
    known.set(codePoint, answer);
    return answer;
  };
}
