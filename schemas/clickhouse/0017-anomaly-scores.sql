-- What the anomaly detector made of a metric of a service in a minute. A minute that is judged again, for late spans or after a crash, replaces its row.
CREATE TABLE anomaly_scores (
  organization UUID,
  service LowCardinality(String),
  metric LowCardinality(String),
  minute DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  observed Float64 CODEC(ZSTD(1)),
  expected Float64 CODEC(ZSTD(1)),
  spread Float64 CODEC(ZSTD(1)),
  score Float64 CODEC(ZSTD(1)),
  state LowCardinality(String)
) ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(minute)
ORDER BY (organization, service, metric, minute)
TTL minute + INTERVAL 396 DAY
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1
