import type { ReceivingRecord } from '../../../schemas/telemetry/window-record.ts';
import { evaluationLimits } from './windows/slots.ts';

/** A stretch in which nobody could send, Unix ms; `toMs` is not part of it. */
export type Outage = { readonly fromMs: number; readonly toMs: number };

/** When telemetry could be received: the marks of every ingest-api together. */
export type Receiving = {
  /** Of the latest mark; 0: none came yet, and nothing is known of outages. */
  markedMs: number;
  /** How far the evaluator's time was ahead of it: clocks differ, and that is no outage. */
  aheadMs: number;
  outages: readonly Outage[];
};

export const createReceiving = (): Receiving => ({ markedMs: 0, aheadMs: 0, outages: [] });

/** Marks come every few seconds; so long without one is an outage. */
const outageMsMin = 30_000;
/** Kept as long as the windows that they lie in, and of these the latest. */
const outagesMax = 1_000;

/** A mark, and the evaluator's time when it is read. */
export function takeMark(
  receiving: Receiving,
  { receivingAtMs }: ReceivingRecord,
  timeMs: number,
): void {
  const { markedMs, outages } = receiving;
  if (receivingAtMs <= markedMs) return;
  receiving.markedMs = receivingAtMs;
  receiving.aheadMs = Math.max(0, timeMs - receivingAtMs);
  if (markedMs === 0 || receivingAtMs - markedMs < outageMsMin) return;
  const keptFromMs = receivingAtMs - evaluationLimits.keptSeconds * 1000;
  const kept = outages.filter(({ toMs }) => toMs > keptFromMs);
  receiving.outages = [...kept, { fromMs: markedMs, toMs: receivingAtMs }].slice(-outagesMax);
}

/** Outages up to a time of the evaluator: the last one may still go on. */
export function outagesAt(
  { markedMs, aheadMs, outages }: Receiving,
  timeMs: number,
): readonly Outage[] {
  const goesOn = markedMs > 0 && timeMs - markedMs - aheadMs >= outageMsMin;
  return goesOn ? [...outages, { fromMs: markedMs, toMs: timeMs }] : outages;
}

/** How much of a look-back may be missing before its silence and its recovery are not believed. */
const missedShareMax = 0.1;

/** Whether too much of a range lies in outages for what is missing there to mean anything. */
export function isUnheard(
  outages: readonly Outage[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): boolean {
  let missedMs = 0;
  for (const outage of outages)
    missedMs += Math.max(0, Math.min(toMs, outage.toMs) - Math.max(fromMs, outage.fromMs));
  return missedMs > missedShareMax * (toMs - fromMs);
}
