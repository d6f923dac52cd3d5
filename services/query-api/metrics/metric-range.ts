import { invalidRequest } from '../../../platform/http/problem.ts';
import type { TimeRange } from '../windows/window-rows.ts';

type Asked = { readonly from?: string | undefined; readonly to?: string | undefined };

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
  const toMs = to === undefined ? nowMs : Date.parse(to);
  const fromMs = from === undefined ? toMs - presetSeconds * 1000 : Date.parse(from);
  if (fromMs < 0 || fromMs >= toMs) {
    throw invalidRequest('expected `from` to be after 1970 and before `to`');
  }
  const stepMs = stepSeconds * 1000;
  return {
    fromSeconds: Math.floor(fromMs / stepMs) * stepSeconds,
    toSeconds: Math.ceil(toMs / stepMs) * stepSeconds,
  };
}

export const instantAt = (seconds: number): string => new Date(seconds * 1000).toISOString();
