-- Each part of the last minutes has granules in which a trace could be: with the index only those are opened in which it is.
-- A twentieth of a byte a span; parts that are there get it when they are merged.
ALTER TABLE spans
  ADD INDEX IF NOT EXISTS by_trace trace_id TYPE bloom_filter(0.01) GRANULARITY 1
