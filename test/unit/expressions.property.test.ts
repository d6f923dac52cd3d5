import { equal } from 'node:assert/strict';
import fc from 'fast-check';
import {
  evaluateExpression,
  type Value,
  type Variables,
} from '../../domain/snapshots/expression/evaluate.ts';
import { expressionFault } from '../../domain/snapshots/expression/parse.ts';
import { ExpressionError } from '../../domain/snapshots/expression/tokens.ts';
import { type Paper, worth, written } from '../support/naive-expressions.ts';
import { holds } from '../support/property.ts';

const names = ['status', 'user', 'name', 'tags', 'missing'];
const plain = fc.constantFrom<unknown>(null, true, false, 0, 1, 2, 200, 2.5, '', 'a', 'name', '2');
const variables = fc.record({
  status: plain,
  name: plain,
  user: fc.oneof(
    plain,
    // As JSON gives objects: with a prototype, which turns them into text.
    fc.record(
      { name: plain, status: plain, user: fc.constant({ name: 'a' }) },
      { noNullPrototype: true },
    ),
  ),
});

const { paper } = fc.letrec<{ paper: Paper }>(tie => ({
  paper: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.record({ is: fc.constant('value' as const), value: plain }),
    fc.record({
      is: fc.constant('path' as const),
      path: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ is: fc.constantFrom('not' as const, 'negative' as const), of: tie('paper') }),
    fc.record({
      is: fc.constant('operation' as const),
      sign: fc.constantFrom(...'|| && == != < <= > >= in + - * /'.split(' ')),
      left: tie('paper'),
      right: tie('paper'),
    }),
  ),
}));

/** A list or an object is never a part of a text. */
const resultOf = (text: string, given: Variables): Value | 'an error' => {
  try {
    return evaluateExpression(text, given);
  } catch (error) {
    if (error instanceof ExpressionError) return 'an error';
    throw error;
  }
};

const hasObjectInText = (given: Paper, values: unknown): boolean => {
  if (given.is === 'value' || given.is === 'path') return false;
  if (given.is !== 'operation') return hasObjectInText(given.of, values);
  const parts = [worth(given.left, values), worth(given.right, values)];
  const isOdd =
    given.sign === '+' &&
    parts.some(part => typeof part === 'string') &&
    parts.some(part => typeof part === 'object' && part !== null);
  return isOdd || [given.left, given.right].some(part => hasObjectInText(part, values));
};

describe('Expressions', () => {
  it('are worth what the naive model says', () =>
    holds(
      fc.property(paper, variables, (given, values) => {
        fc.pre(!hasObjectInText(given, values));
        const text = written(given);
        fc.pre(expressionFault(text) === undefined);
        const found = resultOf(text, values as Variables);
        equal(JSON.stringify(found), JSON.stringify(worth(given, values)), text);
      }),
      3_000,
    ));

  it('of any text give a value or say what is wrong, and nothing else', () =>
    holds(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 200 }),
          fc
            .array(
              fc.constantFrom(
                ...'a . [ ] ( ) ! - && || == < in matches "x" \'y\' 1 ? : , len('.split(' '),
              ),
            )
            .map(words => words.join(' ')),
        ),
        text => {
          resultOf(text, { a: { b: 1 } });
        },
      ),
      2_000,
    ));
});
