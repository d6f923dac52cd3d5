import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Suite } from 'mocha';
import { processorTimeMs } from './processor-time.ts';
import type { Time } from './report.ts';

/** A file for the times of a run, with a line of JSON for each lane and suite; see `.ci/run`. */
const timesFile = process.env.TIDEMARK_TEST_TIMES;
const lane = process.env.npm_lifecycle_event ?? 'mocha';

const now = () => ({ ms: performance.now(), cpuMs: processorTimeMs() });
type Now = ReturnType<typeof now>;
const since = (before: Now, { ms, cpuMs } = now()): Now => ({
  ms: ms - before.ms,
  cpuMs: cpuMs - before.cpuMs,
});
let started: Now;

const record = (time: Time): void => {
  if (timesFile !== undefined) appendFileSync(timesFile, `${JSON.stringify(time)}\n`);
};

export function mochaGlobalSetup(): void {
  started = now();
}

export function mochaGlobalTeardown(): void {
  record({ lane, ...since(started) });
}

export const mochaHooks = {
  /** Suites run one after the other, so a suite's time, with its hooks, is that since the last one ended. */
  beforeAll(this: Mocha.Context): void {
    let ended = now();
    for (const suite of this.test?.parent?.suites ?? []) {
      suite.afterAll('its time', () => {
        record({ lane, file: nameOf(suite), ...since(ended) });
        ended = now();
      });
    }
  },
};

/** Of the source, also where what was compiled ran. */
const nameOf = ({ file = '' }: Suite): string =>
  relative(process.cwd(), file).replace(/^\.tested\/(.*)\.js$/u, '$1.ts');
