import { deepEqual, match } from 'node:assert/strict';
import { type Mutant, mutated } from '../mutation/mutant.ts';

const mutant: Mutant = {
  name: 'a limit is one more',
  in: 'isFull',
  find: 'count >= max',
  replace: 'count > max',
  spec: 'test/unit/full.test.ts',
  test: 'is full',
};
const other = 'export const isOver = (count: number, max: number) => count >= max;\n';
const whole = 'export const isFull = (count: number, max: number) => count >= max;\n';
const wrong = whole.replace('>=', '>');

describe('A mutant', () => {
  it('is made in the function of its name, whatever file has it', () => {
    for (const file of ['a.ts', 'b/c.ts'])
      deepEqual(
        mutated(
          mutant,
          new Map([
            ['other.ts', other],
            [file, whole],
          ]),
        ),
        {
          file,
          source: wrong,
        },
      );
  });

  it('is made where its line stands once, if its function was renamed', () => {
    const renamed = new Map([['a.ts', other]]);
    deepEqual(mutated(mutant, renamed), { file: 'a.ts', source: other.replace('>=', '>') });
  });

  it('has no place where its line is gone, or several lines could be meant', () => {
    for (const sources of [[], [whole, whole], [other, other], [`${whole}${whole}`]]) {
      const files = new Map(sources.map((source, index) => [`${index}.ts`, source]));
      match((mutated(mutant, files) as { fault: string }).fault, /expected its line once/u);
    }
  });
});
