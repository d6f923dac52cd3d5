-- One histogram of durations: a service, an operation, one hour of event time, by the end of the span.
-- `known` is the hour in which we learned it. `entry`: requests, that is spans of kind
-- server or consumer or without a parent. Sums only, so late rows, replicas and merges are exact.
CREATE TABLE windows_1h (
  organization UUID,
  service LowCardinality(String),
  time DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  entry Bool,
  operation LowCardinality(String),
  known DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  n SimpleAggregateFunction(sum, UInt64) CODEC(T64, ZSTD(1)),
  errors SimpleAggregateFunction(sum, UInt64) CODEC(T64, ZSTD(1)),
  hist SimpleAggregateFunction(sumMap, Map(UInt16, UInt64)) CODEC(ZSTD(1)),
  batch String
) ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (organization, service, time, entry, operation, known, batch)
TTL known + INTERVAL 7 DAY DELETE WHERE organization = toUUID('00000000-0000-0000-0000-000000000000'),
    time + INTERVAL 13 MONTH
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1
