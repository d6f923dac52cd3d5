import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Suite } from 'mocha';
import type { Time } from './report.ts';

/** A file for the times of a run, with a line of JSON for each lane and suite; see `.ci/run`. */
const timesFile = process.env.TIDEMARK_TEST_TIMES;
const lane = process.env.npm_lifecycle_event ?? 'mocha';
let startedMs = 0;

const record = (time: Time): void => {
  if (timesFile !== undefined) appendFileSync(timesFile, `${JSON.stringify(time)}\n`);
};

export function mochaGlobalSetup(): void {
  startedMs = performance.now();
}

export function mochaGlobalTeardown(): void {
  record({ lane, ms: performance.now() - startedMs });
}

export const mochaHooks = {
  /** Suites run one after the other, so a suite's time, with its hooks, is that since the last one ended. */
  beforeAll(this: Mocha.Context): void {
    let endedMs = performance.now();
    for (const suite of this.test?.parent?.suites ?? []) {
      suite.afterAll('its time', () => {
        const nowMs = performance.now();
        record({ lane, file: nameOf(suite), ms: nowMs - endedMs });
        endedMs = nowMs;
      });
    }
  },
};

const nameOf = ({ file = '' }: Suite): string => relative(process.cwd(), file);
