-- One fragment of a trace: what one batch held of it. Readers group by trace_id.
CREATE TABLE traces (
  organization UUID,
  hour DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  trace_id UUID,
  first_start SimpleAggregateFunction(min, DateTime64(9, 'UTC')) CODEC(ZSTD(1)),
  last_end SimpleAggregateFunction(max, DateTime64(9, 'UTC')) CODEC(ZSTD(1)),
  spans SimpleAggregateFunction(sum, UInt64) CODEC(T64, ZSTD(1)),
  errors SimpleAggregateFunction(sum, UInt64) CODEC(T64, ZSTD(1)),
  root_service SimpleAggregateFunction(max, String) CODEC(ZSTD(1)),
  root_name SimpleAggregateFunction(max, String) CODEC(ZSTD(1)),
  root_status SimpleAggregateFunction(max, UInt8),
  services SimpleAggregateFunction(groupUniqArrayArray, Array(String)) CODEC(ZSTD(1)),
  known DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  batch String,
  INDEX by_trace trace_id TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMMDD(hour)
ORDER BY (organization, hour, trace_id, known, batch)
TTL known + INTERVAL 7 DAY DELETE WHERE organization = toUUID('00000000-0000-0000-0000-000000000000'),
    hour + INTERVAL 30 DAY
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1
