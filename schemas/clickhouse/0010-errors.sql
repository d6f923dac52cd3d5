-- One span with an error: what went wrong and where. `time` is the end of the span; `operation` its name as it was sent.
CREATE TABLE errors (
  organization UUID,
  service LowCardinality(String),
  time DateTime64(9, 'UTC') CODEC(Delta(8), ZSTD(1)),
  trace_id UUID,
  span_id UInt64,
  operation LowCardinality(String),
  duration UInt64 CODEC(T64, ZSTD(1)),
  type LowCardinality(String),
  message String CODEC(ZSTD(1)),
  stack String CODEC(ZSTD(1)),
  debug_id String,
  known DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  batch String
) ENGINE = MergeTree
PARTITION BY toYYYYMMDD(time)
ORDER BY (organization, service, time)
TTL known + INTERVAL 7 DAY DELETE WHERE organization = toUUID('00000000-0000-0000-0000-000000000000'),
    toDateTime(time) + INTERVAL 30 DAY
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1
