import { invalidRequest } from '../../../platform/http/problem.ts';
import type { TimeRange } from '../windows/window-rows.ts';

type Asked = { readonly from?: number | undefined; readonly to?: number | undefined };

/**
 * The requested range, to whole steps: the step that holds `from` to the one that holds the
 * last instant before `to`.
 *  presetSeconds  its length when `from` is missing
 */
export function askedRange(
  { from, to }: Asked,
  nowMs: number,
  presetSeconds: number,
  stepSeconds: number,
): TimeRange {
  const toMs = to ?? nowMs;
  const fromMs = from ?? Math.max(0, toMs - presetSeconds * 1000);
  if (fromMs >= toMs) throw invalidRequest('`from` must be earlier than `to`');
  const stepMs = stepSeconds * 1000;
  return {
    fromSeconds: Math.floor(fromMs / stepMs) * stepSeconds,
    toSeconds: Math.ceil(toMs / stepMs) * stepSeconds,
  };
}

export const instantAt = (seconds: number): string => new Date(seconds * 1000).toISOString();
