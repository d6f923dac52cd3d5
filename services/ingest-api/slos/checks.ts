import { objectiveFaults } from '../../../domain/slos/objective.ts';
import { expectNoFaults } from '../../../platform/http/faults.ts';
import { dayMs } from '../../../schemas/durations.ts';
import type { Retention } from '../../../schemas/retention.ts';
import type { Objective } from '../../../schemas/slos/objective.ts';

/** A month that is a day longer than spans are kept is counted all the same; its last day says that it is not whole. */
const monthDaysMax = 31;

/** Throws 400 for fields that do not fit together, and for a latency objective over more days than spans are kept. */
export function expectObjective(objective: Objective, retention: Retention): void {
  expectNoFaults([...objectiveFaults(objective), ...latencyFaults(objective, retention)]);
}

/** Histograms know a duration to 0.78 %, so spans are counted against a threshold, and those are kept for a shorter time. */
function latencyFaults({ kind, window, windowDays }: Objective, { spansMs }: Retention) {
  const keptDays = Math.floor(spansMs / dayMs);
  const isMonth = window === 'calendar' && windowDays <= monthDaysMax && keptDays >= 28;
  if (kind !== 'latency' || isMonth || windowDays <= keptDays) return [];
  const message = `latency is counted from spans, which are kept for ${keptDays} days; choose at most ${keptDays}`;
  return [{ field: 'window_days', message }];
}
