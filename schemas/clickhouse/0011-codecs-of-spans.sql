-- Of a span's numbers that are not its own key: starts within a bucket share their high bits, and parents, resources and requests
-- repeat within a block. Five bytes a span less; parts that are there change when they are merged.
ALTER TABLE spans
  MODIFY COLUMN start CODEC(T64, ZSTD(1)),
  MODIFY COLUMN parent_span_id CODEC(ZSTD(1)),
  MODIFY COLUMN resource CODEC(ZSTD(1)),
  MODIFY COLUMN request CODEC(ZSTD(1))
