import { windowSeconds } from '../../schemas/window.ts';
import { isUnheard as isUnheardRange, type Outage } from '../alerts/evaluation/outages.ts';
import { addWindow, createHistogram, quantilesOf } from '../alerts/evaluation/windows/histogram.ts';
import type { Windows } from '../alerts/evaluation/windows/look-back.ts';
import type { ObservedMinute } from './detector.ts';
import { anomalyParameters, minuteSeconds } from './parameters.ts';

/** What the windows of a minute say of a service. How many requests came says nothing if they could not come. */
export function minuteFigures(
  series: string,
  minute: number,
  windows: Windows,
  outages: readonly Outage[],
): ObservedMinute {
  const histogram = createHistogram();
  const from = minute * minuteSeconds;
  for (let time = from; time < from + minuteSeconds; time += windowSeconds) {
    const window = windows.get(series, time);
    if (window !== undefined) addWindow(histogram, window, 1);
  }
  const { n, errors } = histogram;
  const isUnheard = isUnheardRange(outages, {
    fromMs: from * 1000,
    toMs: (from + minuteSeconds) * 1000,
  });
  const isEnough = n >= anomalyParameters.volumeMin;
  return {
    minute,
    requests: n,
    isUnheard,
    values: {
      latency_p95: isEnough ? quantilesOf(histogram)(0.95) : undefined,
      error_rate: isEnough ? (100 * errors) / n : undefined,
      throughput: isUnheard ? undefined : n,
    },
  };
}
