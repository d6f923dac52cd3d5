-- When the record came into the log with which a minute was judged: the same for every process that judges it. Of rows of before there was
-- this column it is taken that the minute was judged as soon as it had settled.
ALTER TABLE anomaly_scores
  ADD COLUMN IF NOT EXISTS known DateTime('UTC') DEFAULT minute + INTERVAL 70 SECOND CODEC(Delta(4), ZSTD(1)) AFTER place
