import { deepEqual, equal } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { Replay } from '../../domain/alerts/replay/replay.ts';
import type { Transition } from '../../domain/alerts/replay/transition.ts';
import type { AlertHistoryRow } from '../../projections/alerts/alert-history.ts';
import { type RecordedRule, stretchesOf } from '../../projections/alerts/replay/rule-life.ts';
import { wholeVersions } from '../../projections/alerts/rule-versions.ts';
import type { AlertEvent } from '../../schemas/alerts/events.ts';
import type { Evidence } from '../../schemas/alerts/evidence.ts';
import type { AlertRuleId } from '../../schemas/alerts/ids.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import { compareAlert, type ProvedField } from '../../services/query-api/alerts/proof/compare.ts';
import { recompute } from '../../services/query-api/alerts/proof/recompute.ts';
import { organization, startMs } from './evaluator-history.ts';
import { anomalyEventsOf, type World } from './evaluator-world.ts';
import { logOfRecords } from './log-of-records.ts';
import type { NaiveRecord } from './naive-log.ts';

const neverMs = startMs + 86_400_000;

/** What is recorded of a rule, as its projections have it. */
export function recordedOf(
  { versions, history: alerts }: World,
  ruleId: AlertRuleId,
): RecordedRule {
  const under = <Row>(rows: ReadonlyMap<string, Row>, prefix: string): Row[] =>
    [...rows]
      .filter(([key]) => key.startsWith(prefix))
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([, row]) => row);
  return {
    ruleId,
    organizationId: organization,
    versions: wholeVersions(under(versions, `${organization}/${ruleId}/`)),
    alerts: under(alerts, `rule/${organization}/${ruleId}/`).sort(
      (left, right) => left.window.toMs - right.window.toMs,
    ),
  };
}

/** A wish of a user to end a rule counts at once. Where the evaluator knew of it later, what came in between is recorded of the life that was. */
export const areEndsKnownAtOnce = (
  { versions }: RecordedRule,
  ends: readonly number[] = [],
): boolean =>
  isDeepStrictEqual(
    versions.flatMap(({ ends: end, adopted }) => (end && adopted ? [adopted.position.offset] : [])),
    ends,
  );

/** The life of a rule once more, from a time of the evaluator on, with the log from a record on. */
export function backtest(
  world: World,
  recorded: RecordedRule,
  { startMs: beginMs = 0, fromMs = 0 },
): readonly Transition[] {
  const { records } = world;
  const { openAt: openAnomaliesAt } = anomalyEventsOf(world);
  return stretchesOf(recorded, { partitions: 1, fromMs: beginMs, toMs: neverMs }).flatMap(
    ({ partition, life }) => {
      const replay = new Replay(
        [life],
        { partition, fromMs, toMs: neverMs },
        { from: 0, openAnomaliesAt },
      );
      records.forEach((record, at) => void Array.from(stepsOf(replay, record, at)));
      const { transitions = [], isUnsure } = replay.end(records.length).get(recorded.ruleId) ?? {};
      equal(isUnsure, false);
      return transitions;
    },
  );
}

function stepsOf(replay: Replay, record: NaiveRecord, at: number): Iterable<unknown> {
  switch (record.kind) {
    case 'tick':
      return replay.tick(record, at);
    case 'delta':
      return replay.delta(record, at);
    case 'anomalies':
      return replay.anomalies(record, at);
    case 'measure':
      return replay.measure(record, at);
    case 'receiving':
      replay.receiving(record, at);
      return [];
  }
}

export type Told = Readonly<Record<string, unknown>>;

/** A live event of an alert, all that follows from the log. */
export function lived(event: EventOf<AlertEvent['type']>): Told | undefined {
  switch (event.type) {
    case 'AlertTriggered': {
      const {
        ruleVersion: version,
        window,
        tickMs,
        value,
        evidence,
        cooldownEndsAtMs,
        condition,
      } = event.data;
      const fired = { evidence, ...(condition !== undefined && { condition }) };
      return { type: 'triggered', version, window, tickMs, value, ...fired, cooldownEndsAtMs };
    }
    case 'AlertResolved': {
      const { window, tickMs, value, reason } = event.data;
      return { type: 'resolved', window, tickMs, value, reason };
    }
    case 'AlertEvidenceAmended': {
      const { before, after } = event.data;
      return { type: 'amended', before, after };
    }
    default:
      return undefined;
  }
}

/** The same of a backtest. A user who ends a rule does so at no tick. */
export function replayed(transition: Transition): Told {
  switch (transition.type) {
    case 'triggered': {
      const { rule: _, metric: __, ...said } = transition;
      return said;
    }
    case 'resolved': {
      const { version: _, tickMs, metric: __, ...said } = transition;
      return { ...said, tickMs: said.window === null ? null : tickMs };
    }
    case 'amended': {
      const { version: _, tickMs: __, ...said } = transition;
      return said;
    }
  }
}

/** Something else than what is recorded, in one field at a time. */
export const tampered: readonly (readonly [string, (alert: AlertHistoryRow) => AlertHistoryRow])[] =
  [
    ['current_value', alert => ({ ...alert, value: (alert.value ?? 0) + 1 })],
    ['threshold', alert => ({ ...alert, rule: { ...alert.rule, threshold: -1 } })],
    ['rule_version', alert => ({ ...alert, ruleVersion: alert.ruleVersion + 1 })],
    ['evaluated_at', alert => ({ ...alert, tickMs: alert.tickMs + 1 })],
    [
      'cooldown_ends_at',
      alert => ({ ...alert, cooldownEndsAtMs: alert.cooldownEndsAtMs + 10_000 }),
    ],
    ['message', alert => ({ ...alert, message: `${alert.message}!` })],
    ['evidence.samples', alert => withEvidence(alert, { samples: alert.evidence.samples + 1 })],
    ['evidence.errors', alert => withEvidence(alert, { errors: alert.evidence.errors + 1 })],
    ['evidence.p95_ms', alert => withEvidence(alert, { p95Ms: 1 })],
    ['evidence.log', alert => withEvidence(alert, { log: [] })],
  ];

const withEvidence = (alert: AlertHistoryRow, fields: Partial<Evidence>): AlertHistoryRow => ({
  ...alert,
  evidence: { ...alert.evidence, ...fields },
});

export const wrongIn = (fields: readonly ProvedField[]): string[] =>
  fields.filter(({ match }) => !match).map(({ field }) => field);

export const firedAgain = (
  world: World,
  alert: AlertHistoryRow,
  recorded: RecordedRule,
): ReturnType<typeof recompute> => {
  const { records } = world;
  const appendedAtMs = clockOf(records);
  const topicLog = logOfRecords(records, { appendedAtMs: offset => appendedAtMs[offset] ?? 0 });
  const reads = { topicLog, anomalies: anomalyEventsOf(world) };
  return recompute(alert, recorded, 1, reads, new AbortController().signal);
};

/** When records were appended, by the ticks that came before. */
export function clockOf(records: World['records']): number[] {
  let latestMs = startMs;
  return records.map(record => {
    if (record.kind === 'tick')
      latestMs = Math.max(latestMs, ...record.ticks.map(({ receivedUpToMs: ms }) => ms));
    return latestMs;
  });
}

export function expectNoticed(
  alert: AlertHistoryRow,
  fired: Awaited<ReturnType<typeof recompute>>,
  [field, change]: (typeof tampered)[number],
): void {
  // Without a sample there is no log to leave out.
  if (field === 'evidence.log' && alert.evidence.log.length === 0) return;
  deepEqual(wrongIn(compareAlert(change(alert), fired)), [field]);
}
