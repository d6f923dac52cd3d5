import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { randomUuid } from '../../platform/uuid.ts';
import { healthCheckIdOf } from '../../schemas/health/ids.ts';
import { organizationId } from '../../schemas/ids.ts';
import { type Monitor, openHealthWorld } from '../support/health-world.ts';
import { type Beat, naiveHeartbeats } from '../support/naive-heartbeats.ts';
import { holds, partOf } from '../support/property.ts';
import { userCommand } from '../support/user-command.ts';

const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const checkId = healthCheckIdOf(owner, 'worker', 'beat');

/** What a service and the machines do in a while. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.integer({ min: 1, max: 20_000 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('beat' as const),
      status: fc.constantFrom(
        'healthy' as const,
        'healthy' as const,
        'degraded' as const,
        'unhealthy' as const,
      ),
      /** How much later it is on the topic. */
      lateMs: fc.constantFrom(0, 0, 1, 900, 1_900),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('monitor' as const), which: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('decide' as const), count: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('store' as const),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const) }) },
  /** A new owner, beside one that has not noticed. */
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('take' as const) }) },
);

const history = fc.record({
  intervalSeconds: fc.constantFrom(10, 14, 30),
  recoverySuccesses: fc.constantFrom(1, 1, 2, 3),
  steps: fc.array(step, { minLength: 5, maxLength: 60 }),
});

type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** Monitors watch without a pause that is so long that nobody can say what happened. */
const lookEveryMs = 4_000;

async function play({ intervalSeconds, recoverySuccesses, steps }: History) {
  const world = openHealthWorld();
  const data = {
    checkId,
    organizationId: owner,
    check: {
      serviceName: 'worker',
      checkName: 'beat',
      enabled: true,
      alertEnabled: true,
      intervalSeconds,
      recoverySuccesses,
    },
  };
  world.decide(userCommand({ type: 'CreateHealthCheck', data }, { atMs: world.now(), by: owner }));
  const beats: Beat[] = [];
  const flying: { readonly sentMs: number; readonly send: () => void }[] = [];
  let monitors: Monitor[] = [world.monitor(0)];
  const land = (): void => {
    for (const beat of flying.splice(0)) {
      if (beat.sentMs <= world.now()) beat.send();
      else flying.push(beat);
    }
  };
  const advance = async (ms: number): Promise<void> => {
    const endMs = world.now() + ms;
    while (world.now() < endMs) {
      const landsMs = Math.min(...flying.map(({ sentMs }) => sentMs));
      world.advanceTo(
        Math.min(endMs, world.now() + lookEveryMs, Math.max(landsMs, world.now() + 1)),
      );
      land();
      for (const monitor of monitors.slice(-1)) await monitor.step();
    }
  };
  const beat = (status: Beat['status'], lateMs: number): void => {
    // Two heartbeats at one instant have no order.
    const atMs = world.now();
    if (beats.at(-1)?.atMs === atMs || flying.length > 0) return;
    beats.push({ atMs, status });
    const outcomes = { healthy: 'passed', degraded: 'degraded', unhealthy: 'failed' } as const;
    const sample = {
      kind: 'heartbeat',
      organizationId: owner,
      subject: checkId,
      id: randomUuid(),
      atMs,
      outcome: outcomes[status],
    } as const;
    flying.push({ sentMs: atMs + lateMs, send: () => world.send(sample) });
    land();
  };
  for (const step of steps) {
    switch (step.kind) {
      case 'wait':
        await advance(step.ms);
        break;
      case 'beat':
        beat(step.status, step.lateMs);
        break;
      case 'monitor':
        await monitors[step.which % monitors.length]?.step();
        break;
      case 'decide':
        world.decideSome(step.count);
        break;
      case 'store':
        world.store(step.share);
        break;
      case 'kill':
        for (const monitor of monitors) monitor.kill();
        monitors = [world.monitor(0)];
        break;
      case 'take':
        monitors = [...monitors.slice(-1), world.monitor(0)];
        break;
    }
  }
  await advance(lookEveryMs * 2);
  for (let look = 0; look < 8; look++) {
    world.advanceTo(world.now() + 500);
    await monitors.at(-1)?.step();
  }
  world.decideSome();
  return { world, beats };
}

const kinds = {
  HealthCheckFailed: 'failed',
  HealthCheckBecameUnhealthy: 'unhealthy',
  HealthCheckRecovered: 'recovered',
} as const;

const beatOf = (status: Beat['status']) => ({ kind: 'beat', status, lateMs: 0 }) as const;
const waitOf = (ms: number) => ({ kind: 'wait', ms }) as const;
const common = { intervalSeconds: 10, recoverySuccesses: 1 } as const;

/** What went wrong once. */
const examples: [History][] = [
  // A check fails again while the report of its recovery waits for its decision.
  [
    {
      ...common,
      steps: [
        beatOf('healthy'),
        waitOf(15_001),
        beatOf('healthy'),
        waitOf(1),
        beatOf('unhealthy'),
        { kind: 'decide', count: 1 },
      ],
    },
  ],
  // The warehouse has the first heartbeat before the first monitor reads it.
  [{ ...common, steps: [beatOf('unhealthy'), { kind: 'store', share: 1 }, waitOf(1)] }],
];

describe('missed heartbeats', function () {
  this.timeout(600_000);

  it('and what follows from them are those of a naive model, in every owner of the partition', async () => {
    const property = fc.asyncProperty(history, async given => {
      const { world, beats } = await play(given);
      const model = {
        intervalMs: given.intervalSeconds * 1_000,
        recoverySuccesses: given.recoverySuccesses,
      };
      const changes = world.facts.flatMap(fact =>
        fact.type in kinds && 'checkedAtMs' in fact.data
          ? [[kinds[fact.type as keyof typeof kinds], fact.data.checkedAtMs] as const]
          : [],
      );
      const missed = world
        .samples()
        .filter(({ kind }) => kind === 'missed')
        .map(({ atMs }) => atMs);
      // What the last moments bring may still be under way.
      const toMs = world.now() - 4_500;
      const expected = naiveHeartbeats(model, beats, toMs);
      deepEqual(
        missed.filter(atMs => atMs <= toMs).toSorted((left, right) => left - right),
        expected.missed,
      );
      deepEqual(
        changes.filter(([, atMs]) => atMs <= toMs),
        expected.changes.filter(([, atMs]) => atMs <= toMs),
      );
    });
    await holds(property, partOf(5_000), { examples });
  });
});
