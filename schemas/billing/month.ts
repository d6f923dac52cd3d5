import type { Brand } from '../ids.ts';

/** A period of a plan: a month in UTC, `2026-11`. Later ones are greater, as text. */
export type Month = Brand<string, 'Month'>;

export const monthOf = (atMs: number): Month => new Date(atMs).toISOString().slice(0, 7) as Month;

export const monthStartMs = (month: Month): number => Date.parse(`${month}-01T00:00:00Z`);

/** The month so many later, or earlier when negative. */
export function monthAfter(month: Month, months = 1): Month {
  const start = new Date(monthStartMs(month));
  return monthOf(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months));
}

/** When the next one begins. */
export const monthEndMs = (month: Month): number => monthStartMs(monthAfter(month));
