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
  return [...others, { id, fromMs, toMs, reason, declaredAtMs: atMs }];
}

/** From when on a window did not count as soon as it was declared: what was over by then had counted already. */
export const inTimeFromMs = ({ fromMs, declaredAtMs = fromMs }: KeptWindow): number =>
  Math.max(fromMs, declaredAtMs);

/** The windows without what had counted already when they were declared. */
export const windowsInTime = (windows: readonly KeptWindow[]): readonly KeptWindow[] =>
  windows.map(window => ({ ...window, fromMs: inTimeFromMs(window) }));

export const isInside = (windows: readonly MaintenanceWindow[], atMs: number): boolean =>
  windows.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
