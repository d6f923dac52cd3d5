import type { ObjectiveChanges } from '../../schemas/slos/commands.ts';
import type { Objective } from '../../schemas/slos/objective.ts';
import type { FieldFault } from '../faults.ts';
import { periodOfDays } from './period.ts';

/** An objective with changes: what they do not name stays, and null removes an optional field. */
export function changedObjective(
  { description: text, thresholdMs: limit, operation: named, ...kept }: Objective,
  { description = text, thresholdMs = limit, operation = named, ...changes }: ObjectiveChanges,
): Objective {
  return {
    ...kept,
    ...changes,
    ...(description != null && { description }),
    ...(thresholdMs != null && { thresholdMs }),
    ...(operation != null && { operation }),
  };
}

/** What fields do not say alone, by the names that clients send. */
export function objectiveFaults({
  kind,
  thresholdMs,
  window,
  windowDays,
}: Objective): readonly FieldFault[] {
  const faults: FieldFault[] = [];
  if (kind === 'latency' && thresholdMs === undefined)
    faults.push({ field: 'threshold_ms', message: 'an objective of latency needs a threshold' });
  if (kind !== 'latency' && thresholdMs !== undefined)
    faults.push({
      field: 'threshold_ms',
      message: `an objective of ${kind} has no threshold; leave it out, or send null`,
    });
  if (window === 'calendar' && periodOfDays(windowDays) === undefined)
    faults.push({
      field: 'window_days',
      message:
        'a calendar window is a week (7), a month (28 to 31) or a quarter (90); use a rolling window for other lengths',
    });
  return faults;
}
