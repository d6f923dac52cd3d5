import type { ColumnData } from '../../../platform/columns/column.ts';
import { openMetricBatch } from '../../../platform/otlp/metric-batch.ts';
import { openSpanBatch } from '../../../platform/otlp/span-batch.ts';
import { serveThread } from '../../../platform/threads/serve.ts';
import type { BatchSeries } from '../blocks/metric-points.ts';
import { type FoldedBatch, type FoldedPoints, foldPoints, foldSpans } from './batch.ts';
import type { FoldTask } from './open.ts';

/** Shorter memory is copied: it may hold something else, too. */
const handedBytesMin = 64 * 1024;

serveThread<FoldTask, FoldedBatch | FoldedPoints>(async task => {
  const result = await fold(task);
  const columns = result.blocks.flatMap(block => block.columns);
  const views = [
    ...columns.flatMap(({ data }) => viewsOf(data)),
    ...[...result.deltas, ...result.signals].map(({ value }) => value),
    ...result.blocks.flatMap(({ tags }) => tags ?? []),
    ...('series' in result ? seriesViews(result.series) : []),
  ];
  const memory = new Set(views.map(({ buffer }) => buffer));
  const isHanded = (buffer: ArrayBufferLike): buffer is ArrayBuffer =>
    buffer instanceof ArrayBuffer && buffer.byteLength >= handedBytesMin;
  return { result, transfer: [...memory].filter(isHanded) };
});

const fold = (task: FoldTask): Promise<FoldedBatch | FoldedPoints> =>
  task.of === 'spans'
    ? foldSpans(task.batch, openSpanBatch())
    : foldPoints(task.batch, openMetricBatch());

const seriesViews = ({ groups, entries }: BatchSeries): ArrayBufferView[] => [
  ...[groups.texts, groups.ends, entries.group, entries.low, entries.high],
];

function viewsOf(data: ColumnData): ArrayBufferView[] {
  switch (data.kind) {
    case 'fixed':
    case 'strings':
      return [data.bytes];
    case 'dictionary':
      return [data.dictionary, data.indexes];
    case 'array':
      return [data.ends, ...viewsOf(data.values)];
    case 'map':
      return [data.ends, ...viewsOf(data.keys), ...viewsOf(data.values)];
  }
}
