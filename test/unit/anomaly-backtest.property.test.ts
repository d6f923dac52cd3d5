import { deepEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { HistoryForgotten } from '../../platform/errors.ts';
import type { AlertHistoryRow } from '../../projections/alerts/alert-history.ts';
import type { RecordedRule } from '../../projections/alerts/replay/rule-life.ts';
import type { AlertEvent } from '../../schemas/alerts/events.ts';
import { minuteMs } from '../../schemas/durations.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import { compareAlert } from '../../services/query-api/alerts/proof/compare.ts';
import { anomalyLife } from '../support/anomaly-history.ts';
import { history, ruleIds } from '../support/evaluator-history.ts';
import type { World } from '../support/evaluator-world.ts';
import {
  backtest,
  clockOf,
  expectNoticed,
  firedAgain,
  lived,
  recordedOf,
  replayed,
  tampered,
  wrongIn,
} from '../support/past-again.ts';
import { holds, partOf } from '../support/property.ts';

const isAboutAnomalies = ({ rule }: Pick<AlertHistoryRow, 'rule'>): boolean =>
  rule.alertType === 'anomaly';

/** The time up to which the log does not say which anomalies were known. */
function unknownUpToMs({ records }: World): number {
  const first = records.findIndex(({ kind }) => kind === 'anomalies');
  return clockOf(records)[first] ?? Number.POSITIVE_INFINITY;
}

/** Alerts of rules about anomalies, each with its rule. */
const alertsOf = (world: World): (readonly [AlertHistoryRow, RecordedRule])[] =>
  ruleIds
    .map(ruleId => recordedOf(world, ruleId))
    .flatMap(recorded =>
      recorded.alerts.filter(isAboutAnomalies).map(alert => [alert, recorded] as const),
    );

/** Forgotten is only what the log does not say. */
async function firedOrForgotten(world: World, alert: AlertHistoryRow, recorded: RecordedRule) {
  try {
    return await firedAgain(world, alert, recorded);
  } catch (error) {
    if (!(error instanceof HistoryForgotten)) throw error;
    const waitsMinutes = Math.max(...recorded.versions.map(({ rule }) => rule.forMinutes));
    const sinceMs = alert.tickMs - (waitsMinutes + 1) * minuteMs;
    ok(sinceMs <= unknownUpToMs(world), error.message);
    return 'forgotten';
  }
}

describe('a backtest of a rule about anomalies over its own life', () => {
  it('equals its live history event for event, across crashes, late records and rule changes', async function () {
    this.timeout(600_000);
    const counts = { triggered: 0, resolved: 0, amended: 0 };
    await holds(
      fc.asyncProperty(fc.integer(), async seed => {
        const { world } = await history(seed, { openAnomalies: anomalyLife });
        for (const ruleId of ruleIds) {
          const live = world.events
            .map(event => event as EventOf<AlertEvent['type']>)
            .filter(({ data }) => data.ruleId === ruleId)
            .flatMap(event => lived(event) ?? []);
          const transitions = backtest(world, recordedOf(world, ruleId), {});
          for (const { type } of transitions) counts[type]++;
          deepEqual(transitions.map(replayed), live);
        }
      }),
      partOf(1_000),
    );
    ok(counts.triggered > partOf(400) && counts.resolved > partOf(200), JSON.stringify(counts));
  });
});

describe('the proof of an alert about anomalies', () => {
  it('matches for every alert of a life, names the field that was changed, and says what is not recorded', async function () {
    this.timeout(600_000);
    let proved = 0;
    let forgotten = 0;
    await holds(
      fc.asyncProperty(fc.integer(), async seed => {
        const { world } = await history(seed, { openAnomalies: anomalyLife });
        for (const [alert, recorded] of alertsOf(world)) {
          const fired = await firedOrForgotten(world, alert, recorded);
          if (fired === 'forgotten') {
            forgotten++;
            continue;
          }
          deepEqual(wrongIn(compareAlert(alert, fired)), []);
          expectNoticed(alert, fired, tampered[proved++ % tampered.length] ?? ['', one => one]);
        }
      }),
      partOf(1_000),
    );
    ok(proved > partOf(400) && forgotten < proved, JSON.stringify({ proved, forgotten }));
  });
});
