import { quotedLengthMax, scaleMax, scaleMin } from '../limits.ts';
import { metricTypes, noRecordedValue, valueTypes } from '../metric-types.ts';
import type { MetricScan } from './metric-scan.ts';
import type { PointScan } from './point-scan.ts';
import { utf8 } from './render.ts';
import { doubleOf, type Uint64Parts } from './uint64-parts.ts';
import { validateTimestamp } from './validate-timestamp.ts';

const nanosPerMs = 1e6;
const twoTo32 = 0x1_0000_0000;
const int32Max = 0x7fff_ffff;

/** Whether a data point that could be read is taken: undefined, or why not. */
export function validateDataPoint(
  metric: MetricScan,
  point: PointScan,
  receivedAtMs: number,
): string | undefined {
  return validateTimes(point, receivedAtMs) ?? validateFigures(metric.type, point);
}

/** How a data point is called in a reason. */
export function pointLabel(bytes: Uint8Array, metric: MetricScan, ordinal: number): string {
  const name = utf8(bytes, metric.nameFrom, Math.min(metric.nameTo, metric.nameFrom + 256));
  return `data point number ${ordinal} (${name.slice(0, quotedLengthMax)})`;
}

function validateTimes({ time, start }: PointScan, receivedAtMs: number): string | undefined {
  if (time.low === 0 && time.high === 0) return 'it has no time';
  const reason = validateTimestamp('is of', nanosOf(time) / nanosPerMs - receivedAtMs);
  return reason ?? (isAfter(start, time) ? 'it starts after its time' : undefined);
}

function validateFigures(type: number, point: PointScan): string | undefined {
  switch (type) {
    case metricTypes.histogram:
      return validateBuckets(point);
    case metricTypes.exponential_histogram:
      return validateExponential(point);
    case metricTypes.summary:
      return validateQuantiles(point);
    default:
      return point.valueType === valueTypes.none && (point.flags & noRecordedValue) === 0
        ? 'it has no value'
        : undefined;
  }
}

function validateBuckets({ bounds, counts }: PointScan): string | undefined {
  if (counts.count === 0 ? bounds.count !== 0 : counts.count !== bounds.count + 1) {
    return `expected one bucket more than bounds, found ${counts.count} buckets and ${bounds.count} bounds`;
  }
  for (let index = 0; index < bounds.count; index++) {
    const bound = bounds.double(index);
    const before = index === 0 ? Number.NEGATIVE_INFINITY : bounds.double(index - 1);
    // Turned round, so that NaN is refused as well.
    if (!(bound > before)) return `its bounds do not ascend: ${bound} after ${before}`;
  }
  return undefined;
}

function validateExponential(point: PointScan): string | undefined {
  const { scale, positive, positiveOffset, negative, negativeOffset, zeroThreshold } = point;
  if (scale < scaleMin || scale > scaleMax) {
    return `expected a scale from ${scaleMin} to ${scaleMax}, found ${scale}`;
  }
  const last = Math.max(positiveOffset + positive.count, negativeOffset + negative.count);
  if (last > int32Max) return `its buckets reach index ${last}; at most ${int32Max} is taken`;
  const threshold = doubleOf(zeroThreshold.low, zeroThreshold.high);
  return threshold >= 0 ? undefined : `expected a zero threshold from 0 on, found ${threshold}`;
}

function validateQuantiles({ quantiles }: PointScan): string | undefined {
  for (let index = 0; index < quantiles.count; index++) {
    const quantile = quantiles.double(index);
    if (!(quantile >= 0 && quantile <= 1)) {
      return `expected a quantile from 0 to 1, found ${quantile}`;
    }
  }
  return undefined;
}

const nanosOf = ({ low, high }: Uint64Parts): number => (high >>> 0) * twoTo32 + (low >>> 0);

function isAfter(left: Uint64Parts, right: Uint64Parts): boolean {
  const [leftHigh, rightHigh] = [left.high >>> 0, right.high >>> 0];
  return leftHigh > rightHigh || (leftHigh === rightHigh && left.low >>> 0 > right.low >>> 0);
}
