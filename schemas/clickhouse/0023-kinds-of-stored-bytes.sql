-- What was stored, by the kinds of schemas/billing/stored.ts. Samples lie in this table too: one row for an organization, a kind and a second of a batch.
ALTER TABLE requests
  ADD COLUMN IF NOT EXISTS kind LowCardinality(String) DEFAULT if(topic = 'metrics', 'metrics', 'traces') AFTER topic
