import { equal } from 'node:assert/strict';
import { timesReport } from '../times/report.ts';

const lines = (...times: readonly object[]): string =>
  times.map(time => `${JSON.stringify(time)}\n`).join('');

describe('the report of test times', () => {
  it('adds up the suites of a file and puts the slowest first', () => {
    const lane = 'test:unit';
    const report = timesReport(
      lines(
        { lane, file: 'a', ms: 1_000 },
        { lane, file: 'b', ms: 1_500 },
        { lane, file: 'a', ms: 1_000 },
        { lane, ms: 4_000 },
        { lane: 'test:e2e', ms: 70_000 },
      ),
    );
    equal(
      report,
      [
        'time of each lane',
        '   70.0 s  test:e2e',
        '    4.0 s  test:unit',
        'the 2 slowest test files',
        '    2.0 s  a',
        '    1.5 s  b',
      ].join('\n'),
    );
  });

  it('has ten files of many', () => {
    const many = Array.from({ length: 12 }, (_, ms) => ({ lane: 'unit', file: `f${ms}`, ms }));
    equal(timesReport(lines(...many)).split('\n').length, 1 + 1 + 10);
  });
});
