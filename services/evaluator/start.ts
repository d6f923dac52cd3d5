import { evaluationLimits } from '../../domain/alerts/evaluation/windows/slots.ts';
import { minuteSeconds } from '../../domain/anomalies/parameters.ts';
import {
  firstSince,
  recordAt,
  type WindowsLog,
} from '../../projections/alerts/replay/windows-log.ts';

export type EvaluatorStart = {
  readonly offset: number;
  /** The first minute of which the log has all spans from there on, but for very late ones; 0: it has all. */
  readonly wholeFrom: number;
};

/**
 * Where an evaluator begins that has no state of a partition: at the first record that may belong to a window of the
 * longest look-back.
 */
export async function findStart(
  partition: number,
  { topicLog, clock }: WindowsLog & { readonly clock: () => number },
): Promise<EvaluatorStart> {
  const sinceMs = clock() - evaluationLimits.keptSeconds * 1000;
  const offset = await firstSince(partition, sinceMs, { topicLog });
  if (offset === 0) return { offset, wholeFrom: 0 };
  const first = await recordAt({ partition, offset }, { topicLog });
  const fromMs = first?.appendedAtMs ?? clock();
  const wholeFromMs = fromMs + evaluationLimits.lateSeconds * 1000;
  return { offset, wholeFrom: Math.ceil(wholeFromMs / (minuteSeconds * 1000)) };
}
