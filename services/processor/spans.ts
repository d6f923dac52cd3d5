import { uuidBytes } from '../../platform/columns/uuid.ts';
import { openSpanBatch, type RecordContext } from '../../platform/otlp/span-batch.ts';
import { decodeTraces } from '../../platform/otlp/traces.ts';
import { topics } from '../../schemas/topics.ts';
import { openBlocks } from './blocks/blocks.ts';
import { limits } from './config.ts';
import { spanTables } from './core/tables.ts';
import type { RequestRecord } from './request.ts';
import type { Desk, Signal } from './signal.ts';

export const processorGroup = 'processor';

/** Spans, and all that follows from them. */
export const spanSignal: Signal = {
  topic: topics.spans,
  group: processorGroup,
  tables: spanTables,
  batchesAtOnce: limits.batchesAtOnce,
  openDesk,
};

function openDesk(): Desk {
  const spans = openSpanBatch();
  return {
    begin: () => {
      const blocks = openBlocks(spans);
      return {
        add: (request, requestIndex) => {
          const { body, format, receivedAtMs } = request;
          const context = contextOf(request, requestIndex);
          blocks.add(receivedAtMs, () => decodeTraces(body, format, context, spans));
        },
        rows: () => spans.facts().rows,
        finish: blocks.finish,
      };
    },
    // Under load the memory of one batch serves the next; a small batch gives it back.
    clear: () => spans.spanRows >= limits.batchRowsReused && spans.reset(),
  };
}

/** What the rows of a request are told of it. */
export const contextOf = (
  { organization, hash, receivedAtMs }: RequestRecord,
  requestIndex: number,
): RecordContext => ({
  receivedAtMs,
  organization: uuidBytes(organization),
  request: uuidBytes(hash),
  requestIndex,
});
