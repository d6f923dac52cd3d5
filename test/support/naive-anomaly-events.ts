import type { AnomalyEndReason } from '../../schemas/anomalies/commands.ts';
import type { NaiveMetricChange } from './naive-scores.ts';

export type NaiveAnomalyEvent = {
  readonly type: 'AnomalyDetected' | 'AnomalyWidened' | 'AnomalyNarrowed' | 'AnomalyEnded';
  readonly metric: string;
  readonly toMs: number;
  readonly tickMs: number;
} & (
  | { readonly fromMs: number; readonly direction: 'above' | 'below'; readonly score: number }
  | { readonly reason: AnomalyEndReason }
);

type Open = { readonly toMs: number; readonly metrics: Set<string> };

/** What is recorded of one service, as the description of anomalies says. */
export function naiveAnomalyEvents(changes: readonly NaiveMetricChange[]): NaiveAnomalyEvent[] {
  const latest = new Map<string, number>();
  const open: Open[] = [];
  return changes.flatMap((change): NaiveAnomalyEvent[] => {
    const { metric, toMs } = change;
    // Ends of windows order what happens to a metric.
    if (toMs <= (latest.get(metric) ?? 0)) return [];
    const event = 'reason' in change.change ? ended(change, open) : opened(change, open);
    if (event !== undefined) latest.set(metric, toMs);
    return event === undefined ? [] : [event];
  });
}

function opened(
  { metric, toMs, tickMs, change }: NaiveMetricChange,
  open: Open[],
): NaiveAnomalyEvent | undefined {
  if (!('score' in change) || open.some(({ metrics }) => metrics.has(metric))) return undefined;
  // What opens within five minutes moves together.
  const together = open.find(one => Math.abs(one.toMs - toMs) <= 300_000);
  if (together === undefined) open.push({ toMs, metrics: new Set([metric]) });
  else together.metrics.add(metric);
  const { fromMs, direction, score } = change;
  const type = together === undefined ? 'AnomalyDetected' : 'AnomalyWidened';
  return { type, metric, toMs, tickMs, fromMs, direction, score };
}

function ended(
  { metric, toMs, tickMs, change }: NaiveMetricChange,
  open: Open[],
): NaiveAnomalyEvent | undefined {
  const own = open.find(({ metrics }) => metrics.has(metric));
  if (!('reason' in change) || own === undefined) return undefined;
  own.metrics.delete(metric);
  if (own.metrics.size === 0) open.splice(open.indexOf(own), 1);
  const type = own.metrics.size === 0 ? 'AnomalyEnded' : 'AnomalyNarrowed';
  return { type, metric, toMs, tickMs, reason: change.reason };
}
