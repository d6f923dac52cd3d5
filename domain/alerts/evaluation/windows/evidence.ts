import type { Evidence } from '../../../../schemas/alerts/evidence.ts';
import type { Exemplar } from '../../../../schemas/telemetry/window-record.ts';
import { topics } from '../../../../schemas/topics.ts';
import { windowSeconds } from '../../../../schemas/window.ts';
import { chosenExemplars } from '../../../telemetry/exemplars.ts';
import { addWindow, createHistogram, type Histogram, latencyFigures } from './histogram.ts';
import type { Windows } from './look-back.ts';

export type EvidenceRange = {
  readonly series: string;
  readonly serviceName: string;
  readonly ruleVersion: number;
  /** Seconds since 1970; `to` is not part of it. */
  readonly from: number;
  readonly to: number;
  /** Of the topic `windows`. */
  readonly partition: number;
};

const nanosPerMs = 1e6;

/** What the windows of a range say, read anew: that happens only when an alert changes. */
export function evidenceOf(
  { series, serviceName, ruleVersion, from, to, partition }: EvidenceRange,
  windows: Windows,
): { readonly evidence: Evidence; readonly histogram: Histogram } {
  const histogram = createHistogram();
  const exemplars: Exemplar[] = [];
  let [first, last] = [Number.POSITIVE_INFINITY, -1];
  for (let time = from; time < to; time += windowSeconds) {
    const window = windows.get(series, time);
    if (window === undefined) continue;
    addWindow(histogram, window, 1);
    exemplars.push(...window.exemplars);
    first = Math.min(first, window.first);
    last = Math.max(last, window.last);
  }
  const { n, errors, late } = histogram;
  const evidence: Evidence = {
    ruleVersion,
    serviceName,
    errors,
    late,
    samples: n,
    window: { fromMs: from * 1000, toMs: to * 1000 },
    ...(n > 0 && latencyFigures(histogram)),
    exemplars: shown(exemplars),
    log: last < 0 ? [] : [{ topic: topics.windows, partition, first, last }],
  };
  return { evidence, histogram };
}

const shown = (exemplars: readonly Exemplar[]): Evidence['exemplars'] =>
  chosenExemplars(exemplars).map(({ traceId, durationNanos, isError }) => ({
    traceId,
    isError,
    durationMs: durationNanos / nanosPerMs,
  }));
