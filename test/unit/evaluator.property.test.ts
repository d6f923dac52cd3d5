import { deepEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { AlertEvent } from '../../schemas/alerts/events.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import { anomalyLife, type OpenAnomalyLife } from '../support/anomaly-history.ts';
import { history, organization, ruleIds } from '../support/evaluator-history.ts';
import type { World } from '../support/evaluator-world.ts';
import { type NaiveEvent, naiveAlerts } from '../support/naive-alerts.ts';
import { changesOf } from '../support/naive-changes.ts';
import { naiveScores } from '../support/naive-rule-scores.ts';
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
        },
      ];
    }
    if (type === 'AlertResolved') {
      const { window, tickMs, value } = data;
      return [{ type: 'resolved', windowToMs: window?.toMs ?? null, tickMs, value }];
    }
    if (type === 'AlertEvidenceAmended')
      return [{ type: 'amended', windowToMs: data.after.window.toMs, samples: data.after.samples }];
    return [];
  });

const round = (all: readonly NaiveEvent[]) =>
  all.map(event => ({
    ...event,
    ...(typeof event.value === 'number' && { value: Number(event.value.toPrecision(9)) }),
  }));

/** Compares a history with the model, and counts its events. */
async function compared(seed: number, openAnomalies?: OpenAnomalyLife): Promise<NaiveEvent[]> {
  const { world, ends } = await history(seed, openAnomalies);
  return ruleIds.flatMap(ruleId => {
    const changes = changesOf(world, ruleId, ends.get(ruleId) ?? []);
    const events = told(world.events, ruleId);
    const scores = naiveScores(world.events, organization);
    const expected = naiveAlerts('checkout', world.records, changes, scores);
    deepEqual(round(events), round(expected));
    return events;
  });
}

/** How many events of each type so many histories have, all as the model has them. */
async function countsOf(runs: number, openAnomalies?: OpenAnomalyLife, examples: number[] = []) {
  const counts = { triggered: 0, resolved: 0, amended: 0, running: 0 };
  await holds(
    fc.asyncProperty(fc.integer(), async seed => {
      for (const { type, windowToMs, tickMs } of await compared(seed, openAnomalies)) {
        counts[type]++;
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
    const counts = await countsOf(partOf(2_000), undefined, [-2_053_993_598]);
    ok(
      Object.values(counts).every(count => count > partOf(100)),
      JSON.stringify(counts),
    );
  });

  it('gives the alerts of a naive model for rules about anomalies that others detect', async function () {
    this.timeout(300_000);
    const { triggered, resolved } = await countsOf(partOf(1_000), anomalyLife);
    ok(triggered > partOf(400) && resolved > partOf(200), JSON.stringify({ triggered, resolved }));
  });
});
