import { type WidgetRange, widgetRanges } from '../../../schemas/widgets/ranges.ts';
import type { Steps } from '../services/steps.ts';
import { assertInDateTimeRange } from '../windows/window-metrics.ts';

/** The steps of a range; the last one is that of now, and still open. */
export function stepsOfRange(range: WidgetRange, nowMs: number): Steps {
  const { seconds, stepSeconds } = widgetRanges[range];
  const toSeconds = (Math.floor(nowMs / 1000 / stepSeconds) + 1) * stepSeconds;
  const fromSeconds = toSeconds - seconds;
  assertInDateTimeRange(fromSeconds, toSeconds);
  return { fromSeconds, toSeconds, stepSeconds };
}
