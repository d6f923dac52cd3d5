-- The record of the topic windows with which a minute was judged. Of several rows of a minute the one with the highest place counts, in
-- whatever order they came: an insert of a process that was replaced may come after those of its successor.
ALTER TABLE anomaly_scores
  ADD COLUMN IF NOT EXISTS place UInt64 CODEC(ZSTD(1)) AFTER state,
  MODIFY ORDER BY (organization, service, metric, minute, place)
