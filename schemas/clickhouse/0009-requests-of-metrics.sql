-- Requests of two topics lie in one table; a repeat is one of the same topic.
ALTER TABLE requests
  ADD COLUMN IF NOT EXISTS topic LowCardinality(String) DEFAULT 'spans' AFTER hash,
  ADD COLUMN IF NOT EXISTS points UInt32 AFTER spans
