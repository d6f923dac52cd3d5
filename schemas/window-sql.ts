import { windowSeconds } from './window.ts';

const nanosPerSecond = '1000000000';
const ended = '(toUnixTimestamp64Nano(spans.start) + toInt64(spans.duration))';
const serverKind = 2;
const consumerKind = 5;

/** The arithmetic of windows over a row of `spans`: the same as `window.ts`, as expressions of ClickHouse. */
export const spanSql = {
  nanosPerSecond,
  /** Its end in Unix nanoseconds. */
  ended,
  /** The same as `bucketOf`. */
  bucket:
    'toUInt16(bitShiftRight(reinterpretAsUInt64(toFloat64(greatest(spans.duration, 1))), 46) - 65472)',
  /** Whether it is a request. */
  entry: `(kind IN (${serverKind}, ${consumerKind}) OR parent_span_id = 0)`,
  /** Start of the window that holds it. */
  slot: `toDateTime(intDiv(${ended}, ${nanosPerSecond} * ${windowSeconds}) * ${windowSeconds}, 'UTC')`,
  errorStatus: 2,
} as const;
