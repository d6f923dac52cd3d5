import { type Pattern, parsePattern, patternLimits } from './pattern.ts';
import { ExpressionError, type Token, tokensOf } from './tokens.ts';

export type BinaryOperator =
  | '||'
  | '&&'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | '+'
  | '-'
  | '*'
  | '/';

export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'not' | 'minus'; readonly of: Expression }
  | { readonly kind: 'member'; readonly of: Expression; readonly key: Expression }
  | { readonly kind: 'length'; readonly of: Expression }
  | { readonly kind: 'contains'; readonly of: Expression; readonly part: Expression }
  | { readonly kind: 'matches'; readonly of: Expression; readonly pattern: Pattern }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'choice';
      readonly condition: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    };

export const expressionLimits = {
  charactersMax: 1_000,
  /** Of words and signs. */
  tokensMax: 400,
  /** How deep parts are nested; evaluation recurses as deep. */
  depthMax: 40,
} as const;

/** What is wrong with an expression; undefined: nothing. */
export function expressionFault(expression: string): string | undefined {
  try {
    parseExpression(expression);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}

/** Throws `ExpressionError`. A blank expression is always true. */
export function parseExpression(expression: string): Expression {
  const { charactersMax, tokensMax } = expressionLimits;
  if (expression.length > charactersMax)
    throw new ExpressionError(`an expression has at most ${charactersMax} characters`);
  const tokens = tokensOf(expression);
  if (tokens.length === 0) return { kind: 'literal', value: true };
  if (tokens.length > tokensMax)
    throw new ExpressionError(`an expression has at most ${tokensMax} words and signs`);
  const reader = new Reader(tokens);
  const parsed = choice(reader);
  reader.expectEnd();
  return parsed;
}

/** Reads tokens one by one, and counts how deep it is and how large the regular expressions are. */
class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;
  #patternSize = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The next token, which is read. */
  next(): Token | undefined {
    return this.#tokens[this.#at++];
  }

  /** Reads the next token if it is one of these signs or words. */
  take<Value extends string>(...values: readonly Value[]): Value | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'sign' && token?.kind !== 'name') return undefined;
    const found = values.find(value => value === token.value);
    if (found !== undefined) this.#at++;
    return found;
  }

  expect(value: string): void {
    if (this.take(value) === undefined)
      throw new ExpressionError(`the expression lacks a ${value} ${this.#place()}`);
  }

  expectEnd(): void {
    if (this.#at < this.#tokens.length)
      throw new ExpressionError(`the expression has an unexpected ${this.#place()}`);
  }

  deeper(parse: (reader: Reader) => Expression): Expression {
    if (++this.#depth > expressionLimits.depthMax)
      throw new ExpressionError(
        `an expression is nested at most ${expressionLimits.depthMax} levels deep`,
      );
    const parsed = parse(this);
    this.#depth--;
    return parsed;
  }

  pattern(source: string): Pattern {
    const pattern = parsePattern(source, patternLimits.sizeMax - this.#patternSize);
    this.#patternSize += pattern.size;
    return pattern;
  }

  #place(): string {
    const token = this.#tokens[this.#at];
    return token === undefined ? 'at its end' : `${token.value}`;
  }
}

type Parse = (reader: Reader) => Expression;

function choice(reader: Reader): Expression {
  const condition = or(reader);
  if (reader.take('?') === undefined) return condition;
  const then = reader.deeper(choice);
  reader.expect(':');
  return { kind: 'choice', condition, then, otherwise: reader.deeper(choice) };
}

/** Operators of one precedence, from left to right. */
const leftToRight =
  (next: Parse, ...operators: readonly BinaryOperator[]): Parse =>
  reader => {
    let left = next(reader);
    for (;;) {
      const operator = reader.take(...operators);
      if (operator === undefined) return left;
      left = { kind: 'binary', operator, left, right: next(reader) };
    }
  };

const product = leftToRight(unary, '*', '/');
const sum = leftToRight(product, '+', '-');
const membership = leftToRight(sum, 'in');
const match: Parse = reader => {
  const of = membership(reader);
  return reader.take('matches', '=~') === undefined ? of : matching(of, reader);
};
const comparison = leftToRight(match, '<', '<=', '>', '>=');
const equality = leftToRight(comparison, '==', '!=');
const and = leftToRight(equality, '&&');
const or = leftToRight(and, '||');

function unary(reader: Reader): Expression {
  const sign = reader.take('!', '-');
  if (sign === undefined) return postfix(reader);
  return { kind: sign === '!' ? 'not' : 'minus', of: reader.deeper(unary) };
}

function postfix(reader: Reader): Expression {
  let of = primary(reader);
  for (let parts = 0; parts <= expressionLimits.depthMax; parts++) {
    const sign = reader.take('.', '[');
    if (sign === undefined) return of;
    of = { kind: 'member', of, key: sign === '.' ? memberName(reader) : index(reader) };
  }
  throw new ExpressionError(`a name has at most ${expressionLimits.depthMax} parts`);
}

function memberName(reader: Reader): Expression {
  const token = reader.next();
  if (token?.kind === 'name') return { kind: 'literal', value: token.value };
  throw new ExpressionError('the expression lacks a name behind a .');
}

function index(reader: Reader): Expression {
  const key = reader.deeper(choice);
  reader.expect(']');
  return key;
}

const words: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['nil', null],
  ['null', null],
]);

function primary(reader: Reader): Expression {
  const token = reader.next();
  if (token === undefined) throw new ExpressionError('the expression ends too early');
  if (token.kind === 'number' || token.kind === 'text')
    return { kind: 'literal', value: token.value };
  if (token.kind === 'name') {
    const word = words.get(token.value);
    if (word !== undefined) return { kind: 'literal', value: word };
    return reader.take('(') === undefined
      ? { kind: 'variable', name: token.value }
      : call(token.value, reader);
  }
  if (token.value !== '(')
    throw new ExpressionError(`the expression has an unexpected ${token.value}`);
  const grouped = reader.deeper(choice);
  reader.expect(')');
  return grouped;
}

/** Behind the opening bracket of a call. */
function call(name: string, reader: Reader): Expression {
  const of = reader.deeper(choice);
  if (name === 'len') {
    reader.expect(')');
    return { kind: 'length', of };
  }
  if (name !== 'contains' && name !== 'matches')
    throw new ExpressionError(`there is no function ${name}; use len, contains or matches`);
  reader.expect(',');
  const called: Expression =
    name === 'matches'
      ? matching(of, reader)
      : { kind: 'contains', of, part: reader.deeper(choice) };
  reader.expect(')');
  return called;
}

/** A pattern is a constant, so that it is known to be one before anything is captured. */
function matching(of: Expression, reader: Reader): Expression {
  const token = reader.next();
  if (token?.kind !== 'text')
    throw new ExpressionError('matches needs a regular expression in quotes');
  return { kind: 'matches', of, pattern: reader.pattern(token.value) };
}
