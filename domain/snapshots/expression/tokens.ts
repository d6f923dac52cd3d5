/** What is wrong with an expression, in words for users. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}

export type Token =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'sign'; readonly value: string };

const space = /\s+/uy;
const number = /\d+(?:\.\d+)?/uy;
const name = /[A-Za-z_]\w*/uy;
const text = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/suy;
const sign = /==|!=|<=|>=|&&|\|\||=~|[!<>+\-*/()[\].,?:]/uy;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** The words and signs of an expression, in order. Throws where something is neither. */
export function tokensOf(expression: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < expression.length; ) {
    const blank = matchAt(space, expression, at);
    if (blank !== undefined) {
      at += blank.length;
      continue;
    }
    const [found, token] = tokenAt(expression, at);
    tokens.push(token);
    at += found.length;
  }
  return tokens;
}

function tokenAt(expression: string, at: number): readonly [found: string, token: Token] {
  const digits = matchAt(number, expression, at);
  if (digits !== undefined) return [digits, { kind: 'number', value: Number(digits) }];
  const word = matchAt(name, expression, at);
  if (word !== undefined) return [word, { kind: 'name', value: word }];
  const quoted = matchAt(text, expression, at);
  if (quoted !== undefined) return [quoted, { kind: 'text', value: unquoted(quoted) }];
  const mark = matchAt(sign, expression, at);
  if (mark !== undefined) return [mark, { kind: 'sign', value: mark }];
  const character = String.fromCodePoint(expression.codePointAt(at) ?? 0);
  throw new ExpressionError(`the expression has an unexpected ${character} at character ${at + 1}`);
}

function matchAt(pattern: RegExp, expression: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(expression)?.[0];
}

const unquoted = (quoted: string): string =>
  quoted.slice(1, -1).replace(/\\(.)/gsu, (_, escaped: string) => escapes[escaped] ?? escaped);
