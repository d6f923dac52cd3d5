import type { Zone } from './time-search.ts';

const phrase = /^-?(\d{1,5})\s*(s|min|m|h|d)$/u;
const sizes: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** An instant as people type it: `14:05` (the last such time), `-3h`, or RFC 3339. Undefined: not understood. */
export function typedInstant(text: string, nowMs: number, zone: Zone): number | undefined {
  const typed = text.trim();
  const [, amount, unit] = phrase.exec(typed) ?? [];
  if (amount !== undefined) return nowMs - Number(amount) * (sizes[unit ?? ''] ?? 0);
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/u.exec(typed) ?? [];
  if (hours !== undefined) return lastTimeOfDay(Number(hours), Number(minutes), nowMs, zone);
  const ms = /^\d{4}-\d{2}-\d{2}/u.test(typed) ? Date.parse(typed) : Number.NaN;
  return Number.isFinite(ms) ? ms : undefined;
}

function lastTimeOfDay(
  hours: number,
  minutes: number,
  nowMs: number,
  zone: Zone,
): number | undefined {
  if (hours > 23 || minutes > 59) return undefined;
  const at = new Date(nowMs);
  if (zone === 'utc') at.setUTCHours(hours, minutes, 0, 0);
  else at.setHours(hours, minutes, 0, 0);
  return at.getTime() > nowMs ? at.getTime() - 86_400_000 : at.getTime();
}
