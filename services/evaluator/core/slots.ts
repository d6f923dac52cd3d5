import type { AlertRule } from '../../../schemas/alerts/rule.ts';
import { windowSeconds, windowStart } from '../../../schemas/window.ts';
import { isCount } from './value.ts';

/** Limits of what an evaluation follows from; another value would evaluate the same log differently. */
export const evaluationLimits = {
  /** Windows are kept so long in the evaluator's time: the longest window of a rule, and time for spans that come late. */
  keptSeconds: 86_400 + 3_600,
  /** The part of it for spans that come late. */
  lateSeconds: 3_600,
  /** Slots that are evaluated one by one when time advances by many at once; what lies before them is skipped. */
  slotsAtOnceMax: 8_640,
} as const;

/** Evaluations follow the evaluator's time in slots as long as a window. In seconds since 1970, as windows are. */
export const slotOf = (tickMs: number): number => windowStart(Math.floor(tickMs / 1000));

/** Exporters send every five seconds by default, so a window is not complete as soon as it ends. */
const settledSlots = 1;

/** Whether a window was evaluated complete before spans for it come in this slot: they are late. */
export const isLate = (time: number, slot: number): boolean =>
  time + (settledSlots + 1) * windowSeconds <= slot;

/**
 * The windows that a rule looks at in a slot, `from` to `to` (not part of it). Latencies and rates include the
 * window that has just begun, so that a breach is noticed at once; counts do not, as they would be too low.
 */
export function lookBackOf(
  rule: Pick<AlertRule, 'metric' | 'windowMinutes'>,
  slot: number,
): { readonly from: number; readonly to: number } {
  const to = isCount(rule) ? slot - settledSlots * windowSeconds : slot + windowSeconds;
  return { from: to - rule.windowMinutes * 60, to };
}
