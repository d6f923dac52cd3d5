import { type AlarmRule, createAlarm, type Verdict } from '../alarms.ts';
import { Rolling } from '../rolling.ts';
import type { Point } from './corpus.ts';
import type { PointDetector } from './detector.ts';

const madFactor = 1.4826;
/** A day of points of five minutes, as most series have. */
const rollingPoints = 288;
const historyMin = 24;

const plain: AlarmRule = { outsideMin: 1, windows: 1, insideMin: 1 };
const severalWindows: AlarmRule = { outsideMin: 3, windows: 5, insideMin: 5 };

type Usual = { readonly center: number; readonly deviation: number };
/** What is usual for a point by those before it, which it then joins. */
type Model = () => (point: Point) => Usual | undefined;

const rolling =
  (usualIn: (rolling: Rolling) => Usual): Model =>
  () => {
    const values = new Rolling(rollingPoints);
    return ({ value }) => {
      const usual = values.count < historyMin ? undefined : usualIn(values);
      values.push(value);
      return usual;
    };
  };

const zScore = rolling(values => ({ center: values.mean(), deviation: values.deviation() }));

const medianAndMad = rolling(values => ({
  center: values.median(),
  deviation: madFactor * values.medianDeviation(),
}));

/** Mean and deviation of all points before in the same hour of the day. */
const seasonal: Model = () => {
  const hours = new Map<
    number,
    { readonly n: number; readonly sum: number; readonly squares: number }
  >();
  return ({ time, value }) => {
    const hour = Math.floor(time / 3600) % 24;
    const { n, sum, squares } = hours.get(hour) ?? { n: 0, sum: 0, squares: 0 };
    hours.set(hour, { n: n + 1, sum: sum + value, squares: squares + value ** 2 });
    if (n < historyMin) return undefined;
    const center = sum / n;
    return { center, deviation: Math.sqrt(Math.max(0, squares / n - center ** 2)) };
  };
};

const models = { 'seasonal z-score': seasonal, 'z-score': zScore, 'median and MAD': medianAndMad };

export const pointBaselines: Readonly<Record<string, PointDetector>> = Object.fromEntries(
  Object.entries(models).flatMap(([name, model]) =>
    [3, 5].flatMap(deviations => [
      [`${name}, ${deviations} deviations`, detectorBy(model, deviations, plain)],
      [`${name}, ${deviations} deviations, 3 of 5`, detectorBy(model, deviations, severalWindows)],
    ]),
  ),
);

function detectorBy(model: Model, deviations: number, rule: AlarmRule): PointDetector {
  return points => {
    const usualOf = model();
    const opens = createAlarm(rule);
    const verdictOf = (point: Point): Verdict => {
      const usual = usualOf(point);
      if (usual === undefined) return 'unknown';
      const away = Math.abs(point.value - usual.center);
      return away > deviations * usual.deviation ? 'outside' : 'inside';
    };
    return points.flatMap((point, at) => (opens(verdictOf(point)) ? [at] : []));
  };
}
