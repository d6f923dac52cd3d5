-- One heartbeat, missed heartbeat, check result or delivery attempt. `time`: when it was due, or when it was received. `sample` is the same for
-- repetitions, of which the first on the topic is stored.
CREATE TABLE samples (
  organization UUID,
  subject UUID,
  time DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  sample UUID,
  kind LowCardinality(String),
  outcome LowCardinality(String),
  duration Float64 CODEC(ZSTD(1)),
  http_status UInt16 CODEC(ZSTD(1)),
  error String CODEC(ZSTD(1)),
  detail String CODEC(ZSTD(1)),
  partition UInt16 CODEC(ZSTD(1)),
  offset UInt64 CODEC(Delta(8), ZSTD(1)),
  recorded_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  known DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  batch String CODEC(ZSTD(1))
) ENGINE = MergeTree
PARTITION BY toYYYYMMDD(time)
ORDER BY (organization, subject, time)
TTL known + INTERVAL 7 DAY DELETE WHERE organization = toUUID('00000000-0000-0000-0000-000000000000'),
    toDateTime(time) + INTERVAL 30 DAY
SETTINGS index_granularity = 2048, non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1
