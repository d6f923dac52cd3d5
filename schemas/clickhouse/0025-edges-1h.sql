-- What a batch added to the calls of one edge of the service map in an hour of event time, by the end of the measured span.
-- A call is counted with the later of its two ends, and what was counted for the first end is then taken back: hence signed sums.
-- `known` is the hour in which we learned it. An empty caller or callee is not known.
CREATE TABLE edges_1h (
  organization UUID,
  time DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  caller LowCardinality(String),
  callee_type LowCardinality(String),
  callee LowCardinality(String),
  known DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  n SimpleAggregateFunction(sum, Int64) CODEC(T64, ZSTD(1)),
  errors SimpleAggregateFunction(sum, Int64) CODEC(T64, ZSTD(1)),
  caller_errors SimpleAggregateFunction(sum, Int64) CODEC(T64, ZSTD(1)),
  hist SimpleAggregateFunction(sumMap, Map(UInt16, Int64)) CODEC(ZSTD(1)),
  batch String
) ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (organization, time, caller, callee_type, callee, known, batch)
TTL known + INTERVAL 7 DAY DELETE WHERE organization = toUUID('00000000-0000-0000-0000-000000000000'),
    time + INTERVAL 13 MONTH
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1
