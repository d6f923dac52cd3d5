import { windowSeconds, windowStart } from '../../../../schemas/window.ts';

/** Limits of what an evaluation follows from; another value would evaluate the same log differently. */
export const evaluationLimits = {
  /** Windows are kept so long in the evaluator's time: the longest window of a rule, and time for spans that come late. */
  keptSeconds: 86_400 + 3_600,
  /** The part of it for spans that come late. */
  lateSeconds: 3_600,
  /** Slots that are evaluated one by one when time advances by many at once; what lies before them is skipped. */
  slotsAtOnceMax: 8_640,
} as const;

/** A rule measures a window so long after its end: senders push once a minute or more often. */
export const measureSettledMs = 30_000;

/** Evaluations follow the evaluator's time in slots as long as a window. In seconds since 1970, as windows are. */
export const slotOf = (tickMs: number): number => windowStart(Math.floor(tickMs / 1000));

/** Exporters send every five seconds by default, so a window is not complete as soon as it ends. */
const settledSlots = 1;

/** Whether a window was evaluated complete before spans for it come in this slot: they are late. */
export const isLate = (time: number, slot: number): boolean =>
  time + (settledSlots + 1) * windowSeconds <= slot;

/**
 * Which windows a rule looks at: those that are complete, or all with the one that has just begun. Of that one, spans are
 * still on their way.
 */
export type Range = 'complete' | 'running';

/** How much later running windows end than those that are complete in the same slot. */
export const aheadMs = (settledSlots + 1) * windowSeconds * 1000;

/** The windows of a range in a slot, `from` to `to` (not part of it). */
export function lookBackOf(
  range: Range,
  windowMinutes: number,
  slot: number,
): { readonly from: number; readonly to: number } {
  const to = range === 'complete' ? slot - settledSlots * windowSeconds : slot + windowSeconds;
  return { from: to - windowMinutes * 60, to };
}
