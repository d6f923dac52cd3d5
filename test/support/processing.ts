import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { openFolderBlobStore } from '../../platform/blob-store/folder.ts';
import { zstd } from '../../platform/compression/zstd.ts';
import type { Running } from '../../platform/lifecycle.ts';
import { openLog } from '../../platform/log.ts';
import { openMetrics } from '../../platform/metrics/registry.ts';
import { openLmdbTopicLog } from '../../platform/topic-log/lmdb.ts';
import type { NewRecord, TopicLog } from '../../platform/topic-log/port.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import {
  compressedRecordVersion,
  deadLetterTopic,
  type OtlpFormat,
  recordVersion,
  telemetryHeaders,
  topics,
} from '../../schemas/topics.ts';
import { batchTableNames } from '../../services/processor/core/tables.ts';
import { startProcessor } from '../../services/processor/service.ts';
import { processorLags } from './processor-lags.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';
import { testWarehouse } from './warehouse.ts';

export const quiet = openLog({ level: 'silent', pretty: false });

/** A processor over real engines, which a test may stop, and start again on the same log. */
export async function openProcessing(options: { readonly warehouse?: Warehouse } = {}) {
  const folder = await temporaryFolder();
  const topicLog = await openLmdbTopicLog({
    folder: join(folder.path, 'log'),
    reassignPauseMs: 20,
  });
  const blobStore = await openFolderBlobStore({ folder: join(folder.path, 'blobs') });
  const names = [
    topics.spans,
    topics.metrics,
    topics.windows,
    topics.traceArrivals,
    topics.samples,
    deadLetterTopic(topics.spans),
    deadLetterTopic(topics.metrics),
    deadLetterTopic(topics.samples),
  ];
  await topicLog.createTopics(
    names.map(topic => ({ topic, partitions: 1, retentionMs: 86_400_000 })),
  );
  const warehouse = options.warehouse ?? (await testWarehouse());
  // The log is new, so the markers of an earlier one must not tell where it ended.
  for (const table of batchTableNames) await warehouse.command(`TRUNCATE TABLE ${table}`);
  let processor: Running | undefined;
  const halts: string[] = [];
  return {
    topicLog,
    blobStore,
    warehouse,
    halts,
    start: async (overrides: Overrides = {}) => {
      processor = await startProcessor({
        topicLog,
        blobStore,
        warehouse,
        clock: Date.now,
        log: quiet,
        topicsKeptMs: 86_400_000,
        batchMemoryBytes: 256 * 1024 * 1024,
        resentWithinMs: 86_400_000,
        ...overrides,
        metrics: openMetrics(),
        halted: sentence => halts.push(sentence),
      });
    },
    stop: async () => processor?.stop(),
    /** Waits until everything on the log is processed. */
    caughtUp: () =>
      until('the processor to catch up', async () => {
        const lags = await processorLags(topicLog);
        const isCaughtUp = lags.every(({ committed, end }) => committed >= end);
        return isCaughtUp && (lags.some(({ end }) => end > 0) || undefined);
      }),
    close: async () => {
      await processor?.stop();
      await topicLog.close();
      await folder.remove();
    },
  };
}

type Overrides = {
  readonly clock?: () => number;
  readonly warehouse?: Warehouse;
  readonly topicLog?: TopicLog;
  readonly batchMemoryBytes?: number;
};

type RecordFields = { readonly format?: OtlpFormat; readonly receivedAtMs: number };

/** A record as ingest-api writes it. */
export const spansRecord = (
  organization: string,
  body: Buffer,
  { spans, ...fields }: RecordFields & { readonly spans: number },
): NewRecord => otlpRecord(organization, body, fields, { [telemetryHeaders.spans]: String(spans) });

/** The same with its body compressed. */
export const compressedRecord = ({ value, headers, ...record }: NewRecord): NewRecord => ({
  ...record,
  value: zstd().compress(value),
  headers: {
    ...headers,
    [telemetryHeaders.version]: compressedRecordVersion,
    [telemetryHeaders.codec]: 'zstd',
    [telemetryHeaders.inflatedBytes]: String(value.length),
  },
});

/** The same on the topic `metrics`. */
export const metricsRecord = (
  organization: string,
  body: Buffer,
  { points, ...fields }: RecordFields & { readonly points: number },
): NewRecord =>
  otlpRecord(organization, body, fields, { [telemetryHeaders.points]: String(points) });

function otlpRecord(
  organization: string,
  body: Buffer,
  fields: RecordFields,
  count: Record<string, string>,
): NewRecord {
  const hash = createHash('sha256').update(organization).update(body).digest('hex').slice(0, 32);
  return {
    key: hash,
    value: body,
    headers: {
      [telemetryHeaders.version]: recordVersion,
      [telemetryHeaders.organization]: organization,
      [telemetryHeaders.format]: fields.format ?? 'protobuf',
      [telemetryHeaders.receivedAtMs]: String(fields.receivedAtMs),
      ...count,
      [telemetryHeaders.hash]: hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
      [telemetryHeaders.bytes]: String(body.length),
      [telemetryHeaders.client]: 'test',
    },
  };
}
