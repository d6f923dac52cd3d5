import { dayMs, hourMs, minuteMs } from '../../schemas/durations.ts';
import type { Objective } from '../../schemas/slos/objective.ts';

type Period = 'week' | 'month' | 'quarter';

/** The window of an objective at an instant; `endMs` of the calendar alone. */
export type ObjectivePeriod = {
  readonly fromMs: number;
  /** The end of the running minute: spans count in the minute in which they ended. */
  readonly toMs: number;
  readonly endMs?: number;
};

/** The period of the calendar that has about so many days; undefined when there is none. */
export function periodOfDays(days: number): Period | undefined {
  if (days === 7) return 'week';
  if (days >= 28 && days <= 31) return 'month';
  return days === 90 ? 'quarter' : undefined;
}

/**
 * A rolling window has as many hours of the clock as its days have, the last of which is running: older telemetry is kept by the
 * hour. A calendar window is what people report by: the week of ISO 8601 from Monday, the month or the quarter, in UTC.
 */
export function periodAt(
  { window, windowDays }: Pick<Objective, 'window' | 'windowDays'>,
  atMs: number,
): ObjectivePeriod {
  const toMs = Math.floor(atMs / minuteMs) * minuteMs + minuteMs;
  if (window === 'rolling')
    return { fromMs: Math.floor(atMs / hourMs + 1) * hourMs - windowDays * dayMs, toMs };
  const period = periodOfDays(windowDays) ?? 'month';
  return { ...calendarAt(period, atMs), toMs };
}

/** 1 January 1970 was a Thursday. */
const firstMondayMs = 4 * dayMs;
const weekMs = 7 * dayMs;

function calendarAt(period: Period, atMs: number): Required<Omit<ObjectivePeriod, 'toMs'>> {
  if (period === 'week') {
    const fromMs = Math.floor((atMs - firstMondayMs) / weekMs) * weekMs + firstMondayMs;
    return { fromMs, endMs: fromMs + weekMs };
  }
  const months = period === 'quarter' ? 3 : 1;
  const at = new Date(atMs);
  const first = Math.floor(at.getUTCMonth() / months) * months;
  return {
    fromMs: Date.UTC(at.getUTCFullYear(), first),
    endMs: Date.UTC(at.getUTCFullYear(), first + months),
  };
}
