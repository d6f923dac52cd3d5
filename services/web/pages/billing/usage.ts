import type { ResponseOf } from '../../../../schemas/http/routes.ts';

export type Month = ResponseOf<'billingUsage'>['months'][number];
export type Day = Month['days'][number];

const dayMs = 86_400_000;

/** Days of a month, `2026-11`, in UTC. */
export function daysOf(month: string): { readonly fromMs: number; readonly toMs: number } {
  const from = new Date(`${month}-01T00:00:00Z`);
  return {
    fromMs: from.getTime(),
    toMs: Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1),
  };
}

/** Each day of a month up to now, the first one first; days on which nothing came are not in a response. */
export function everyDay({ month, days }: Month, nowMs: number): readonly Day[] {
  const { fromMs, toMs } = daysOf(month);
  const found = new Map(days.map(day => [day.day, day]));
  const lastMs = Math.min(toMs, nowMs);
  return Array.from({ length: Math.ceil((lastMs - fromMs) / dayMs) }, (_, index) => {
    const day = new Date(fromMs + index * dayMs).toISOString().slice(0, 10);
    return found.get(day) ?? { ...nothing, day };
  });
}

const nothing = {
  requests: 0,
  accepted_spans: 0,
  accepted_points: 0,
  rejected: 0,
  parked: 0,
  parked_expired: 0,
  bytes: 0,
};

/** What was stored on the days of a month, and what events took. */
export const storedBytes = ({ days, changes_bytes }: Month): number =>
  days.reduce((sum, { bytes }) => sum + bytes, changes_bytes);
