import { equal, match } from 'node:assert/strict';
import { HistoryForgotten } from '../../platform/errors.ts';
import { toProblem } from '../../platform/http/problem.ts';

describe('problems', () => {
  it('answer a forgotten past with 410 and the earliest instant that is known', () => {
    const problem = toProblem(new HistoryForgotten('spans', 1_700_000_000_000));
    equal(problem?.status, 410);
    equal(problem?.code, 'history_forgotten');
    match(problem?.message ?? '', /2023-11-14T22:13:20\.000Z/);
  });
});
