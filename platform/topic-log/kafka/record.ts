import type { IHeaders } from 'kafkajs';
import type { LogRecord, ReadLimits } from '../port.ts';

export type FetchedMessage = {
  readonly offset: string;
  readonly timestamp: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers?: IHeaders;
};

const nothing = Buffer.alloc(0);

export function recordOf(partition: number, message: FetchedMessage): LogRecord {
  const { key, value, headers, offset, timestamp } = message;
  return {
    partition,
    offset: Number(offset),
    key: textOf(key ?? nothing),
    value: value ?? nothing,
    headers: headersOf(headers),
    appendedAtMs: Number(timestamp),
  };
}

function headersOf(headers: IHeaders | undefined): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    const first = Array.isArray(value) ? value[0] : value;
    texts[name] = typeof first === 'string' ? first : textOf(first ?? nothing);
  }
  return texts;
}

const shortBytesMax = 8;

/** A few characters are put together here in half the time of a call out of JavaScript. */
function textOf(bytes: Buffer): string {
  if (bytes.length > shortBytesMax) return bytes.toString();
  let text = '';
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > 127) return bytes.toString();
    text += String.fromCharCode(byte);
  }
  return text;
}

/** The first records, up to the limits. */
export function cutRecords(
  records: Iterable<LogRecord>,
  { recordsMax, bytesMax }: Omit<ReadLimits, 'waitMs'>,
): LogRecord[] {
  const taken: LogRecord[] = [];
  let bytes = 0;
  if (recordsMax < 1) return taken;
  for (const record of records) {
    taken.push(record);
    bytes += record.value.length;
    if (taken.length >= recordsMax || bytes >= bytesMax) break;
  }
  return taken;
}
