import { type BinaryOperator, type Expression, parseExpression } from './parse.ts';
import { ExpressionError } from './tokens.ts';

/** Variables and results: JSON, in which null stands for everything that is missing. */
export type Value =
  | null
  | boolean
  | number
  | string
  | readonly Value[]
  | { readonly [name: string]: Value };

export type Variables = { readonly [name: string]: Value };

export const evaluationLimits = {
  /** Steps of everything that takes time in proportion to a text, list or object, in one evaluation: about 20 ms. */
  stepsMax: 1_000_000,
  /** Of a text that is looked into, or that is put together. */
  charactersMax: 100_000,
  /** Of a text that is looked for. */
  partCharactersMax: 1_000,
} as const;

/** Whether a condition holds: nil, false, 0 and the empty text do not. Throws `ExpressionError`. */
export const conditionHolds = (condition: string, variables: Variables): boolean =>
  isTrue(evaluateExpression(condition, variables));

/** The value of an expression. What is missing is nil, and so is a part of it. Throws `ExpressionError`. */
export function evaluateExpression(expression: string, variables: Variables): Value {
  let steps = 0;
  const count = (more: number): void => {
    steps += more;
    if (steps > evaluationLimits.stepsMax)
      throw new ExpressionError('the expression takes too long on these values');
  };
  return evaluate(parseExpression(expression), { variables, count });
}

type Scope = { readonly variables: Variables; readonly count: (steps: number) => void };

function evaluate(expression: Expression, scope: Scope): Value {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'variable':
      return memberOf(scope.variables, expression.name);
    case 'not':
      return !isTrue(evaluate(expression.of, scope));
    case 'minus':
      return numeric(value => -value, evaluate(expression.of, scope));
    case 'member':
      return memberOf(evaluate(expression.of, scope), evaluate(expression.key, scope));
    case 'length':
      return lengthOf(evaluate(expression.of, scope), scope);
    case 'contains':
      return contains(evaluate(expression.of, scope), evaluate(expression.part, scope), scope);
    case 'matches': {
      const text = evaluate(expression.of, scope);
      if (typeof text !== 'string') return false;
      scope.count(bounded(text).length * expression.pattern.size);
      return expression.pattern.isFoundIn(text);
    }
    case 'choice': {
      const { condition, then, otherwise } = expression;
      return evaluate(isTrue(evaluate(condition, scope)) ? then : otherwise, scope);
    }
    case 'binary':
      return binary(expression, scope);
  }
}

function binary(
  { operator, left, right }: Extract<Expression, { readonly kind: 'binary' }>,
  scope: Scope,
): Value {
  const first = evaluate(left, scope);
  if (operator === '||') return isTrue(first) || isTrue(evaluate(right, scope));
  if (operator === '&&') return isTrue(first) && isTrue(evaluate(right, scope));
  const second = evaluate(right, scope);
  return operator === 'in' ? isIn(first, second, scope) : combined(operator, first, second);
}

function combined(
  operator: Exclude<BinaryOperator, '||' | '&&' | 'in'>,
  left: Value,
  right: Value,
): Value {
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
    case '<=':
    case '>':
    case '>=':
      return isOrdered(operator, left, right);
    case '+':
      return added(left, right);
    case '-':
      return numeric((first, second) => first - second, left, right);
    case '*':
      return numeric((first, second) => first * second, left, right);
    case '/':
      return right === 0 ? null : numeric((first, second) => first / second, left, right);
  }
}

export const isTrue = (value: Value): boolean => Boolean(value);

/** Values of different types have no order: every comparison of them is false. */
function isOrdered(operator: '<' | '<=' | '>' | '>=', left: Value, right: Value): boolean {
  const isComparable =
    (typeof left === 'number' && typeof right === 'number') ||
    (typeof left === 'string' && typeof right === 'string');
  if (!isComparable) return false;
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}

/** A key of an object, or an element of a list. */
function isIn(left: Value, right: Value, { count }: Pick<Scope, 'count'>): boolean {
  if (Array.isArray(right)) {
    count(right.length / 2);
    return right.includes(left);
  }
  return typeof left === 'string' && isObject(right) && Object.hasOwn(right, left);
}

/** A text and a plain value make a text, in which nil is nothing. */
function added(left: Value, right: Value): Value {
  if (typeof left === 'string' || typeof right === 'string')
    return bounded(textOf(left) + textOf(right));
  return numeric((first, second) => first + second, left, right);
}

function textOf(value: Value): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  throw new ExpressionError('a list or an object cannot be added to a text');
}

/** What is no number makes nil. */
function numeric(compute: (...values: number[]) => number, ...values: readonly Value[]): Value {
  const numbers = values.filter(value => typeof value === 'number');
  return numbers.length === values.length ? compute(...numbers) : null;
}

function memberOf(of: Value, key: Value): Value {
  if (Array.isArray(of)) return typeof key === 'number' ? (of[key] ?? null) : null;
  if (typeof key !== 'string' || !isObject(of) || !Object.hasOwn(of, key)) return null;
  return of[key] ?? null;
}

const isObject = (value: Value): value is { readonly [name: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of a text in characters, of a list, of an object in keys; nil has none. */
function lengthOf(value: Value, { count }: Pick<Scope, 'count'>): number {
  if (value === null) return 0;
  if (typeof value === 'string') {
    count(bounded(value).length / 10);
    return [...value].length;
  }
  if (Array.isArray(value)) return value.length;
  if (isObject(value)) {
    const { length } = Object.keys(value);
    count(length);
    return length;
  }
  throw new ExpressionError(`len needs a text, a list or an object, found a ${typeof value}`);
}

/** A part of a text, an element of a list, or a key of an object. */
function contains(of: Value, part: Value, scope: Pick<Scope, 'count'>): boolean {
  if (typeof of !== 'string') return isIn(part, of, scope);
  if (typeof part !== 'string') return false;
  const { partCharactersMax } = evaluationLimits;
  if (part.length > partCharactersMax)
    throw new ExpressionError(`contains looks for at most ${partCharactersMax} characters`);
  scope.count((bounded(of).length * part.length) / 100);
  return of.includes(part);
}

function bounded(text: string): string {
  if (text.length <= evaluationLimits.charactersMax) return text;
  throw new ExpressionError(
    `the expression makes or looks at a text of more than ${evaluationLimits.charactersMax} characters`,
  );
}
