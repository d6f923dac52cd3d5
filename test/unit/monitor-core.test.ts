import { deepEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { monthOf } from '../../schemas/billing/month.ts';
import type { Usage } from '../../schemas/billing/quota.ts';
import { type OrganizationId, organizationId } from '../../schemas/ids.ts';
import { monthsToClose } from '../../services/monitor/core/periods.ts';
import {
  atMostOf,
  counted,
  emptyTally,
  evaluated,
  grown,
} from '../../services/monitor/core/usage-bounds.ts';
import { holds } from '../support/property.ts';

const month = monthOf(Date.UTC(2026, 10));
const first = organizationId('a');
const second = organizationId('b');
const organizations = [first, second, organizationId('c')];

/** A request that the warehouse has: the traces of its spans, and its bytes. */
const request = fc.record({
  owner: fc.constantFrom(...organizations),
  traces: fc.array(fc.nat(20), { minLength: 1, maxLength: 8 }),
  bytes: fc.nat(100),
});

type Request = { owner: OrganizationId; traces: number[]; bytes: number };

const usageOf = (requests: readonly Request[], owner: OrganizationId): Usage => {
  const own = requests.filter(each => each.owner === owner);
  return {
    traces: new Set(own.flatMap(({ traces }) => traces)).size,
    bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
  };
};

const growthOf = (requests: readonly Request[]) =>
  requests.map(({ owner, traces, bytes }) => ({
    organizationId: owner,
    spans: traces.length,
    bytes,
  }));

describe('the tally of a month', () => {
  it('is never below what was used, wherever traces were counted in between', async () => {
    const steps = fc.array(fc.record({ came: fc.array(request), counts: fc.boolean() }));
    await holds(
      fc.property(steps, all => {
        let tally = emptyTally(month);
        const seen: Request[] = [];
        for (const { came, counts } of all) {
          tally = grown(tally, growthOf(came));
          seen.push(...came);
          if (counts) tally = counted(tally, new Map([[first, usageOf(seen, first)]]));
          for (const owner of organizations) {
            const [most, used] = [atMostOf(tally, owner), usageOf(seen, owner)];
            ok(most.traces >= used.traces);
            deepEqual(most.bytes, used.bytes);
          }
        }
      }),
      300,
    );
  });

  it('keeps open who grew, until they were judged', () => {
    const one = { traces: [1], bytes: 1 };
    const tally = grown(
      grown(emptyTally(month), growthOf([{ owner: first, ...one }])),
      growthOf([{ owner: second, ...one }]),
    );
    deepEqual([...tally.open], [first, second]);
    deepEqual([...evaluated(tally, [first]).open], [second]);
  });
});

describe('the months of a subscription that are to be closed', () => {
  const startedAtMs = Date.UTC(2026, 7, 20);

  it('go from its start, or from after the last that is closed, to before the open one', () => {
    deepEqual(monthsToClose({ startedAtMs }, month, 12), ['2026-08', '2026-09', '2026-10']);
    const closed = { month: monthOf(Date.UTC(2026, 8)) };
    deepEqual(monthsToClose({ startedAtMs, closed }, month, 12), ['2026-10']);
    deepEqual(monthsToClose({ startedAtMs: Date.UTC(2026, 10, 1) }, month, 12), []);
  });

  it('are no more than can be counted still', () => {
    deepEqual(monthsToClose({ startedAtMs }, month, 2), ['2026-09', '2026-10']);
  });
});
