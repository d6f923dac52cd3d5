import type { ColumnData } from '../../../platform/columns/column.ts';
import { openSpanBatch } from '../../../platform/otlp/span-batch.ts';
import { serveThread } from '../../../platform/threads/serve.ts';
import { type BatchToFold, type FoldedBatch, foldBatch } from './batch.ts';

/** Shorter memory is copied: it may hold something else, too. */
const handedBytesMin = 64 * 1024;

serveThread<BatchToFold, FoldedBatch>(async batch => {
  const result = await foldBatch(batch, openSpanBatch());
  const columns = result.blocks.flatMap(block => block.columns);
  const views = [
    ...columns.flatMap(({ data }) => viewsOf(data)),
    ...[...result.deltas, ...result.signals].map(({ value }) => value),
  ];
  const memory = new Set(views.map(({ buffer }) => buffer));
  const isHanded = (buffer: ArrayBufferLike): buffer is ArrayBuffer =>
    buffer instanceof ArrayBuffer && buffer.byteLength >= handedBytesMin;
  return { result, transfer: [...memory].filter(isHanded) };
});

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
