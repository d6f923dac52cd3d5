import type { ReplaySettingsRow } from '../../../projections/replays/replay-settings.ts';
import { replaysKeptMs } from '../../../projections/replays/replay-settings.ts';
import { dayOf } from '../../../schemas/day.ts';
import { dayMs } from '../../../schemas/durations.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';

export type ExpiredDay = { readonly organizationId: OrganizationId; readonly day: string };

/**
 * The days whose sessions an organization wants kept no longer, though the server would: the oldest first, after the last one
 * that is done. A day counts once all of it is older.
 */
export function expiredDays(
  { organizationId, settings }: ReplaySettingsRow,
  { nowMs, serverKeptMs, doneDay }: Expiry,
): readonly ExpiredDay[] {
  const keptMs = replaysKeptMs(settings, serverKeptMs);
  const lastDay = dayOf(nowMs - keptMs - dayMs);
  const days: ExpiredDay[] = [];
  for (let atMs = nowMs - serverKeptMs - dayMs; dayOf(atMs) <= lastDay; atMs += dayMs) {
    const day = dayOf(atMs);
    if (keptMs < serverKeptMs && (doneDay === undefined || day > doneDay))
      days.push({ organizationId, day });
  }
  return days;
}

type Expiry = {
  readonly nowMs: number;
  readonly serverKeptMs: number;
  readonly doneDay: string | undefined;
};
