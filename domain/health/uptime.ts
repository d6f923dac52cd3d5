import type { MaintenanceWindow } from '../../schemas/health/check.ts';
import type { CheckFigures } from './check-figures.ts';
import { uptimeMs } from './maintenance.ts';

type Observed = {
  readonly figures: Pick<CheckFigures, 'passed' | 'failed' | 'downMs' | 'firstAtMs'> | undefined;
  readonly windows: readonly MaintenanceWindow[];
  /** Whether heartbeats are waited for: then times count, else requests. */
  readonly isPush: boolean;
  readonly toMs: number;
  /** How far back from there it looks. */
  readonly spanMs?: number;
};

/** In percent, rounded down. 100 without a result. */
export function uptimePercentage({
  figures,
  windows,
  isPush,
  toMs,
  spanMs = uptimeMs,
}: Observed): number {
  if (figures === undefined) return 100;
  const { passed, failed, downMs } = figures;
  if (!isPush) return percentRoundedDown(passed, passed + failed);
  const fromMs = Math.max(figures.firstAtMs, toMs - spanMs);
  const observedMs = toMs - fromMs - coveredMs(windows, fromMs, toMs);
  return percentRoundedDown(Math.max(0, observedMs - downMs), observedMs);
}

/** So that one failure shows; 100 of nothing. */
export const percentRoundedDown = (part: number, whole: number): number =>
  whole <= 0 ? 100 : Math.floor((part / whole) * 100_000) / 1_000;

/** How much of a range windows cover; where they overlap, it counts once. */
export function coveredMs(
  windows: readonly MaintenanceWindow[],
  fromMs: number,
  toMs: number,
): number {
  let covered = 0;
  let reached = fromMs;
  for (const window of windows.toSorted((left, right) => left.fromMs - right.fromMs)) {
    const beginMs = Math.max(window.fromMs, reached);
    const endMs = Math.min(window.toMs, toMs);
    if (endMs <= beginMs) continue;
    covered += endMs - beginMs;
    reached = endMs;
  }
  return covered;
}
