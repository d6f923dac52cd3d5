import { deepEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { HttpRequest } from '../../platform/http/handler.ts';
import { monthAfter, monthOf, monthStartMs } from '../../schemas/billing/month.ts';
import { dayOf } from '../../schemas/day.ts';
import { dayMs } from '../../schemas/durations.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { limits } from '../../services/monitor/config.ts';
import { createMeteringPass } from '../../services/monitor/metering-pass.ts';
import { billingUsage } from '../../services/query-api/billing/usage.ts';
import { holds, partOf } from '../support/property.ts';
import { newTraces, openQuotaFixture, type QuotaFixture } from '../support/quota-fixture.ts';

type Sent = { readonly atMs: number; readonly traces: readonly number[]; readonly bytes: number };
type Answer = ResponseOf<'billingUsage'>;

const wide = { traceLimit: 1_000_000, bytesLimit: 1_000_000_000 };
const { signal } = new AbortController();
const keptMs = 396 * dayMs;
const today = monthOf(Date.now());
const monthsBack = 3;
const beganAtMs = monthStartMs(monthAfter(today, -monthsBack));

/** A request with spans of some of ten traces, on a day since the subscription began. */
const request = fc.record({
  day: fc.integer({ min: 0, max: Math.floor((Date.now() - beganAtMs) / dayMs) - 1 }),
  traces: fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 5 }),
});

type Requested = typeof request extends fc.Arbitrary<infer Value> ? Value : never;
const drawn = fc.array(request, { maxLength: 8 });

/** A day on which a request was parked, so long ago that it is over. */
const parkedDay = fc.integer({ min: 0, max: Math.floor((Date.now() - beganAtMs) / dayMs) - 8 });

/** Month by month and day by day, the latest first. */
function naive(sent: readonly Sent[], parkedAtMs: readonly number[]) {
  return Array.from({ length: monthsBack + 1 }, (_, index) => {
    const month = monthAfter(today, -index);
    const own = sent.filter(({ atMs }) => monthOf(atMs) === month);
    const traces = new Set(own.flatMap(each => each.traces)).size;
    const bytes = own.reduce((sum, each) => sum + each.bytes, 0);
    const parked = parkedAtMs.filter(atMs => monthOf(atMs) === month);
    const times = [...own.map(({ atMs }) => atMs), ...parked];
    const days = [...new Set(times.map(dayOf))].toSorted().reverse();
    const isClosed = month !== today;
    return {
      month,
      status: isClosed ? 'closed' : 'open',
      traces,
      bytes,
      changes_bytes: 0,
      recount: isClosed ? { traces, bytes, equal: true } : null,
      days: days.map(day => {
        const ofDay = own.filter(({ atMs }) => dayOf(atMs) === day);
        const parkedThen = parked.filter(atMs => dayOf(atMs) === day).length;
        return {
          day,
          requests: ofDay.length,
          accepted_spans: ofDay.reduce((sum, each) => sum + each.traces.length, 0),
          accepted_points: 0,
          rejected: 0,
          parked: parkedThen,
          parked_expired: parkedThen,
          bytes: ofDay.reduce((sum, each) => sum + each.bytes, 0),
        };
      }),
    };
  });
}

describe('usage by month and day', function () {
  this.timeout(240_000);
  let house: QuotaFixture;

  before(async () => {
    house = await openQuotaFixture();
  });
  after(() => house.close());

  const read = async (organizationId: OrganizationId, query: object): Promise<Answer['months']> => {
    const { warehouse, projections, clock } = house;
    const handler = billingUsage({
      warehouse,
      projections,
      clock: () => clock.nowMs,
      configuration: {
        retention: {
          hoursMs: keptMs,
          receiptsMs: keptMs,
          spansMs: 30 * dayMs,
          topicsMs: dayMs,
          outboxMs: dayMs,
        },
        freePlan: { plan: 'free', ...wide },
        userAttributes: [],
        llm: { prices: [], isContentShown: false },
      },
    });
    const asked = {
      key: { organizationId },
      query: { months: 12, recount: false, ...query },
      signal,
    };
    const { body } = await handler(asked as unknown as HttpRequest<'billingUsage'>);
    return (body as Answer).months;
  };

  const receive = async (
    organization: OrganizationId,
    requests: readonly Requested[],
  ): Promise<Sent[]> => {
    const names = newTraces(10);
    const sent: Sent[] = [];
    for (const { day, traces } of requests) {
      const atMs = beganAtMs + day * dayMs + 1_000;
      const of = traces.map(trace => names[trace] ?? '');
      sent.push({ atMs, traces, bytes: await house.receive(organization, of, atMs) });
    }
    return sent;
  };
  const park = async (organization: OrganizationId, days: readonly number[]): Promise<number[]> => {
    if (days.length > 0) await house.choosePark(organization);
    const times = days.map(day => beganAtMs + day * dayMs + 2_000);
    for (const atMs of times) await house.park(organization, newTraces(1), atMs);
    return times;
  };

  it('is what a naive count gives, and what was recorded of months that are closed', async () => {
    await holds(
      fc.asyncProperty(drawn, fc.array(parkedDay, { maxLength: 4 }), async (requests, parked) => {
        const organization = await house.subscribe(wide, beganAtMs);
        const sent = await receive(organization, requests);
        const parkedAtMs = await park(organization, parked);
        if (sent.length + parked.length > 0) await house.caughtUp();
        await createMeteringPass(house.dependencies)(signal);
        await house.decide();
        const expected = naive(sent, parkedAtMs);
        const found = await read(organization, { recount: true });
        for (const { status, closed_at } of found) ok((closed_at === null) === (status === 'open'));
        deepEqual(
          found.map(({ closed_at: _, ...month }) => month),
          expected,
        );
        const latest = await read(organization, { months: 2 });
        deepEqual(
          latest.map(({ month, traces, recount }) => [month, traces, recount]),
          expected.slice(0, 2).map(({ month, traces }) => [month, traces, null]),
        );
      }),
      partOf(8, 2),
    );
  });

  it('says of a month that was closed when a count gives something else', async () => {
    const organization = await house.subscribe(wide, monthStartMs(monthAfter(today, -1)));
    const atMs = monthStartMs(today) - 1_000;
    await house.receive(organization, newTraces(2), atMs);
    await house.caughtUp();
    await createMeteringPass(house.dependencies)(signal);
    await house.decide();
    await house.receive(organization, newTraces(1), atMs);
    await house.caughtUp();
    const [, closed] = await read(organization, { recount: true });
    deepEqual([closed?.traces, closed?.recount?.traces, closed?.recount?.equal], [2, 3, false]);
  });

  it('keeps what was recorded when its rows are gone, and counts the month that ends', async () => {
    const organization = await house.subscribe(wide, monthStartMs(today));
    await house.receive(organization, newTraces(4), monthStartMs(today) + 1_000);
    await house.caughtUp();
    house.clock.nowMs = monthStartMs(monthAfter(today)) + 1_000;
    const [next, ending] = await read(organization, {});
    deepEqual(
      [next?.status, next?.traces, ending?.status, ending?.traces],
      ['open', 0, 'ending', 4],
    );
    house.clock.nowMs = monthStartMs(monthAfter(today)) + limits.lateMsMax;
    await createMeteringPass(house.dependencies)(signal);
    await house.decide();
    house.clock.nowMs = monthStartMs(today) + keptMs + 40 * dayMs;
    const old = (await read(organization, { months: 36, recount: true })).at(-1);
    deepEqual([old?.month, old?.traces, old?.recount, old?.days], [today, 4, null, []]);
  });
});
