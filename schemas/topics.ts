/** Names of the topics and of the headers on their records. Every topic has a twin for dead letters. */
export const topics = {
  spans: 'spans',
  metrics: 'metrics',
  windows: 'windows',
  /** Trace arrivals. Stored under the name that the first release gave it. */
  traceArrivals: 'signals',
  /** Heartbeats, results of health checks and delivery attempts. */
  samples: 'samples',
  commands: 'commands',
} as const;

export type TopicName = keyof typeof topics;

/** What comes from outside; the other topics carry it on. */
export const ingressTopics: ReadonlySet<string> = new Set([
  topics.spans,
  topics.metrics,
  topics.samples,
  topics.commands,
]);

/** Who consumes what. Members of one group must consume the same topics, so each topic has a group of its own. */
export const consumers = {
  spans: { group: 'processor', topic: topics.spans },
  metrics: { group: 'processor-metrics', topic: topics.metrics },
  samples: { group: 'processor-samples', topic: topics.samples },
  commands: { group: 'decider', topic: topics.commands },
  windows: { group: 'evaluator', topic: topics.windows },
  healthChecks: { group: 'monitor-checks', topic: topics.samples },
} as const;

/** A consumer group and the topic that it reads. */
export type Consumer = { readonly group: string; readonly topic: string };

/** Those that write telemetry of clients into the warehouse, which bodies belong to. */
export const warehouseConsumers = [consumers.spans, consumers.metrics] as const;

/** Those that write what quotas count. */
export const meteredConsumers = [...warehouseConsumers, consumers.samples] as const;

/** Groups whose partitions divide work that is not on the topic itself. */
export const owners = {
  monitor: { group: 'monitor', topic: topics.commands },
  canary: { group: 'canary', topic: topics.commands },
  payments: { group: 'payments', topic: topics.commands },
  erasures: { group: 'erasures', topic: topics.commands },
  replayDeletions: { group: 'replay-deletions', topic: topics.commands },
  replayRetention: { group: 'replay-retention', topic: topics.commands },
  notifier: { group: 'notifier', topic: topics.traceArrivals },
} as const;

export const deadLetterTopic = (topic: string): string => `${topic}.dead`;

/** Version of the records that are written now; readers refuse a later one and upcast an earlier. */
export const recordVersion = '1';

/** Of a record on `spans` or `metrics` whose value is compressed: readers that do not know how refuse it. */
export const compressedRecordVersion = '2';

/** Of a record on `spans` or `metrics` that is parked, or counts after it was: readers that do not know either refuse it. */
export const parkedRecordVersion = '3';

/**
 * Headers of a record on `spans` and on `metrics`. The value is the body in protobuf, or as received in records of
 * earlier releases; where `codec` is named, it is compressed so. When `claim` is there, the body lies in the blob
 * store under that name, not compressed, and the value is empty.
 */
export const telemetryHeaders = {
  version: 'v',
  organization: 'organization',
  keyId: 'key-id',
  format: 'format',
  receivedAtMs: 'received-at-ms',
  /** Spans accepted and refused, and the reason of the first, as in the response. */
  spans: 'spans',
  /** The same for data points; a record holds the one or the other. */
  points: 'points',
  refused: 'refused',
  reason: 'reason',
  /** The only services that its key may send, as a JSON list; absent: every one. */
  services: 'services',
  /** First 128 bits of SHA-256 over organization and body, as a UUID. */
  hash: 'hash',
  /** There when the request was over a quota: it counts by another record, and not by this one. */
  parked: 'parked',
  /** When a request that counts now was received and parked; what of it is taken was decided then. */
  parkedAtMs: 'parked-at-ms',
  client: 'client',
  bytes: 'bytes',
  /** How the value is compressed, and the length that it had. */
  codec: 'codec',
  inflatedBytes: 'inflated-bytes',
  claim: 'claim',
  /** Length of the body under that name. */
  claimBytes: 'claim-bytes',
} as const;

/** Headers of a record on `signals`, whose key is the organization. */
export const signalHeaders = { version: 'v', kind: 'kind', organization: 'organization' } as const;

export type OtlpFormat = 'json' | 'protobuf';

/** Headers of a record on a dead-letter topic, beside the headers it came with. */
export const deadLetterHeaders = {
  topic: 'dead-topic',
  partition: 'dead-partition',
  offset: 'dead-offset',
  reason: 'dead-reason',
  error: 'dead-error',
  atMs: 'dead-at-ms',
  /** On the record that says that an earlier one was sent on its way again. */
  redriven: 'dead-redriven',
} as const;
