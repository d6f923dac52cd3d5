import { quotedLengthMax, spanNameBytesMax } from '../limits.ts';
import type { SpanScan } from './span-scan.ts';
import { validateTimestamp } from './validate-timestamp.ts';

const nanosPerMs = 1e6;
const twoTo32 = 0x1_0000_0000;

/**
 * Whether a span that could be read is taken: undefined, or why not. A span without an end is
 * given its start as end here, so that checking and decoding see the same one.
 */
export function validateSpan(
  bytes: Uint8Array,
  scan: SpanScan,
  receivedAtMs: number,
): string | undefined {
  return validateIds(bytes, scan) ?? validateTimes(scan, receivedAtMs) ?? validateName(scan);
}

function validateName({ nameFrom, nameTo }: SpanScan): string | undefined {
  const length = nameTo - nameFrom;
  if (length <= spanNameBytesMax) return undefined;
  return `expected a name of at most ${spanNameBytesMax} bytes, found ${length}`;
}

/** How a span is called in a reason: by its id where it has one. */
export function spanLabel(bytes: Uint8Array, scan: SpanScan, ordinal: number): string {
  const { spanIdFrom: from, spanIdTo: to } = scan;
  if (to - from !== 8 || isZero(bytes, from, to)) return `span number ${ordinal}`;
  return `span ${hex(bytes, from, to)}`;
}

function validateIds(bytes: Uint8Array, scan: SpanScan): string | undefined {
  return (
    validateId(bytes, 'trace id', scan.traceIdFrom, scan.traceIdTo, 16) ??
    validateId(bytes, 'span id', scan.spanIdFrom, scan.spanIdTo, 8) ??
    validateParent(bytes, scan.parentIdFrom, scan.parentIdTo)
  );
}

function validateId(
  bytes: Uint8Array,
  what: string,
  from: number,
  to: number,
  length: number,
): string | undefined {
  if (to - from !== length) return wrongLength(bytes, what, from, to, length);
  return isZero(bytes, from, to) ? `its ${what} is all zeros` : undefined;
}

function validateParent(bytes: Uint8Array, from: number, to: number): string | undefined {
  const length = to - from;
  if (length === 0 || length === 8) return undefined;
  return wrongLength(bytes, 'parent span id', from, to, 8);
}

function wrongLength(
  bytes: Uint8Array,
  what: string,
  from: number,
  to: number,
  length: number,
): string {
  if (to === from) return `it has no ${what}`;
  const shown = hex(bytes, from, Math.min(to, from + quotedLengthMax / 2));
  return `expected a ${what} of ${length} bytes, found ${to - from}: ${shown}`;
}

function validateTimes(scan: SpanScan, receivedAtMs: number): string | undefined {
  if (scan.startLow === 0 && scan.startHigh === 0) return 'it has no start time';
  if (scan.endLow === 0 && scan.endHigh === 0) {
    scan.endLow = scan.startLow;
    scan.endHigh = scan.startHigh;
  }
  const end = nanosOf(scan.endLow, scan.endHigh);
  const start = nanosOf(scan.startLow, scan.startHigh);
  if (endsBeforeStart(scan)) {
    return `it ends before it starts (${end / nanosPerMs} ms against ${start / nanosPerMs} ms)`;
  }
  return validateTimestamp('ends', end / nanosPerMs - receivedAtMs);
}

function endsBeforeStart(scan: SpanScan): boolean {
  const startHigh = scan.startHigh >>> 0;
  const endHigh = scan.endHigh >>> 0;
  return endHigh < startHigh || (endHigh === startHigh && scan.endLow >>> 0 < scan.startLow >>> 0);
}

const nanosOf = (low: number, high: number): number => (high >>> 0) * twoTo32 + (low >>> 0);

function isZero(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] !== 0) return false;
  return true;
}

const hex = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString('hex');
