import { equal } from 'node:assert/strict';
import { timesReport } from '../times/report.ts';

const lines = (...times: readonly object[]): string =>
  times.map(time => `${JSON.stringify(time)}\n`).join('');

describe('the report of test times', () => {
  it('adds up the suites of a file and puts first what costs most', () => {
    const lane = 'test:unit';
    const report = timesReport(
      lines(
        { lane, file: 'a', ms: 1_000, cpuMs: 900 },
        { lane, file: 'b', ms: 3_500, cpuMs: 1_500 },
        { lane, file: 'a', ms: 1_000, cpuMs: 700 },
        { lane, ms: 4_000, cpuMs: 3_100 },
        { lane: 'test:e2e', ms: 70_000, cpuMs: 90_000 },
      ),
    );
    equal(
      report,
      [
        'seconds, and seconds of processor time, of each lane',
        '   70.0    90.0  test:e2e',
        '    4.0     3.1  test:unit',
        'the 2 test files with the most processor time',
        '    2.0     1.6  a',
        '    3.5     1.5  b',
      ].join('\n'),
    );
  });

  it('has twenty files of many', () => {
    const many = Array.from({ length: 22 }, (_, ms) => ({
      lane: 'unit',
      file: `f${ms}`,
      ms,
      cpuMs: ms,
    }));
    equal(timesReport(lines(...many)).split('\n').length, 1 + 1 + 20);
  });
});
