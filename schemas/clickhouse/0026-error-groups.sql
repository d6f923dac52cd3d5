-- What errors are grouped by: the message without its ids and numbers, the first frame of the stack (the last of a Python
-- traceback, which ends with the call that raised), and both with service and type as one id. Computed where it is stored, also for
-- errors that were stored before. A message is cut after its ids are replaced, so that none of them is cut in two.
-- `resource` is the fingerprint of the span's resource, 0 where it was not kept yet; `replay_id` the replay that the span names.
ALTER TABLE errors
  ADD COLUMN IF NOT EXISTS resource UInt64 CODEC(ZSTD(1)) AFTER debug_id,
  ADD COLUMN IF NOT EXISTS replay_id String CODEC(ZSTD(1)) AFTER resource,
  ADD COLUMN IF NOT EXISTS pattern String MATERIALIZED leftUTF8(replaceRegexpAll(replaceRegexpAll(replaceRegexpAll(
      leftUTF8(message, 1000),
      '[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+[.][A-Za-z0-9.-]+', '<email>'),
      '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}|\\b(?:0x)?[0-9a-fA-F]{8,}\\b', '<id>'),
      '[0-9]+(?:[.][0-9]+)*', '<n>'), 250) CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS frame String MATERIALIZED leftUTF8(replaceRegexpOne(if(
      startsWith(stack, 'Traceback (most recent call last)'),
      extract(stack, '(?s).*\\n *(File "[^"\\n]*", line [0-9]+[^\\n]*)'),
      extract(stack, '(?m)^((?:[ \\t]*at |#0 )[^\\n]+|[ \\t]+[^\\n]*:[0-9]+[^\\n]*|[^\\s@]*@[^\\n]+:[0-9]+|[^\\s:]+:[0-9]+:in [^\\n]*)')), '^[ \\t]+', ''),
      250) CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS group_id UUID MATERIALIZED reinterpretAsUUID(sipHash128(
      toString(service), toString(type), pattern,
      replaceRegexpAll(replaceRegexpAll(frame, '\\b(?:0x)?[0-9a-fA-F]{8,}\\b', ''), '[0-9]+', '')))
