-- What a span's `resource` stands for: the resource and the instrumentation scope it came with.
CREATE TABLE resources (
  organization UUID,
  fingerprint UInt64,
  `attributes.key` Array(LowCardinality(String)),
  `attributes.type` Array(UInt8),
  `attributes.value` Array(String),
  dropped_attributes UInt32,
  schema_url String,
  scope_name String,
  scope_version String,
  `scope_attributes.key` Array(LowCardinality(String)),
  `scope_attributes.type` Array(UInt8),
  `scope_attributes.value` Array(String),
  scope_dropped_attributes UInt32,
  scope_schema_url String,
  known DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  batch String
) ENGINE = ReplacingMergeTree(known)
ORDER BY (organization, fingerprint, batch)
TTL known + INTERVAL 7 DAY DELETE WHERE organization = toUUID('00000000-0000-0000-0000-000000000000'),
    known + INTERVAL 60 DAY
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1
