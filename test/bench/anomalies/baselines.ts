import { type AlarmRule, createAlarm, type Verdict } from './alarms.ts';
import type { Minute } from './generator.ts';
import { Rolling } from './rolling.ts';
import { type LabelledMetric, labelledMetrics } from './scenarios.ts';
import type { Detected } from './scorer.ts';
import { valueIn, volumeMin } from './values.ts';

export type Detector = (minutes: readonly Minute[]) => readonly Detected[];

/** A day, as most tools have it by default. */
const rollingMinutes = 1440;
const historyMin = 60;
const deviationsMax = 3;
/** Makes a median deviation comparable with a standard deviation. */
const madFactor = 1.4826;

type Spread = (rolling: Rolling) => { readonly center: number; readonly deviation: number };

const zScore: Spread = rolling => ({ center: rolling.mean(), deviation: rolling.deviation() });

const rollingMad: Spread = rolling => ({
  center: rolling.median(),
  deviation: madFactor * rolling.medianDeviation(),
});

/** Each window for itself: a value three deviations away opens an anomaly, and one that is nearer ends it. */
const plain: AlarmRule = { outsideMin: 1, windows: 1, insideMin: 1 };
/** The same N of M windows as the detector, so that what differs is the band. */
const severalWindows: AlarmRule = { outsideMin: 3, windows: 5, insideMin: 5 };

export const baselines: Readonly<Record<string, Detector>> = {
  'z-score': detectorOf(zScore, plain),
  'rolling MAD': detectorOf(rollingMad, plain),
  'z-score, 3 of 5 windows': detectorOf(zScore, severalWindows),
  'rolling MAD, 3 of 5 windows': detectorOf(rollingMad, severalWindows),
};

function detectorOf(spread: Spread, rule: AlarmRule): Detector {
  return minutes => labelledMetrics.flatMap(metric => detect(metric, minutes, spread, rule));
}

function detect(
  metric: LabelledMetric,
  minutes: readonly Minute[],
  spread: Spread,
  rule: AlarmRule,
): Detected[] {
  const rolling = new Rolling(rollingMinutes);
  const opens = createAlarm(rule);
  const detected: Detected[] = [];
  minutes.forEach((minute, at) => {
    const value = valueIn(metric, minute);
    if (opens(verdictOf(metric, value, rolling, spread))) detected.push({ metric, at });
    if (value !== undefined) rolling.push(value);
  });
  return detected;
}

function verdictOf(
  metric: LabelledMetric,
  value: number | undefined,
  rolling: Rolling,
  spread: Spread,
): Verdict {
  if (value === undefined || rolling.count < historyMin) return 'unknown';
  const { center, deviation } = spread(rolling);
  if (metric === 'throughput' && center < volumeMin) return 'unknown';
  const away = metric === 'throughput' ? Math.abs(value - center) : value - center;
  return away > deviationsMax * deviation ? 'outside' : 'inside';
}
