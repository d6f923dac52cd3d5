import { deepEqual, equal, throws } from 'node:assert/strict';
import { Unavailable } from '../../platform/errors.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { organizationId } from '../../schemas/ids.ts';
import { limits } from '../../services/query-api/config.ts';
import {
  type ConnectionLimiter,
  openSlots,
} from '../../services/query-api/traces/tail/connection-limiter.ts';

const { streamsPerOrganizationMax, streamsPerNetworkMax, streamsMax, streamsForNewcomers } = limits;

const organization = (n: number) => organizationId(`organization-${n}`);

/** As many streams as one network gets, for as many organizations as that takes; gives their number. */
function takeAll(slots: ConnectionLimiter, address: string, firstOrganization: number): number {
  let taken = 0;
  try {
    for (; taken <= streamsMax; taken++) {
      const number = firstOrganization + Math.floor(taken / streamsPerOrganizationMax);
      slots.take(organization(number), address);
    }
  } catch {}
  return taken;
}

const isTooMany = (error: unknown): boolean =>
  error instanceof HttpProblem && error.status === 429 && error.headers['Retry-After'] === '10';

describe('slots for streams', () => {
  it('are limited for an organization, across networks', () => {
    const slots = openSlots();
    for (let n = 0; n < streamsPerOrganizationMax; n++) slots.take(organization(1), `192.0.2.${n}`);
    throws(() => slots.take(organization(1), '192.0.2.99'), isTooMany);
    slots.take(organization(2), '192.0.2.99');
  });

  it('are limited for a network, across its organizations', () => {
    const slots = openSlots();
    equal(takeAll(slots, '2001:db8::1', 0), streamsPerNetworkMax);
    throws(() => slots.take(organization(99), '2001:db8:0:ff::1'), isTooMany);
    slots.take(organization(99), '2001:db8:0:100::1')();
  });

  it('are kept for others when a few networks take all they get', () => {
    const slots = openSlots();
    const taken = [1, 2, 3, 4, 5, 6, 7].map(n => takeAll(slots, `192.0.2.${n}`, n * 100));
    const greedy = (streamsMax - streamsForNewcomers) / streamsPerNetworkMax;
    deepEqual(
      taken,
      taken.map((_, index) => (index < greedy ? streamsPerNetworkMax : 1)),
    );
    for (let n = 0; n < streamsForNewcomers - (taken.length - greedy); n++)
      slots.take(organization(2_000 + n), `198.51.100.${n}`);
    throws(() => slots.take(organization(3_000), '203.0.113.1'), Unavailable);
  });

  it('are given back once', () => {
    const slots = openSlots();
    const leaves = Array.from({ length: streamsPerOrganizationMax }, () =>
      slots.take(organization(1), '192.0.2.1'),
    );
    leaves[0]?.();
    leaves[0]?.();
    slots.take(organization(1), '192.0.2.1');
    throws(() => slots.take(organization(1), '192.0.2.1'), isTooMany);
  });
});
