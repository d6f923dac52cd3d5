import { deepEqual, equal, throws } from 'node:assert/strict';
import { Unavailable } from '../../platform/errors.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import { openPlaces, type Places } from '../../platform/shares/places.ts';
import { limits } from '../../services/query-api/config.ts';
import { snapshotReadLimits } from '../../services/query-api/snapshots/config.ts';

const { perOrganizationMax, perNetworkMax, max, reserved } = limits.traceStreams;

const take = (places: Places, n: number, address: string) =>
  places.take({ organizationId: `organization-${n}`, address });
const open = () => openPlaces(limits.traceStreams);

/** As many streams as one network gets, for as many organizations as that takes; gives their number. */
function takeAll(places: Places, address: string, firstOrganization: number): number {
  let taken = 0;
  try {
    for (; taken <= max; taken++) {
      const number = firstOrganization + Math.floor(taken / perOrganizationMax);
      take(places, number, address);
    }
  } catch {}
  return taken;
}

const isTooMany = (error: unknown): boolean =>
  error instanceof HttpProblem && error.status === 429 && error.headers['Retry-After'] === '10';

describe('places for streams', () => {
  it('are limited for an organization, across networks', () => {
    const places = open();
    for (let n = 0; n < perOrganizationMax; n++) take(places, 1, `192.0.2.${n}`);
    throws(() => take(places, 1, '192.0.2.99'), isTooMany);
    take(places, 2, '192.0.2.99');
  });

  it('are limited for a network, across its organizations', () => {
    const places = open();
    equal(takeAll(places, '2001:db8::1', 0), perNetworkMax);
    throws(() => take(places, 99, '2001:db8:0:ff::1'), isTooMany);
    take(places, 99, '2001:db8:0:100::1')();
  });

  it('are kept for others when a few networks take all they get', () => {
    const places = open();
    const taken = [1, 2, 3, 4, 5, 6, 7].map(n => takeAll(places, `192.0.2.${n}`, n * 100));
    const greedy = (max - reserved) / perNetworkMax;
    deepEqual(
      taken,
      taken.map((_, index) => (index < greedy ? perNetworkMax : 1)),
    );
    for (let n = 0; n < reserved - (taken.length - greedy); n++)
      take(places, 2_000 + n, `198.51.100.${n}`);
    throws(() => take(places, 3_000, '203.0.113.1'), Unavailable);
  });

  it('are given back once', () => {
    const places = open();
    const leaves = Array.from({ length: perOrganizationMax }, () => take(places, 1, '192.0.2.1'));
    leaves[0]?.();
    leaves[0]?.();
    take(places, 1, '192.0.2.1');
    throws(() => take(places, 1, '192.0.2.1'), isTooMany);
  });

  it('are limited for a key, and by one key its organization does not run out', () => {
    const { perKeyMax, ...streams } = snapshotReadLimits.streams;
    const places = openPlaces({ ...streams, perKeyMax });
    const ofKey = (keyId: string) => places.take({ organizationId: 'organization', keyId });
    for (let count = 0; count < perKeyMax; count++) ofKey('a');
    throws(() => ofKey('a'), /100 streams of breakpoints of a key/);
    for (let count = perKeyMax; count < streams.perOrganizationMax; count++) ofKey(`${count}`);
    throws(() => ofKey('b'), /500 streams of breakpoints of an organization/);
    places.take({ organizationId: 'another', keyId: 'c' });
  });
});
