import { equal } from 'node:assert/strict';
import fc from 'fast-check';
import {
  evaluateExpression,
  type Value,
  type Variables,
} from '../../schemas/snapshots/expression/evaluate.ts';
import { expressionFault, parseExpression } from '../../schemas/snapshots/expression/parse.ts';
import { parsePattern } from '../../schemas/snapshots/expression/pattern/parse.ts';
import { isFound } from '../../schemas/snapshots/expression/pattern/search.ts';
import { ExpressionError } from '../../schemas/snapshots/expression/tokens.ts';
import { type Paper, worth, written } from '../support/naive-expressions.ts';
import { holds } from '../support/property.ts';

const names = ['status', 'user', 'name', 'tags', 'missing'];
const plain = fc.constantFrom<unknown>(null, true, false, 0, 1, 2, 200, 2.5, '', 'a', 'name', '2');
const variables = fc.record({
  status: plain,
  name: plain,
  user: fc.oneof(
    plain,
    fc.record({ name: plain, status: plain, user: fc.constant({ name: 'a' }) }),
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

const character = fc.constantFrom('a', 'b', 'c', '1', ' ', '_', 'é');
const { pattern } = fc.letrec<{ pattern: string }>(tie => ({
  pattern: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    character,
    fc.constantFrom(
      '.',
      '\\d',
      '\\w',
      '\\s',
      '\\D',
      '\\W',
      '\\S',
      '[ab]',
      '[^a]',
      '[a-c1]',
      '[\\d_]',
    ),
    fc.tuple(fc.constantFrom('^', '\\b', '\\B', ''), tie('pattern')).map(parts => parts.join('')),
    fc.tuple(tie('pattern'), fc.constantFrom('$', '\\b', '')).map(parts => parts.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map(parts => parts.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `(${left}|${right})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}', '*?'))
      .map(([inner, count]) => `(?:${inner})${count}`),
  ),
}));

describe('Regular expressions', () => {
  it('find what the engine of JavaScript finds', () =>
    holds(
      fc.property(pattern, fc.array(character, { maxLength: 8 }), (source, characters) => {
        const text = characters.join('');
        const found = isFound(parsePattern(source), text, () => undefined);
        equal(found, new RegExp(source, 'u').test(text), `/${source}/ in ${JSON.stringify(text)}`);
      }),
      3_000,
    ));

  it('that stall other engines end after a bounded number of steps', () => {
    for (const source of ['(a+)+$', '(a|a)*b', '(a*)*(a*)*c', '(?:a?){100}a{100}b', '(.*)*x']) {
      let steps = 0;
      const program = parsePattern(source);
      isFound(program, 'a'.repeat(2_000), count => {
        steps += count;
      });
      // Each place of the program is reached by at most two ways for each character, and read once.
      equal(steps <= 2_001 * program.length * 4, true, `${source}: ${steps}`);
    }
  });

  it('that are too large or nested too deep are refused', () => {
    for (const source of ['(?:a{1000}){1000}', '('.repeat(500) + ')'.repeat(500), 'a{1,999}{999}'])
      equal(expressionFault(`x matches "${source}"`) === undefined, false, source);
    equal(parseExpression('x matches "a{100}"').kind, 'matches');
  });
});
