import { deepEqual, equal } from 'node:assert/strict';
import type { Row } from '../../platform/read-store/port.ts';
import { alertHistory } from '../../projections/alerts/alert-history.ts';
import { alertResolutions } from '../../projections/alerts/alert-resolutions.ts';
import { alertRules } from '../../projections/alerts/alert-rules.ts';
import { alertState } from '../../projections/alerts/alert-state.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import { storedEvents } from '../support/fixtures.ts';
import { recordedAt } from '../support/given.ts';

/** A rule that is created, adopted, fires, is amended, recovers, is changed, disabled and deleted. */
const story = storedEvents(2)
  .map(({ event }) => event)
  .filter(({ type }) => type.startsWith('Alert'));

/** The rows after the events of these types, by key. */
function rowsAfter<R extends Row>(
  projection: Projection<R, never>,
  until: DomainEvent['type'],
): ReadonlyMap<string, R> {
  const rows = new Map<string, R>();
  const plain = projection as unknown as Projection<R>;
  const end = story.findIndex(({ type }) => type === until) + 1;
  for (const event of story.slice(0, end)) {
    if (plain.types !== 'all' && !plain.types.has(event.type)) continue;
    for (const key of plain.keys(event, recordedAt(0))) {
      const row = plain.project(rows.get(key), event, key, recordedAt(0));
      if (row === undefined) rows.delete(key);
      else rows.set(key, row);
    }
  }
  return rows;
}

const onlyOf = <R>(rows: ReadonlyMap<string, R>): R | undefined => [...rows.values()][0];

describe('The history of alerts', () => {
  it('keeps one entry, whose status and figures change', () => {
    const states = (['AlertTriggered', 'AlertEvidenceAmended', 'AlertResolved'] as const).map(
      until => {
        const rows = [...rowsAfter(alertHistory, until).values()];
        equal(rows.length, 3);
        equal(new Set(rows.map(row => JSON.stringify(row))).size, 1);
        const samples = rows[0]?.amendments.map(({ before, after }) => [
          before.samples,
          after.samples,
        ]);
        return [rows[0]?.evidence.samples, samples, rows[0]?.resolved?.reason];
      },
    );
    deepEqual(states, [
      [40, [], undefined],
      [40, [[40, 43]], undefined],
      [40, [[40, 43]], 'recovered'],
    ]);
  });

  it('counts a resolution once, at its instant', () => {
    const resolved = story.find(({ type }) => type === 'AlertResolved');
    const rows = rowsAfter(alertResolutions, 'AlertRuleDeleted');
    deepEqual([rows.size, onlyOf(rows)?.resolvedAtMs], [1, resolved?.atMs]);
  });
});

describe('The state of alerts', () => {
  it('is adopted, fires, is quiet with what the next firing depends on, and ends with the rule', () => {
    const adopted = onlyOf(rowsAfter(alertState, 'AlertRuleAdopted'));
    deepEqual(adopted?.adopted, {
      ruleVersion: 1,
      tickMs: 1_000,
      position: { partition: 2, offset: 40 },
    });
    equal(adopted?.firing, undefined);
    const firing = onlyOf(rowsAfter(alertState, 'AlertTriggered'));
    equal(firing?.firing?.value, 812.5);
    const quiet = onlyOf(rowsAfter(alertState, 'AlertResolved'));
    equal(quiet?.firing, undefined);
    equal(quiet?.cooldownEndsAtMs, firing?.cooldownEndsAtMs);
    equal(quiet?.resolvedToMs, (firing?.firing?.window.toMs ?? 0) + 60_000);
    equal(rowsAfter(alertState, 'AlertRuleDeleted').size, 0);
  });
});

describe('The list of alert rules', () => {
  it('has what the user said last, and when the rule fired', () => {
    const created = onlyOf(rowsAfter(alertRules, 'AlertRuleCreated'));
    const fired = onlyOf(rowsAfter(alertRules, 'AlertTriggered'));
    equal(created?.lastTriggeredAtMs, undefined);
    equal(fired?.lastTriggeredAtMs, story.find(({ type }) => type === 'AlertTriggered')?.atMs);
    const changed = onlyOf(rowsAfter(alertRules, 'AlertRuleChanged'));
    deepEqual([changed?.rule.threshold, changed?.version], [600, 2]);
    const toggled = onlyOf(rowsAfter(alertRules, 'AlertRuleToggled'));
    deepEqual([toggled?.rule.enabled, toggled?.version], [false, 3]);
    equal(toggled?.createdAtMs, created?.createdAtMs);
    equal(rowsAfter(alertRules, 'AlertRuleDeleted').size, 0);
  });
});
