import { useNow } from '../../time/use-now.ts';
import { useTime } from '../../time/use-time.ts';
import { type ShownSpan, spanAround } from './span.ts';
import type { Alert } from './words.ts';

const minuteMs = 60_000;

/** The time around an alert that its page shows, up to the end of the minute, or the instant that is looked at. */
export function useShownSpan(
  alert: Alert,
): ShownSpan & { readonly from: string; readonly to: string } {
  const { asOf } = useTime();
  const nowMs = Math.ceil(useNow() / minuteMs) * minuteMs;
  const span = spanAround(alert, asOf === undefined ? nowMs : Date.parse(asOf));
  const instant = (ms: number): string => new Date(ms).toISOString();
  return { ...span, from: instant(span.fromMs), to: instant(span.toMs) };
}
