import { deepEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { AlertEvent } from '../../schemas/alerts/events.ts';
import type { Evidence } from '../../schemas/alerts/evidence.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import { anomalyLife } from '../support/anomaly-history.ts';
import {
  type HistoryOptions,
  history,
  organization,
  ruleIds,
} from '../support/evaluator-history.ts';
import type { World } from '../support/evaluator-world.ts';
import { type NaiveEvent, naiveAlerts } from '../support/naive-alerts.ts';
import { changesOf } from '../support/naive-changes.ts';
import { naiveScores } from '../support/naive-rule-scores.ts';
import { areEndsKnownAtOnce, recordedOf } from '../support/past-again.ts';
import { holds, partOf } from '../support/property.ts';

/** What the events say, in the words of the model. */
const told = (events: World['events'], ruleId: string): NaiveEvent[] =>
  events.flatMap((event): NaiveEvent[] => {
    const { type, data } = event as EventOf<AlertEvent['type']>;
    if (data.ruleId !== ruleId) return [];
    if (type === 'AlertTriggered') {
      const { ruleVersion: version, window, tickMs, value, evidence } = data;
      return [
        {
          type: 'triggered',
          version,
          windowToMs: window.toMs,
          tickMs,
          value,
          samples: evidence.samples,
          saw: sawOf(evidence),
          fired: data.condition ?? 0,
        },
      ];
    }
    if (type === 'AlertResolved') {
      const { window, tickMs, value } = data;
      return [{ type: 'resolved', windowToMs: window?.toMs ?? null, tickMs, value }];
    }
    if (type === 'AlertEvidenceAmended')
      return [
        {
          type: 'amended',
          windowToMs: data.after.window.toMs,
          samples: data.after.samples,
          saw: sawOf(data.after),
        },
      ];
    return [];
  });

const sawOf = ({ conditions = [] }: Evidence): NonNullable<NaiveEvent['saw']> =>
  conditions.map(({ value, holds: isHolding, samples }) => ({ value, holds: isHolding, samples }));

const round = (all: readonly NaiveEvent[]) =>
  all.map(({ saw, ...event }) => ({
    ...event,
    ...(event.value !== undefined && { value: rounded(event.value) }),
    ...(saw && { saw: saw.map(one => ({ ...one, value: rounded(one.value) })) }),
  }));

const rounded = (value: number | null): number | null => value && Number(value.toPrecision(9));

/** Compares a history with the model, and counts its events. */
async function compared(seed: number, options: HistoryOptions) {
  const { world, ends } = await history(seed, options);
  const all = ruleIds.flatMap(ruleId => {
    const changes = changesOf(world, ruleId, ends.get(ruleId) ?? []);
    const events = told(world.events, ruleId);
    const scores = naiveScores(world.events, organization);
    const expected = naiveAlerts('checkout', world.records, changes, scores, ruleId);
    // Late spans between the wish of a user and the place at which it counts still amend.
    const isSure = areEndsKnownAtOnce(recordedOf(world, ruleId), ends.get(ruleId));
    const compare = (all: readonly NaiveEvent[]) =>
      round(isSure ? all : all.filter(({ type }) => type !== 'amended'));
    deepEqual(compare(events), compare(expected));
    return events;
  });
  return { all, measured: world.events.filter(isMeasuredAlert).length };
}

const isMeasuredAlert = (event: World['events'][number]): boolean =>
  event.type === 'AlertTriggered' && event.data.rule.metric.includes(':');

/** How many events of each type so many histories have, all as the model has them. */
async function countsOf(runs: number, options: HistoryOptions = {}, examples: number[] = []) {
  const counts = { triggered: 0, resolved: 0, amended: 0, running: 0, measured: 0, other: 0 };
  await holds(
    fc.asyncProperty(fc.integer(), async seed => {
      const { all, measured } = await compared(seed, options);
      counts.measured += measured;
      for (const { type, windowToMs, tickMs, fired = 0 } of all) {
        counts[type]++;
        if (fired > 0) counts.other++;
        if (type === 'triggered' && Number(windowToMs) > Number(tickMs)) counts.running++;
      }
    }),
    runs,
    { examples: examples.map(seed => [seed]) },
  );
  return counts;
}

describe('the evaluator', () => {
  it('gives the alerts of a naive model, whoever dies, repeats, comes late or forgets', async function () {
    this.timeout(300_000);
    // A crash repeats slots of before a resolution, in which the running window is over the threshold.
    const {
      measured: _,
      other: __,
      ...counts
    } = await countsOf(partOf(2_000), {}, [-2_053_993_598, -400_298_756]);
    ok(
      Object.values(counts).every(count => count > partOf(100)),
      JSON.stringify(counts),
    );
  });

  it('gives the alerts of a naive model for rules with several conditions', async function () {
    this.timeout(300_000);
    const { measured: _, ...counts } = await countsOf(partOf(2_000), { hasConditions: true });
    ok(
      Object.values(counts).every(count => count > partOf(100)),
      JSON.stringify(counts),
    );
  });

  it('gives the alerts of a naive model for rules about OTLP metrics and burn rates', async function () {
    this.timeout(300_000);
    const { measured, resolved } = await countsOf(partOf(1_000), { hasMeasures: true });
    ok(measured > partOf(400) && resolved > partOf(200), JSON.stringify({ measured, resolved }));
  });

  it('gives the alerts of a naive model for rules about anomalies that others detect', async function () {
    this.timeout(300_000);
    const { triggered, resolved } = await countsOf(partOf(1_000), {
      openAnomalies: anomalyLife,
    });
    ok(triggered > partOf(400) && resolved > partOf(200), JSON.stringify({ triggered, resolved }));
  });
});
