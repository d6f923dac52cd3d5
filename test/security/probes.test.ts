import { deepEqual, equal } from 'node:assert/strict';
import {
  type Check,
  checkTimeoutMs,
  openReadiness,
  readinessFreshMs,
} from '../../platform/http/probes.ts';
import { until } from '../support/until.ts';

describe('readiness, wanted by many', () => {
  let runs: number;
  let nowMs: number;
  let end: (error?: Error) => void;

  beforeEach(() => {
    runs = 0;
    nowMs = 0;
    end = () => undefined;
  });

  /** A check that is over when it is told so. */
  const check = (): Check => ({
    name: 'warehouse',
    missing: 'unready',
    run: () => {
      runs++;
      return new Promise((resolve, reject) => {
        end = error => (error === undefined ? resolve() : reject(error));
      });
    },
  });
  const open = () => openReadiness([check()], () => nowMs);

  it('runs each check once for all who ask at once', async () => {
    const readiness = open();
    const all = Promise.all(Array.from({ length: 400 }, readiness));
    equal(runs, 1);
    end();
    deepEqual(new Set((await all).map(({ status }) => status)), new Set(['ready']));
  });

  it('answers what it knows for a second, good or bad, and then looks again', async () => {
    const readiness = open();
    const first = readiness();
    end(new Error('away'));
    equal((await first).status, 'unready');
    nowMs += readinessFreshMs - 1;
    equal((await readiness()).status, 'unready');
    equal(runs, 1);
    nowMs += 1;
    const second = readiness();
    equal(runs, 2);
    end();
    equal((await second).status, 'ready');
  });

  it('does not run a check that hangs a second time', async () => {
    const readiness = open();
    const { checks } = await readiness();
    deepEqual(checks.warehouse?.reason, `it gave no answer within ${checkTimeoutMs} ms`);
    nowMs += readinessFreshMs;
    const next = readiness();
    equal(runs, 1);
    end();
    equal((await next).status, 'ready');
    nowMs += readinessFreshMs;
    const last = readiness();
    await until('the check to be run again', () => runs === 2);
    end();
    equal((await last).status, 'ready');
  });
});
