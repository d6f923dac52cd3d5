import { metricNameBytesMax, metricTextBytesMax } from '../limits.ts';
import type { MetricScan } from './metric-scan.ts';

/** Whether the points of a metric can be taken, or why not: what it is called goes with every one of them. */
export function validateMetric(metric: MetricScan): string | undefined {
  const { nameFrom, nameTo, unitFrom, unitTo } = metric;
  const { descriptionFrom, descriptionTo } = metric;
  if (nameFrom === nameTo) return 'its metric has no name';
  return (
    validateText('metric name', nameTo - nameFrom, metricNameBytesMax) ??
    validateText('unit', unitTo - unitFrom, metricNameBytesMax) ??
    validateText('description', descriptionTo - descriptionFrom, metricTextBytesMax) ??
    validateText('list of metadata', metric.metadataBytes, metricTextBytesMax)
  );
}

const validateText = (what: string, bytes: number, bytesMax: number): string | undefined =>
  bytes > bytesMax ? `expected a ${what} of at most ${bytesMax} bytes, found ${bytes}` : undefined;
