import { equal } from 'node:assert/strict';
import { crashRun } from '../support/crash-run.ts';
import { jarsOrSkip } from '../support/jars.ts';

const minutes = 0.5;
/** Fewer than `npm run test:crash` sends, which has the machine for itself. */
const rate = 500;
const runMsMax = 400_000;

describe('a process for each role, killed and put to sleep at random', () => {
  it(`loses and doubles nothing in ${minutes} minutes`, async function () {
    await jarsOrSkip(this);
    this.timeout(runMsMax);
    const { code, output } = await crashRun({ engines: 'kafka', minutes, rate });
    equal(code, 0, output);
  });
});
