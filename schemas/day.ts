import { dayMs } from './durations.ts';

/** A day in UTC, such as `2026-11-26`: days as texts are in the order of time. */
export const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** The beginning of the first day in UTC that begins at an instant or later, in Unix ms. */
export const nextDayMs = (atMs: number): number => Math.ceil(atMs / dayMs) * dayMs;

/** Whether a name in `folder`, which goes on with the day of its receipt, is of a day that had ended by then. */
export function isOfEarlierDay(name: string, folder: string, atMs: number): boolean {
  if (!name.startsWith(folder)) return false;
  const day = /^(\d{4}-\d{2}-\d{2})\/./u.exec(name.slice(folder.length))?.[1];
  return day !== undefined && day < dayOf(atMs);
}
