import { openSpanBatch } from '../../platform/otlp/span-batch.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import { topics } from '../../schemas/topics.ts';
import { limits } from './config.ts';
import { spanTables } from './core/tables.ts';
import type { Folds } from './fold/open.ts';
import type { Desk, Signal } from './signal.ts';

export const processorGroup = 'processor';

type Dependencies = { readonly topicLog: TopicLog; readonly folds: Folds };

/** Spans, and all that follows from them. */
export const openSpanSignal = (dependencies: Dependencies): Signal => ({
  topic: topics.spans,
  group: processorGroup,
  tables: spanTables,
  batchesAtOnce: limits.batchesAtOnce,
  openDesk: () => openDesk(dependencies),
});

function openDesk({ topicLog, folds }: Dependencies): Desk {
  const spans = openSpanBatch();
  return {
    fold: async (batch, signal) => {
      const deltaPartitions = await topicLog.partitions(topics.windows);
      return folds.spans({ ...batch, deltaPartitions }, spans, signal);
    },
    // Under load the memory of one batch serves the next; a small batch gives it back.
    clear: () => spans.spanRows >= limits.batchRowsReused && spans.reset(),
  };
}
