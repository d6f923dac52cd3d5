import { deepEqual, equal, ok } from 'node:assert/strict';
import { setImmediate as otherWork } from 'node:timers/promises';
import fc from 'fast-check';
import { healthCheckIdOf } from '../../schemas/health/ids.ts';
import { organizationId } from '../../schemas/ids.ts';
import type { SendRequest } from '../../services/monitor/health/send-request.ts';
import { type Monitor, openHealthWorld } from '../support/health-world.ts';
import { holds, partOf } from '../support/property.ts';
import { userCommand } from '../support/user-command.ts';

const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const beginsAtMs = 1_795_563_000_000;
const partitions = 4;
const checkCount = 1_000;

/** Two monitors, of which one dies and one takes its partitions over before the shortest interval is over. */
const life = fc.record({
  intervals: fc.array(fc.constantFrom(10, 15, 20, 60), { minLength: 20, maxLength: 40 }),
  diesAfterMs: fc.integer({ min: 5_000, max: 40_000 }),
  deadMs: fc.integer({ min: 0, max: 8_000 }),
  stepMs: fc.integer({ min: 100, max: 1_000 }),
  stored: fc.double({ min: 0, max: 1, noNaN: true }),
});

type Life = typeof life extends fc.Arbitrary<infer Value> ? Value : never;

const lastsMs = 70_000;

async function live({ intervals, diesAfterMs, deadMs, stepMs, stored }: Life) {
  let sent = 0;
  /** Some requests are under way when their monitor dies. */
  const sendRequest: SendRequest = async () => {
    if (++sent % 7 === 0) await otherWork();
    return { outcome: 'passed', durationMs: 1, httpStatus: 200 };
  };
  const world = openHealthWorld({ partitions, beginsAtMs, sendRequest });
  const schedules = Array.from({ length: checkCount }, (_, index) => {
    const checkName = `check ${index}`;
    const intervalSeconds = intervals[index % intervals.length] ?? 10;
    const checkId = healthCheckIdOf(owner, 'shop', checkName);
    const request = {
      url: 'https://shop.invalid/',
      method: 'GET',
      expectedStatus: 200,
      timeoutSeconds: 5,
      hasHeaders: false,
      hasBody: false,
      assertions: {},
    } as const;
    const check = {
      serviceName: 'shop',
      checkName,
      enabled: true,
      alertEnabled: true,
      intervalSeconds,
      recoverySuccesses: 1,
      request,
    };
    const data = { checkId, organizationId: owner, check };
    world.advanceTo(beginsAtMs + index);
    world.decide(
      userCommand({ type: 'CreateHealthCheck', data }, { atMs: world.now(), by: owner }),
    );
    return { checkId, firstMs: world.now(), intervalMs: intervalSeconds * 1_000 };
  });
  let first: Monitor[] = [0, 1].map(world.monitor);
  let second: Monitor[] = [2, 3].map(world.monitor);
  const stepAll = async (): Promise<void> => {
    for (const monitor of [...first, ...second]) await monitor.step();
  };
  const runUntil = async (endMs: number): Promise<void> => {
    while (world.now() < endMs) {
      world.advanceTo(Math.min(endMs, world.now() + stepMs));
      await stepAll();
    }
  };
  await runUntil(beginsAtMs + diesAfterMs);
  for (const monitor of first) monitor.kill();
  first = [];
  world.store(stored);
  await runUntil(world.now() + deadMs);
  second = [...second, ...[0, 1].map(world.monitor)];
  await runUntil(beginsAtMs + lastsMs);
  return { world, schedules };
}

describe('requests of health checks', function () {
  this.timeout(600_000);

  it('are those of the schedule, each with one result, also when a monitor dies', async () => {
    const property = fc.asyncProperty(life, async given => {
      const { world, schedules } = await live(given);
      // What became due in the last moments may still be under way.
      const toMs = beginsAtMs + lastsMs - 3_000;
      const due = schedules.flatMap(({ checkId, firstMs, intervalMs }) =>
        Array.from(
          { length: Math.floor((toMs - firstMs) / intervalMs) + 1 },
          (_, index) => `${checkId} ${firstMs + index * intervalMs}`,
        ),
      );
      const samples = world.samples().filter(({ atMs }) => atMs <= toMs);
      const recorded = samples.map(({ subject, atMs }) => `${subject} ${atMs}`);
      equal(new Set(recorded).size, recorded.length);
      deepEqual(recorded.toSorted(), due.toSorted());
      ok(samples.every(({ outcome }) => outcome === 'passed'));
    });
    await holds(property, partOf(20));
  });
});
