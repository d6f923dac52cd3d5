import type { NewRecord } from '../../../platform/topic-log/port.ts';
import { type TraceArrivalNotification, tracesSignal } from '../../../schemas/traces/arrivals.ts';
import { limits } from '../config.ts';
import type { BatchRange } from '../core/range.ts';
import type { SpanColumnsView } from '../core/span-columns-view.ts';
import type { TraceSummaryFragment } from '../core/traces.ts';
import { createYielder } from '../yielder.ts';
import { signalRecord } from './signal-record.ts';

type Signal = {
  fromSeconds: number;
  readonly roots: string[];
  readonly failed: string[];
};

/** The records of a batch on `signals`, which name its traces: one for each organization, more for a long one. */
export async function traceArrivalRecords(
  spans: SpanColumnsView,
  fragments: readonly TraceSummaryFragment[],
  organizationText: (index: number) => string,
  range: BatchRange,
): Promise<NewRecord[]> {
  const slice = createYielder();
  const signals = new Map<number, Signal[]>();
  for (const fragment of fragments) {
    if (fragment.root < 0 && fragment.errors === 0) continue;
    const signal = openSignal(signals, spans.organization[fragment.sample] as number);
    (fragment.root < 0 ? signal.failed : signal.roots).push(traceId(spans, fragment.sample));
    signal.fromSeconds = Math.min(signal.fromSeconds, secondsOf(spans.start, fragment.first));
    await slice();
  }
  return [...signals].flatMap(([organization, list]) =>
    list.map(signal => recordOf(organizationText(organization), signal, range)),
  );
}

/** The signal that takes the next trace of an organization. */
function openSignal(signals: Map<number, Signal[]>, organization: number): Signal {
  const list = signals.get(organization) ?? [];
  signals.set(organization, list);
  const last = list.at(-1);
  if (last !== undefined && last.roots.length + last.failed.length < limits.signalTracesMax)
    return last;
  const next = { fromSeconds: Number.POSITIVE_INFINITY, roots: [], failed: [] };
  list.push(next);
  return next;
}

function recordOf(
  organization: string,
  signal: Signal,
  { partition: source, first, last }: BatchRange,
): NewRecord {
  const value: TraceArrivalNotification = { source, first, last, ...signal };
  return signalRecord(organization, tracesSignal, value);
}

export const traceId = ({ traceIds }: SpanColumnsView, row: number): string =>
  Buffer.from(traceIds.buffer, traceIds.byteOffset + row * 16, 16).toString('hex');

/** Of nanoseconds as two words, the low one first. */
const secondsOf = (nanos: Uint32Array, row: number): number =>
  Math.floor(((nanos[row * 2 + 1] as number) * 2 ** 32 + (nanos[row * 2] as number)) / 1e9);
