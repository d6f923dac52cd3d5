-- One accepted request: the memory by which a repeat is recognised, and the receipt its sender can ask for.
CREATE TABLE requests (
  organization UUID,
  hash UUID,
  partition UInt16,
  offset UInt64 CODEC(Delta(8), ZSTD(1)),
  received_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  spans UInt32,
  refused UInt32,
  reason LowCardinality(String),
  bytes UInt64 CODEC(T64, ZSTD(1)),
  client LowCardinality(String),
  known DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  batch String
) ENGINE = MergeTree
PARTITION BY toYYYYMM(received_at)
ORDER BY (organization, hash)
TTL known + INTERVAL 7 DAY DELETE WHERE organization = toUUID('00000000-0000-0000-0000-000000000000'),
    toDateTime(received_at) + INTERVAL 13 MONTH
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1
