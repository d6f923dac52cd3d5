-- One trace in one month, by receipt and in UTC: what a plan counts.
CREATE TABLE usage (
  organization UUID,
  month Date,
  trace_id UUID,
  known DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  batch String
) ENGINE = ReplacingMergeTree(known)
PARTITION BY month
ORDER BY (organization, month, trace_id, batch)
TTL known + INTERVAL 7 DAY DELETE WHERE organization = toUUID('00000000-0000-0000-0000-000000000000'),
    month + INTERVAL 13 MONTH
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1
