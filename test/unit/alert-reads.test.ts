import { deepEqual, doesNotThrow, equal, ok, throws } from 'node:assert/strict';
import fc from 'fast-check';
import { healthScore } from '../../domain/alerts/health-score.ts';
import type { HttpProblem } from '../../platform/http/problem.ts';
import { firingAlert } from '../../projections/alerts/alert.ts';
import { alertHistory, newestFirst } from '../../projections/alerts/alert-history.ts';
import { alertRuleResource } from '../../projections/alerts/alert-rules.ts';
import type { DomainState } from '../../projections/engine/read/history.ts';
import { triageItemKey } from '../../projections/triage/triage-inbox.ts';
import { triageItemOf } from '../../schemas/triage/ids.ts';
import { bucketOf } from '../../schemas/window.ts';
import { expectRoom, idIn } from '../../services/ingest-api/resource.ts';
import { alertBodyOf, durationText } from '../../services/query-api/alerts/alert-body.ts';
import { allOf, rowsOf } from '../../services/query-api/bounds/rows.ts';
import { triggerAt } from '../support/alert-past.ts';
import { owner } from '../support/alerts.ts';
import { toEvent } from '../support/given.ts';
import { holds } from '../support/property.ts';

/** A projection that has so many rows. */
const stateWith = (rows: number): DomainState => {
  const keys = Array.from({ length: rows }, (_, index) => String(index).padStart(6, '0'));
  const state: DomainState = {
    get: () => undefined,
    list: (_, { after = '', limit }) =>
      keys
        .filter(key => key > after)
        .slice(0, limit)
        .map(key => ({ key, row: { key } })) as never,
    page: (projection, { rowsMax, ...places }) => {
      const page = state.list(projection, { ...places, limit: rowsMax });
      return { rows: page, next: page.length < rowsMax ? undefined : page.at(-1)?.key };
    },
  };
  return state;
};

describe('An organization with a thousand alert rules', () => {
  it('gets no other one, and is told the limit', () => {
    doesNotThrow(() => expectRoom(alertRuleResource, owner, stateWith(999), 0));
    throws(
      () => expectRoom(alertRuleResource, owner, stateWith(1_000), 0),
      ({ status, code, message }: HttpProblem) =>
        status === 409 && code === 'limit_reached' && message.includes('1000 alert rules'),
    );
  });
});

describe('An alert', () => {
  const alert = firingAlert({ ...toEvent(triggerAt(300_000), 300_000), ...triggerAt(300_000) });
  const item = triageItemOf(alert.alertId);
  const itemIn = (...keys: readonly string[]) => {
    const state = { get: (_: unknown, key: string) => (keys.includes(key) ? {} : undefined) };
    const seen = { organizationId: owner, state: state as never, nowMs: 300_000 };
    return alertBodyOf(alert, seen).triage_item_id;
  };

  it('names its item of the triage inbox, and none where none was opened', () => {
    equal(itemIn(triageItemKey(owner, item)), item);
    equal(itemIn(), null);
    equal(itemIn(triageItemKey('99999999-67d8-5369-b5c4-53b455d2bbb3' as never, item)), null);
  });
});

describe('The id of a rule in a path', () => {
  it('is taken in any case, and must be a UUID', () => {
    equal(idIn(alertRuleResource, { id: owner.toUpperCase() }), owner);
    for (const id of ['', 'rule-1', `${owner}1`, `${owner}\n`])
      throws(
        () => idIn(alertRuleResource, { id }),
        ({ status }: HttpProblem) => status === 404,
      );
  });
});

describe('Rows of a projection', () => {
  it('are read over several pages, once each, and no more than wanted', async () => {
    for (const [rows, max] of [
      [0, 10],
      [500, 5_000],
      [1_201, 5_000],
      [1_201, 700],
    ] as const) {
      const found = await allOf(rowsOf(stateWith(rows), alertHistory, { prefix: '', max }));
      equal(found.length, Math.min(rows, max));
      equal(new Set(found.map(row => JSON.stringify(row))).size, found.length);
    }
  });
});

describe('The keys of alerts', () => {
  it('sort the newest first', () =>
    holds(
      fc.property(fc.nat({ max: 4e12 }), fc.nat({ max: 4e12 }), (left, right) =>
        equal(newestFirst(left) < newestFirst(right), left > right),
      ),
      1_000,
    ));
});

describe('A health score', () => {
  const score = (errors: number, ...durationsMs: number[]) =>
    healthScore({
      buckets: durationsMs.map(ms => bucketOf(ms * 1e6)),
      counts: durationsMs.map(() => 1),
      errors,
    });

  it('is Apdex with 500 ms, less the share of errors, and none without requests', () => {
    equal(score(0), undefined);
    equal(score(0, 1, 490), 100);
    equal(score(0, 1, 600), 75);
    equal(score(0, 1_900, 2_100), 25);
    equal(score(1, 1, 1), 50);
    equal(score(2, 1, 1), 0);
  });

  it('is between 0 and 100', () =>
    holds(
      fc.property(fc.array(fc.integer({ min: 1, max: 1e5 }), { minLength: 1 }), durations => {
        const found = score(durations.length >> 1, ...durations) ?? -1;
        ok(found >= 0 && found <= 100);
      }),
      200,
    ));
});

describe('How long an alert fires', () => {
  it('is said in its two largest units', () => {
    deepEqual([0, 59, 60, 312, 7_500, 86_400, 90_061].map(durationText), [
      '0s',
      '59s',
      '1m',
      '5m 12s',
      '2h 5m',
      '1d',
      '1d 1h',
    ]);
  });
});
