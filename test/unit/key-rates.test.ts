import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { Principal } from '../../platform/http/handler.ts';
import { openKeyRates, type Rate, rateClassOf } from '../../platform/http/key-rates.ts';
import { rateDefaults, ratesByKind } from '../../platform/http/limits.ts';
import type { KeyKind } from '../../schemas/api-keys/kinds.ts';
import type { Route } from '../../schemas/http/route.ts';
import { type RouteName, routes } from '../../schemas/http/routes.ts';
import { keyId, organizationId } from '../../schemas/ids.ts';
import { holds } from '../support/property.ts';

const routeOf = (name: RouteName): Route => {
  const found = routes.find(route => route.name === name);
  if (found === undefined) throw new Error(`expected a route ${name}`);
  return found;
};
const [reading, commanding] = [routeOf('audit'), routeOf('renameOrganization')];
const keyOf = (kind: KeyKind, id = 'one', more: Partial<Principal> = {}): Principal => ({
  keyId: keyId(id),
  organizationId: organizationId('organization'),
  kind,
  serviceName: 'checkout',
  ...more,
});

/** No interval holds more than the quota and what came back within it. */
function expectBounded(takenMs: readonly number[], { requests, windowSeconds }: Rate): void {
  for (const [index, fromMs] of takenMs.entries()) {
    for (const [more, toMs] of takenMs.slice(index).entries()) {
      const back = ((toMs - fromMs) / (windowSeconds * 1_000)) * requests;
      ok(more + 1 <= requests + back + 1e-6);
    }
  }
}

describe('rates of keys', () => {
  const now = performance.now;
  let nowMs = 0;
  /** The library reads this clock and no other. */
  beforeEach(() => {
    nowMs = 0;
    performance.now = () => nowMs;
  });
  afterEach(() => {
    performance.now = now;
  });
  const defaults = ratesByKind(rateDefaults);

  for (const [kind, requests, windowMs] of [
    ['live', 500, 1_000],
    ['read', 500, 1_000],
    ['widget', 60, 60_000],
  ] as const)
    it(`are ${requests} requests in ${windowMs / 1_000} s for a key of kind ${kind}`, () => {
      const rates = openKeyRates(defaults);
      const isTaken = () => rates.take(keyOf(kind), reading)?.waitMs === undefined;
      for (let request = 0; request < requests; request++) ok(isTaken());
      equal(rates.take(keyOf(kind), reading)?.waitMs, windowMs / requests);
      nowMs += windowMs / requests;
      deepEqual([isTaken(), isTaken()], [true, false]);
      nowMs += windowMs;
      for (let request = 0; request < requests; request++) ok(isTaken());
      ok(!isTaken());
    });

  it('never let through more than the quota and what came back of it', async () => {
    const rate = { requests: 5, windowSeconds: 10 };
    await holds(
      fc.property(fc.array(fc.nat(8_000), { maxLength: 60 }), pauses => {
        const rates = openKeyRates({ ...defaults, live: rate });
        const taken: number[] = [];
        for (const pauseMs of pauses) {
          nowMs += pauseMs;
          const { waitMs } = rates.take(keyOf('live'), reading) ?? {};
          if (waitMs === undefined) taken.push(nowMs);
        }
        expectBounded(taken, rate);
        // One that waited as long as it was told is let through.
        const { waitMs = 0 } = rates.take(keyOf('live'), reading) ?? {};
        nowMs += waitMs;
        if (waitMs > 0) equal(rates.take(keyOf('live'), reading)?.waitMs, undefined);
      }),
      100,
    );
  });

  it('are told in each response', () => {
    const rates = openKeyRates({ ...defaults, live: { requests: 2, windowSeconds: 60 } });
    const headers = () => rates.take(keyOf('live'), reading)?.headers;
    deepEqual(headers(), {
      'RateLimit-Policy': '"reads";q=2;w=60',
      RateLimit: '"reads";r=1;t=30',
      'X-RateLimit-Limit': '2',
      'X-RateLimit-Remaining': '1',
      'X-RateLimit-Reset': '30',
    });
    headers();
    nowMs += 15_000;
    equal(headers()?.RateLimit, '"reads";r=0;t=45');
  });

  it('count each key, and reads and commands, apart', () => {
    const rates = openKeyRates({ ...defaults, live: { requests: 1, windowSeconds: 60 } });
    const isTaken = (id: string, route: Route) =>
      rates.take(keyOf('live', id), route)?.waitMs === undefined;
    deepEqual(
      [isTaken('a', reading), isTaken('a', commanding), isTaken('b', reading)],
      [true, true, true],
    );
    deepEqual([isTaken('a', reading), isTaken('a', commanding)], [false, false]);
  });

  it('of a key itself win over those of its kind, also when they change', () => {
    const rates = openKeyRates(defaults);
    const limit = (ratePerMinute?: number) => {
      const own = ratePerMinute === undefined ? {} : { ratePerMinute };
      return rates.take(keyOf('live', 'one', own), reading)?.headers['RateLimit-Policy'];
    };
    deepEqual(
      [limit(7), limit(9), limit()],
      ['"reads";q=7;w=60', '"reads";q=9;w=60', '"reads";q=500;w=1'],
    );
  });

  it('forget the key that was used longest ago when there are too many', () => {
    const rates = openKeyRates({ ...defaults, live: { requests: 1, windowSeconds: 60 } }, 2);
    const isTaken = (id: string) => rates.take(keyOf('live', id), reading)?.waitMs === undefined;
    deepEqual([isTaken('a'), isTaken('b'), isTaken('b'), isTaken('a')], [true, true, false, false]);
    deepEqual([isTaken('c'), isTaken('a'), isTaken('b')], [true, false, true]);
  });

  it('hold for every route with a key, except for telemetry', () => {
    for (const route of routes as readonly Route[]) {
      const isLimited = Array.isArray(route.keys) && route.body !== 'otlp' && route.body !== 'gzip';
      equal(rateClassOf(route) !== undefined, isLimited, route.name);
    }
    for (const name of ['exportTraces', 'exportMetrics', 'register', 'livez'] as const)
      equal(openKeyRates(defaults).take(keyOf('live'), routeOf(name)), undefined);
  });
});
