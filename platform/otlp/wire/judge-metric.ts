import { metricNameBytesMax, metricTextBytesMax } from '../limits.ts';
import type { MetricScan } from './metric-scan.ts';

/** Whether the points of a metric can be taken, or why not: what it is called goes with every one of them. */
export function validateMetric(metric: MetricScan): string | undefined {
  const { nameFrom, nameTo, unitFrom, unitTo } = metric;
  const { descriptionFrom, descriptionTo } = metric;
  if (nameFrom === nameTo) return 'its metric has no name';
  return (
    judgeText('metric name', nameTo - nameFrom, metricNameBytesMax) ??
    judgeText('unit', unitTo - unitFrom, metricNameBytesMax) ??
    judgeText('description', descriptionTo - descriptionFrom, metricTextBytesMax) ??
    judgeText('list of metadata', metric.metadataBytes, metricTextBytesMax)
  );
}

const judgeText = (what: string, bytes: number, bytesMax: number): string | undefined =>
  bytes > bytesMax ? `expected a ${what} of at most ${bytesMax} bytes, found ${bytes}` : undefined;
