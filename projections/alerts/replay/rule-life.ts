import { seriesOf, type Trigger } from '../../../domain/alerts/evaluation/evaluated-rule.ts';
import {
  type AlertBefore,
  type Beginning,
  type LifeStep,
  neverFired,
  type RuleLife,
} from '../../../domain/alerts/replay/life.ts';
import type { AlertRuleId } from '../../../schemas/alerts/ids.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { partitionOf } from '../../../schemas/partition.ts';
import type { AlertHistoryRow } from '../alert-history.ts';
import type { RuleVersion } from '../rule-versions.ts';

/** What is recorded of a rule: its versions in order, and its alerts, the oldest first. */
export type RecordedRule = {
  readonly ruleId: AlertRuleId;
  readonly organizationId: OrganizationId;
  readonly versions: readonly RuleVersion[];
  readonly alerts: readonly AlertHistoryRow[];
};

/** A stretch of a life on one partition of `windows`. */
export type Stretch = {
  readonly partition: number;
  /** In the evaluator's time, both included; `fromMs`: where the first version begins or goes on. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly life: RuleLife;
};

type Range = {
  /** Of the topic `windows`. */
  readonly partitions: number;
  readonly fromMs: number;
  readonly toMs: number;
};

/** The life of a rule between two times of the evaluator, cut where it moved to another partition. */
export function stretchesOf(
  recorded: RecordedRule,
  { partitions, fromMs, toMs }: Range,
): Stretch[] {
  const { organizationId, ruleId } = recorded;
  const steps = stepsOf(recorded, fromMs).filter(({ place }) => place.tickMs <= toMs);
  const groups: { readonly partition: number; readonly steps: LifeStep[] }[] = [];
  for (const step of steps) {
    const { rule } = step;
    const partition = partitionOf(seriesOf({ organizationId, rule }), partitions);
    const last = groups.at(-1);
    if (last?.partition === partition) last.steps.push(step);
    else groups.push({ partition, steps: [step] });
  }
  const before = (place: Beginning): AlertBefore => alertBefore(recorded, place);
  const endedByUser = new Set(
    recorded.alerts.flatMap(({ resolved, window }) =>
      resolved?.tickMs === null ? [window.toMs] : [],
    ),
  );
  return groups.map(({ partition, steps: own }, at) => ({
    partition,
    fromMs: own[0]?.place.tickMs ?? fromMs,
    // A rule that moves is no longer evaluated here once it is adopted there.
    toMs: (groups[at + 1]?.steps[0]?.place.tickMs ?? toMs + 1) - 1,
    life: { ruleId, organizationId, steps: own, endedByUser, before },
  }));
}

/** The version that decides at a time, and those that begin after it. */
function stepsOf(recorded: RecordedRule, fromMs: number): LifeStep[] {
  const placed = recorded.versions.flatMap(version => placeOf(version, recorded) ?? []);
  const isBefore = ({ place }: LifeStep): boolean => place.tickMs < fromMs;
  const now = placed.findLast(isBefore);
  const later = placed.filter(step => !isBefore(step));
  return now === undefined
    ? later
    : [{ ...now, place: { kind: 'goes on', tickMs: fromMs } }, ...later];
}

/** Undefined: a version that nobody adopted decided nothing. The end of a rule counts all the same. */
function placeOf(of: RuleVersion, recorded: RecordedRule): LifeStep | undefined {
  const { version, rule, ends, adopted, refused } = of;
  const step = { version, rule, ...(ends && { ends }), ...(refused && { refused }) };
  const found = adopted ?? (ends && adoptedAfter(of, recorded));
  if (found !== undefined) {
    const { tickMs, position, runningCounts } = found;
    return {
      ...step,
      ...(runningCounts && { runningCounts }),
      place: { kind: 'adopted', offset: position.offset, tickMs },
    };
  }
  return ends && { ...step, place: { kind: 'begins', tickMs: endedAtMs(of, recorded) } };
}

const adoptedAfter = (
  { version }: RuleVersion,
  { versions }: RecordedRule,
): RuleVersion['adopted'] =>
  versions.find(later => later.version > version && later.adopted !== undefined)?.adopted;

/** The clock of who ended a rule may be behind that of the evaluator, which had adopted and evaluated the versions before. */
const endedAtMs = ({ version, atMs }: RuleVersion, { versions, alerts }: RecordedRule): number =>
  Math.max(
    atMs,
    ...versions.flatMap(of => (of.version < version && of.adopted ? [of.adopted.tickMs] : [])),
    ...alerts.flatMap(of => (of.ruleVersion < version ? [of.tickMs] : [])),
  );

function alertBefore({ alerts, versions }: RecordedRule, place: Beginning): AlertBefore {
  const alert = alerts.findLast(one => hasFired(one, place));
  if (alert === undefined) return neverFired;
  const { window, cooldownEndsAtMs, condition } = alert;
  const fired = condition === undefined ? {} : { condition };
  const resolvedToMs = resolvedBefore(alert, place, versions);
  const trigger = triggerBefore(alert, place);
  return {
    now:
      resolvedToMs === undefined
        ? { status: 'firing', windowToMs: window.toMs, cooldownEndsAtMs, ...fired }
        : { status: 'quiet', resolvedToMs, cooldownEndsAtMs },
    ...(alert.ruleVersion === place.step.version && { trigger }),
  };
}

/** A version that is adopted here is evaluated at this very time, so its own alerts come later. */
const hasFired = (alert: AlertHistoryRow, { step, tickMs }: Beginning): boolean =>
  alert.tickMs <= tickMs && (step.place.kind === 'goes on' || alert.ruleVersion < step.version);

/** The window that ends with the resolution, if it was resolved by then. */
function resolvedBefore(
  { resolved, window, ruleVersion }: AlertHistoryRow,
  { step, tickMs }: Beginning,
  versions: readonly RuleVersion[],
): number | undefined {
  if (resolved === undefined) return undefined;
  if (resolved.tickMs === null) {
    const isEnded = versions.some(
      ({ ends, version }) => ends && version > ruleVersion && version <= step.version,
    );
    return isEnded ? window.toMs : undefined;
  }
  const isBefore =
    step.place.kind === 'goes on' ? resolved.tickMs <= tickMs : resolved.tickMs < tickMs;
  return isBefore ? resolved.window?.toMs : undefined;
}

/** The figures that it had before a record, with what late spans had changed by then. */
function triggerBefore({ evidence, amendments }: AlertHistoryRow, { offset }: Beginning): Trigger {
  const known = amendments.filter(({ after }) => (after.log[0]?.last ?? -1) < offset);
  return { evidence: known.at(-1)?.after ?? evidence, isBreach: known.length % 2 === 0 };
}
