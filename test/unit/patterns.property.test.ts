import { equal, ok, throws } from 'node:assert/strict';
import fc from 'fast-check';
import { RE2JSSyntaxException, RE2Set } from 're2js';
import { evaluateExpression } from '../../domain/snapshots/expression/evaluate.ts';
import { expressionFault } from '../../domain/snapshots/expression/parse.ts';
import { parsePattern, patternLimits } from '../../domain/snapshots/expression/pattern.ts';
import { patternSize } from '../../domain/snapshots/expression/pattern-size.ts';
import { ExpressionError } from '../../domain/snapshots/expression/tokens.ts';
import { holds } from '../support/property.ts';

const character = fc.constantFrom('a', 'b', 'c', '1', ' ', '_', 'é');
const classes = ['.', '\\d', '\\w', '\\s', '\\D', '\\W', '\\S', '[ab]', '[^a]', '[a-c1]', '[\\d_]'];
const { pattern } = fc.letrec<{ pattern: string }>(tie => ({
  pattern: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    character,
    fc.constantFrom(...classes),
    fc.tuple(fc.constantFrom('^', '\\b', '\\B', ''), tie('pattern')).map(parts => parts.join('')),
    fc.tuple(tie('pattern'), fc.constantFrom('$', '\\b', '')).map(parts => parts.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map(parts => parts.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `(${left}|${right})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{9}', '{1,}', '{0,2}', '*?'))
      .map(([inner, count]) => `(?:${inner})${count}`),
  ),
}));

/** Everything that means something in a regular expression, in any order. */
const piece = fc.constantFrom(
  ...'a é 😀 ( (?: (?i) (?P<n> ) | * + ? ?? {0} {3} {2,} {0,4} {,2} {07} { } [ [^ ] ]] - \\ ^ $ .'.split(
    ' ',
  ),
  ...'\\d \\W \\b \\Q \\E \\pL \\PN \\p{Greek} \\x{41} \\x41 \\101 [[:alpha:]] [: :] a-z - \\- \\]'.split(
    ' ',
  ),
);
const written = fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join(''));

/** How many steps the program of a pattern has; undefined: it is none. */
function stepsOf(source: string): number | undefined {
  const set = new RE2Set(RE2Set.UNANCHORED, 0, 0);
  try {
    set.add(source);
    set.compile();
    return set.prog.numInst();
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return undefined;
    throw error;
  }
}

/** A way to fail, one to begin, and one to end that every program has. */
const ownSteps = 3;

describe('Regular expressions', () => {
  it('find what the engine of JavaScript finds', () =>
    holds(
      fc.property(pattern, fc.array(character, { maxLength: 8 }), (source, characters) => {
        fc.pre(patternSize(source) <= patternLimits.sizeMax);
        const text = characters.join('');
        const found = parsePattern(source).isFoundIn(text);
        equal(found, new RegExp(source, 'u').test(text), `/${source}/ in ${JSON.stringify(text)}`);
      }),
      3_000,
    ));

  it('have programs of at most the size that is known before they are compiled', () =>
    holds(
      fc.property(fc.oneof(pattern, written), source => {
        const size = patternSize(source);
        fc.pre(size <= 10_000);
        const steps = stepsOf(source);
        fc.pre(steps !== undefined);
        ok((steps ?? 0) <= size + ownSteps, `/${source}/ has ${steps} steps, expected ${size}`);
      }),
      5_000,
    ));

  it('are read or refused, and nothing else', () =>
    holds(
      fc.property(written, source => {
        try {
          parsePattern(source);
        } catch (error) {
          ok(error instanceof ExpressionError, `/${source}/: ${error}`);
        }
      }),
      2_000,
    ));

  it('that are too large are refused before their repetitions are written out', () => {
    const refused = [
      '((((){1000}){1000}){1000}){1000}',
      '(((){1000}){1000}){400}',
      '(?:a{1000}){1000}',
      'a{1,999}{999}',
      '[)]{1000}',
      '[]()]{999}(){999}',
      '\\Q[\\E(?:a{40}){40}',
      '(?i)[b-\u{1e943}]',
      '\\pL{1000}',
      '('.repeat(501),
      '('.repeat(334),
    ];
    for (const source of refused)
      throws(() => parsePattern(source), /too large|at most 500 characters/, source);
    equal(expressionFault('x matches "((((){1000}){1000}){1000}){1000}"') === undefined, false);
  });

  it('that stall other engines end on texts of any length', () => {
    const text = 'a'.repeat(20_000);
    for (const source of ['(a+)+$', '(a|a)*b', '(a*)*(a*)*c', '(.*)*x', '(x+x+)+y']) {
      const expected = source === '(a+)+$';
      equal(evaluateExpression(`text matches "${source}"`, { text }), expected, source);
    }
  });

  it('of one expression are limited together', () => {
    const large = `a{${patternLimits.sizeMax / 2}}`;
    equal(expressionFault(`x matches "${large}"`), undefined);
    equal(expressionFault(`x =~ "${large}" || y =~ "${large}"`)?.includes('too large'), true);
  });

  it('that people write are small enough', () => {
    const usual = [
      '^/api/v[0-9]+/users/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
      '^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$',
      '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$',
      '(?i)\\b(error|fatal|panic|timed? ?out)\\b',
      '^(25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}$',
      '[\u{1f600}-\u{1f64f}]|[\u4e00-\u9fff]{2,}|\\p{Cyrillic}+',
      '.{200}',
    ];
    for (const source of usual) equal(expressionFault(`x matches '${source}'`), undefined, source);
  });
});
