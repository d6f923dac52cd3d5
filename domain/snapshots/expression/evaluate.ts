import { type BinaryOperator, type Expression, parseExpression } from './parse.ts';
import { isCut, isMasked, Undecided } from './partial.ts';
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

/**
 * Whether a condition holds for variables of which an SDK may have left out, cut off or masked some; undefined: they do not
 * decide it. Throws `ExpressionError`.
 */
export function conditionDecided(condition: string, variables: Variables): boolean | undefined {
  return decided(() => isTrue(evaluateExpression(condition, variables, { isPartial: true })));
}

function decided(evaluateIt: () => boolean): boolean | undefined {
  try {
    return evaluateIt();
  } catch (error) {
    if (error instanceof Undecided) return undefined;
    throw error;
  }
}

/**
 * The value of an expression. What is missing is nil, and so is a part of it. Throws `ExpressionError`.
 *  isPartial  variables may be missing, cut off or masked: throws `Undecided` where that matters
 */
export function evaluateExpression(
  expression: string,
  variables: Variables,
  { isPartial }: Pick<Scope, 'isPartial'> = { isPartial: false },
): Value {
  let steps = 0;
  const count = (more: number): void => {
    steps += more;
    if (steps > evaluationLimits.stepsMax)
      throw new ExpressionError('the expression takes too long on these values');
  };
  return evaluate(parseExpression(expression), { variables, isPartial, count });
}

type Scope = {
  readonly variables: Variables;
  readonly isPartial: boolean;
  readonly count: (steps: number) => void;
};

function evaluate(expression: Expression, scope: Scope): Value {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'variable':
      return memberOf(scope.variables, expression.name, scope);
    case 'not':
      return !isTrue(evaluate(expression.of, scope));
    case 'minus':
      return numeric(value => -value, evaluate(expression.of, scope));
    case 'member':
      return memberOf(evaluate(expression.of, scope), evaluate(expression.key, scope), scope);
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
  if (operator === '||' || operator === '&&')
    return logical(operator === '||', [left, right], scope);
  const first = evaluate(left, scope);
  const second = evaluate(right, scope);
  return operator === 'in' ? isIn(first, second, scope) : combined(operator, first, second);
}

/** One side alone decides where it has the value that does, whatever the other is. */
function logical(deciding: boolean, sides: readonly Expression[], scope: Scope): boolean {
  let isDecided = true;
  for (const side of sides) {
    const value = decided(() => isTrue(evaluate(side, scope)));
    if (value === deciding) return deciding;
    isDecided &&= value !== undefined;
  }
  if (!isDecided) throw new Undecided();
  return !deciding;
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
function isIn(left: Value, right: Value, { count, isPartial }: Bounds): boolean {
  if (Array.isArray(right)) {
    count(right.length / 2);
    if (right.includes(left)) return true;
    if (isPartial && right.some(isMasked)) throw new Undecided();
    return false;
  }
  if (typeof left !== 'string' || !isObject(right)) return false;
  if (Object.hasOwn(right, left)) return true;
  if (isPartial && isCut(right)) throw new Undecided();
  return false;
}

type Bounds = Pick<Scope, 'count' | 'isPartial'>;

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

function memberOf(of: Value, key: Value, scope: Pick<Scope, 'variables' | 'isPartial'>): Value {
  if (Array.isArray(of)) return typeof key === 'number' ? known(of[key], scope) : null;
  if (!isObject(of)) return null;
  if (typeof key === 'string' && Object.hasOwn(of, key)) return known(of[key], scope);
  if (scope.isPartial && (of === scope.variables || isCut(of))) throw new Undecided();
  return null;
}

function known(value: Value | undefined, { isPartial }: Pick<Scope, 'isPartial'>): Value {
  if (isPartial && isMasked(value)) throw new Undecided();
  return value ?? null;
}

const isObject = (value: Value): value is { readonly [name: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of a text in characters, of a list, of an object in keys; nil has none. */
function lengthOf(value: Value, { count, isPartial }: Bounds): number {
  if (value === null) return 0;
  if (typeof value === 'string') {
    count(bounded(value).length / 10);
    return [...value].length;
  }
  if (Array.isArray(value)) return value.length;
  if (isObject(value)) {
    if (isPartial && isCut(value)) throw new Undecided();
    const { length } = Object.keys(value);
    count(length);
    return length;
  }
  throw new ExpressionError(`len needs a text, a list or an object, found a ${typeof value}`);
}

/** A part of a text, an element of a list, or a key of an object. */
function contains(of: Value, part: Value, scope: Bounds): boolean {
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
