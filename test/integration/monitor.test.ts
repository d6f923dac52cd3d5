import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { Unavailable } from '../../platform/errors.ts';
import { readMonthlyUsage } from '../../projections/billing/monthly-usage.ts';
import {
  type Month,
  monthAfter,
  monthEndMs,
  monthOf,
  monthStartMs,
} from '../../schemas/billing/month.ts';
import { canaryOrganization, type OrganizationId } from '../../schemas/ids.ts';
import { limits } from '../../services/monitor/config.ts';
import type { MeteringDependencies } from '../../services/monitor/dependencies.ts';
import { createMeteringPass } from '../../services/monitor/metering-pass.ts';
import { holds } from '../support/property.ts';
import { newTraces, openQuotaFixture, type QuotaFixture } from '../support/quota-fixture.ts';

const small = { traceLimit: 10, bytesLimit: 1_000_000 };
const { signal } = new AbortController();

describe('a monitor', function () {
  this.timeout(120_000);
  let house: QuotaFixture;

  beforeEach(async () => {
    house = await openQuotaFixture();
  });
  afterEach(() => house.close());

  const types = async (organization: OrganizationId) =>
    (await house.facts(organization)).map(({ type }) => type);
  const figuresOf = async (organization: OrganizationId, month: Month) =>
    (await readMonthlyUsage([organization], month, house.warehouse, {})).get(organization);

  it('counts traces once and tells of 80 and 100 %, each once', async () => {
    const look = createMeteringPass(house.dependencies);
    const organization = await house.subscribe(small);
    const seven = newTraces(7);
    await house.receive(organization, [...seven, ...seven]);
    await house.caughtUp();
    await look(signal);
    equal(await house.commands(), 0);
    await house.receive(organization, [...seven, ...newTraces(1)]);
    await house.caughtUp();
    await look(signal);
    await house.decide();
    await look(signal);
    deepEqual(await types(organization), ['QuotaWarned']);
    await house.receive(organization, newTraces(2));
    await house.caughtUp();
    await look(signal);
    await house.decide();
    const [, exceeded] = await house.facts(organization);
    equal(exceeded?.type === 'QuotaExceeded' && exceeded.data.traces, 10);
    equal(await house.commands(), 2);
  });

  it('counts bytes of requests against their own limit', async () => {
    const look = createMeteringPass(house.dependencies);
    const organization = await house.subscribe({ traceLimit: 1_000_000, bytesLimit: 100 });
    const bytes = await house.receive(organization, newTraces(1));
    await house.caughtUp();
    await look(signal);
    await house.decide();
    const [exceeded] = await house.facts(organization);
    equal(exceeded?.type === 'QuotaExceeded' && exceeded.data.bytes, bytes);
  });

  it('counts nothing when nothing came, and only where something did', async () => {
    const statements: string[] = [];
    const warehouse: MeteringDependencies['warehouse'] = {
      query: (sql, parameters, options) => {
        statements.push(`${sql} ${JSON.stringify(parameters)}`);
        return house.warehouse.query(sql, parameters, options);
      },
    };
    const quiet = await house.subscribe(small);
    const busy = await house.subscribe(small);
    const look = createMeteringPass({ ...house.dependencies, warehouse });
    await house.receive(quiet, newTraces(9));
    await house.receive(busy, newTraces(1));
    await house.caughtUp();
    await look(signal);
    statements.length = 0;
    await look(signal);
    equal(statements.length, 0);
    await house.receive(busy, newTraces(8));
    await house.caughtUp();
    await look(signal);
    const [growth = '', count = '', ...more] = statements;
    deepEqual(more, []);
    equal(growth.includes('FROM requests'), true);
    deepEqual([count.includes(busy), count.includes(quiet)], [true, false]);
  });

  it('says nothing twice, whoever looks and whoever ended before it was decided', async () => {
    const organization = await house.subscribe(small);
    await house.receive(organization, newTraces(12));
    await house.caughtUp();
    for (let monitors = 0; monitors < 3; monitors++)
      await createMeteringPass(house.dependencies)(signal);
    equal(await house.commands(), 3);
    await house.decide();
    await createMeteringPass(house.dependencies)(signal);
    equal(await house.commands(), 3);
    deepEqual(await types(organization), ['QuotaExceeded']);
  });

  it('judges and closes nothing of an organization without a subscription, such as that of the canary', async () => {
    const look = createMeteringPass(house.dependencies);
    const organization = await house.subscribe(small);
    await house.receive(canaryOrganization, newTraces(50));
    await house.caughtUp();
    await look(signal);
    equal(await house.commands(), 0);
    house.clock.nowMs = monthEndMs(monthOf(house.clock.nowMs)) + limits.lateMsMax;
    await look(signal);
    await house.decide();
    deepEqual(await types(organization), ['PeriodClosed']);
    deepEqual(await types(canaryOrganization), []);
  });

  it('loses nothing when an engine fails at any moment of a look', async () => {
    const organization = await house.subscribe(small, monthStartMs(monthOf(Date.now())) - 1);
    await house.receive(organization, newTraces(8));
    await house.caughtUp();
    let failures = 0;
    for (let calls = 0; ; calls++) {
      const look = createMeteringPass(failingAfter(calls, house.dependencies));
      const before = await house.commands();
      const isWhole = await look(signal).then(
        () => true,
        () => false,
      );
      if (isWhole) break;
      failures++;
      await look(signal);
      equal((await house.commands()) - before >= 2, true);
    }
    equal(failures >= 6, true);
    await house.decide();
    deepEqual((await types(organization)).toSorted(), ['PeriodClosed', 'QuotaWarned']);
  });

  it('closes a month when all of it is counted, and a recount gives the same', async () => {
    const month = monthOf(house.clock.nowMs);
    const organization = await house.subscribe(small);
    const idle = await house.subscribe(small);
    const look = createMeteringPass(house.dependencies);
    await house.receive(organization, newTraces(11));
    await house.caughtUp();
    await look(signal);
    await house.decide();
    // One that came in the last moment, and is in the log after the turn.
    await house.receive(organization, newTraces(2), monthEndMs(month) - 1);
    house.clock.nowMs = monthEndMs(month) + 1_000;
    await house.caughtUp();
    await look(signal);
    equal(await house.commands(), 1);
    house.clock.nowMs = monthEndMs(month) + limits.lateMsMax;
    await look(signal);
    await look(signal);
    await house.decide();
    const [exceeded, closed, restored] = await house.facts(organization);
    equal(exceeded?.type, 'QuotaExceeded');
    const counted = await figuresOf(organization, month);
    equal(counted?.traces, 13);
    deepEqual(closed?.type === 'PeriodClosed' && closed.data, {
      organizationId: organization,
      month,
      traces: counted?.traces,
      bytes: counted?.bytes,
    });
    equal(restored?.type === 'QuotaRestored' && restored.data.month, monthAfter(month));
    const [zero] = await house.facts(idle);
    equal(zero?.type === 'PeriodClosed' && zero.data.traces, 0);
  });

  it('closes the months of a time in which nobody looked, in their order', async () => {
    const month = monthOf(house.clock.nowMs);
    const organization = await house.subscribe(small);
    await house.receive(organization, newTraces(3));
    await house.caughtUp();
    house.clock.nowMs = monthStartMs(monthAfter(month, 3)) + limits.lateMsMax;
    await createMeteringPass(house.dependencies)(signal);
    await house.decide();
    const facts = (await house.facts(organization)).map(
      ({ type, data }) => type === 'PeriodClosed' && 'traces' in data && [data.month, data.traces],
    );
    deepEqual(facts, [
      [month, 3],
      [monthAfter(month), 0],
      [monthAfter(month, 2), 0],
    ]);
  });

  it('ends with the level of a naive count, whatever came between looks', async () => {
    const request = fc.record({
      traces: fc.array(fc.nat(15), { minLength: 1, maxLength: 6 }),
      looks: fc.boolean(),
    });
    await holds(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 8 }), async requests => {
        const ids = newTraces(16);
        const organization = await house.subscribe(small);
        const look = createMeteringPass(house.dependencies);
        for (const { traces, looks } of requests) {
          const named = traces.map(trace => ids[trace] ?? '');
          await house.receive(organization, named);
          await house.caughtUp();
          if (looks) await look(signal);
        }
        await look(signal);
        await house.decide();
        const count = new Set(requests.flatMap(({ traces }) => traces)).size;
        equal((await types(organization)).at(-1), factOf(count));
      }),
      6,
    );
  });
});

const factOf = (traces: number): string | undefined => {
  if (traces < 8) return undefined;
  return traces < 10 ? 'QuotaWarned' : 'QuotaExceeded';
};

/** The engines, of which one fails once after so many calls of any of them. */
function failingAfter(calls: number, dependencies: MeteringDependencies): MeteringDependencies {
  let left = calls;
  const once = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    if (left-- === 0) throw new Unavailable('not now');
    return call();
  };
  const { topicLog, warehouse, projections } = dependencies;
  return {
    ...dependencies,
    topicLog: {
      append: (...append) => once(() => topicLog.append(...append)),
      lag: (...lag) => once(() => topicLog.lag(...lag)),
      read: (...read) => once(() => topicLog.read(...read)),
    },
    warehouse: {
      query: <Row>(...query: Parameters<typeof warehouse.query>) =>
        once(() => warehouse.query<Row>(...query)),
    },
    projections: { ...projections, barrier: until => once(() => projections.barrier(until)) },
  };
}
