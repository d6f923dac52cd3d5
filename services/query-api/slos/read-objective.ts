import { burnRange } from '../../../domain/slos/burn.ts';
import type { Counted } from '../../../domain/slos/counts.ts';
import { periodAt } from '../../../domain/slos/period.ts';
import { hasOverflow, type ReadCounts, readCounted } from '../../../projections/slos/counted.ts';
import type { ObjectiveRow } from '../../../projections/slos/objectives.ts';
import type { Retention } from '../../../schemas/retention.ts';
import { hourSeconds, hourStart } from '../../../schemas/window.ts';
import type { QueryShared } from '../shared.ts';
import { knownBefore } from '../windows/known-condition.ts';
import { boundsOf, type QueryContext, readRows } from '../windows/window-metrics.ts';

export type ObjectiveReads = Pick<QueryShared, 'warehouse' | 'clock'> & {
  /** How long spans and hours are kept. */
  readonly retention: Pick<Retention, 'spansMs' | 'hoursMs'>;
};

/** What an objective is judged by at an instant. */
export type Measured = {
  /** From the begin of the window on, or of the longest burn rate if that is earlier. */
  readonly counted: readonly Counted[];
  /** Of the window. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** Of a calendar window. */
  readonly endSeconds?: number;
  /** False: the window began before what is kept. */
  readonly isWhole: boolean;
};

/** Reads what happened in the window of an objective: by the hour, and its last hours by the minute. */
export async function readObjective(
  { objective, organizationId: organization }: Pick<ObjectiveRow, 'objective' | 'organizationId'>,
  atMs: number | undefined,
  { clock, retention, ...reading }: ObjectiveReads & QueryContext,
): Promise<Measured> {
  const read: ReadCounts = statement => readRows(statement, reading);
  const nowMs = clock();
  const period = periodAt(objective, atMs ?? nowMs);
  const toSeconds = period.toMs / 1000;
  const beganSeconds = period.fromMs / 1000;
  const lastHour = hourStart(toSeconds - 1);
  const asked = {
    organization,
    objective,
    fromSeconds: Math.min(beganSeconds, burnRange('3d', toSeconds).fromSeconds),
    toSeconds,
    minutesFromSeconds: lastHour - minutesHours * hourSeconds,
    ...knownBefore(atMs),
  };
  const isOfSpans = objective.kind === 'latency' || (await hasOverflow(asked, read));
  const keptMs = isOfSpans ? retention.spansMs : retention.hoursMs;
  const keptSeconds = hourStart(Math.floor((nowMs - keptMs) / 1000)) + hourSeconds;
  const from = Math.max(asked.fromSeconds, keptSeconds);
  const counted = await readCounted({ ...asked, fromSeconds: from, isOfSpans }, read);
  return {
    counted,
    fromSeconds: Math.max(beganSeconds, keptSeconds),
    toSeconds,
    ...(period.endMs !== undefined && { endSeconds: period.endMs / 1000 }),
    isWhole: beganSeconds >= keptSeconds,
  };
}

/** Burn rates of up to six hours end with any minute. */
const minutesHours = 6;

/** The range of an answer, as it says it. */
export const rangeBody = ({ isWhole, ...range }: Measured, total: number) => ({
  ...boundsOf(range),
  is_whole: isWhole,
  sample_count: total,
});
