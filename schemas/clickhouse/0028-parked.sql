-- One request over a quota that lies on the log and counts later. It is parked while `requests` has none of its content that was
-- received since, or in the day before.
CREATE TABLE parked (
  organization UUID,
  hash UUID,
  topic LowCardinality(String),
  partition UInt16,
  offset UInt64 CODEC(Delta(8), ZSTD(1)),
  received_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  spans UInt32,
  points UInt32,
  bytes UInt64 CODEC(T64, ZSTD(1)),
  known DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  batch String
) ENGINE = MergeTree
PARTITION BY toYYYYMM(received_at)
ORDER BY (organization, received_at, hash)
TTL known + INTERVAL 7 DAY DELETE WHERE organization = toUUID('00000000-0000-0000-0000-000000000000'),
    toDateTime(received_at) + INTERVAL 13 MONTH
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1
