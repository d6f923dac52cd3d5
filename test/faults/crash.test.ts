import { equal } from 'node:assert/strict';
import { crashRun } from '../support/crash-run.ts';

const cycles = 10;
const spansPerCycle = 3_000;
/** Beside other work a start may take longer than is promised; `npm run test:crash` is strict. */
const readyMsMax = 60_000;
const runMsMax = 600_000;

describe('a server that is killed again and again', () => {
  it(`loses and doubles nothing in ${cycles} kills`, async function () {
    this.timeout(runMsMax);
    const { code, output } = await crashRun({ cycles, spans: spansPerCycle, ready: readyMsMax });
    equal(code, 0, output);
  });
});
