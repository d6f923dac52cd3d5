import { minuteMs } from '../../../schemas/durations.ts';
import { secondsMax } from '../traces/span-names.ts';

/** Telemetry as of an instant is what was known before its minute began. */
export const knownMinuteMs = (atMs: number): number => Math.floor(atMs / minuteMs) * minuteMs;

/** The same for statements over windows; without an instant all of it. */
export const knownBefore = (
  atMs: number | undefined,
): { readonly knownBeforeSeconds?: number | undefined } =>
  atMs === undefined ? {} : { knownBeforeSeconds: knownMinuteMs(atMs) / 1000 };

/** The second before which something counts that is known, for statements that always ask; the last that there is without an instant. */
export const knownUpTo = (atMs: number | undefined): number =>
  atMs === undefined ? secondsMax : knownMinuteMs(atMs) / 1000;

/** The condition on the column `known` of other tables; empty without an instant. */
export const knownSql = (atMs: number | undefined, column = 'known'): string =>
  atMs === undefined ? '' : `AND ${column} < toDateTime(${knownMinuteMs(atMs) / 1000}, 'UTC')`;
