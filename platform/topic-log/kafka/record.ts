import type { IHeaders } from 'kafkajs';
import type { LogRecord, ReadLimits } from '../port.ts';

export type FetchedMessage = {
  readonly offset: string;
  readonly timestamp: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers?: IHeaders;
};

export function recordOf(partition: number, message: FetchedMessage): LogRecord {
  return {
    partition,
    offset: Number(message.offset),
    key: message.key?.toString() ?? '',
    value: message.value ?? Buffer.alloc(0),
    headers: headersOf(message.headers),
    appendedAtMs: Number(message.timestamp),
  };
}

function headersOf(headers: IHeaders | undefined): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    const first = Array.isArray(value) ? value[0] : value;
    texts[name] = first?.toString() ?? '';
  }
  return texts;
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
