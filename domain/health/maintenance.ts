import { dayMs } from '../../schemas/durations.ts';
import type { KeptWindow, MaintenanceWindow } from '../../schemas/health/check.ts';
import type { MaintenanceDeclared, MaintenanceRemoved } from '../../schemas/health/events.ts';

/** Uptime looks so far back. */
export const uptimeMs = 30 * dayMs;

/** Windows that ended so long ago that they change nothing any more are forgotten. */
export const windowKeptMs = uptimeMs + 5 * dayMs;

/** The windows that still matter at an instant. */
export const keptWindows = (windows: readonly KeptWindow[], atMs: number): readonly KeptWindow[] =>
  windows.filter(({ toMs }) => toMs > atMs - windowKeptMs);

/** The windows after one more event. */
export function windowsAfter(
  windows: readonly KeptWindow[],
  { type, data, atMs }: (MaintenanceDeclared | MaintenanceRemoved) & { readonly atMs: number },
): readonly KeptWindow[] {
  const others = keptWindows(windows, atMs).filter(({ id }) => id !== data.maintenanceId);
  if (type === 'MaintenanceRemoved') return others;
  const { maintenanceId: id, fromMs, toMs, reason } = data;
  return [...others, { id, fromMs, toMs, reason }];
}

export const isInside = (windows: readonly MaintenanceWindow[], atMs: number): boolean =>
  windows.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
