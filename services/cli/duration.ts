import { dayMs, hourMs, minuteMs } from '../../schemas/durations.ts';

const unitMs: Readonly<Record<string, number>> = { m: minuteMs, h: hourMs, d: dayMs };

/** `30m`, `6h` or `7d`; undefined for any other text. */
export function durationMs(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,6})([mhd])$/u.exec(text) ?? [];
  return unit === undefined ? undefined : Number(count) * (unitMs[unit] ?? 0);
}
