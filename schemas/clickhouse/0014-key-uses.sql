-- The minute in which an API key was last used in an hour. Each process reports what it saw; the latest counts.
CREATE TABLE key_uses (
  organization UUID,
  key UUID,
  hour DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  used SimpleAggregateFunction(max, DateTime('UTC')) CODEC(Delta(4), ZSTD(1))
) ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (organization, key, hour)
TTL hour + INTERVAL 13 MONTH
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1
