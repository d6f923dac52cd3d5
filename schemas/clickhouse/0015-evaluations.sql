-- What each evaluation of an alert rule saw, one row for a rule and a slot. An evaluation that is repeated after a crash replaces its row.
CREATE TABLE evaluations (
  organization UUID,
  rule UUID,
  window_to DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  version UInt32 CODEC(ZSTD(1)),
  tick UInt64 CODEC(Delta(8), ZSTD(1)),
  outcome LowCardinality(String),
  value Float64 CODEC(ZSTD(1)),
  samples UInt64 CODEC(ZSTD(1)),
  late Bool
) ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMMDD(window_to)
ORDER BY (organization, rule, window_to)
TTL window_to + INTERVAL 30 DAY
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1
