import type { LogRecord } from '../../../platform/topic-log/port.ts';
import { windowHeaders } from '../../../schemas/telemetry/window-record.ts';
import type { AnomalyEvents } from '../../anomalies/anomaly-events.ts';
import { parseWindowsRecord } from './windows-record.ts';

/** From which record on a log says which anomalies were known, and when that was; undefined: before it, none was open. */
export type KnownSince = { readonly offset: number; readonly atMs: number } | undefined;

/**
 * Logs of earlier versions do not say it.
 *  oldest  offset of the first record
 */
export async function knownSince(
  records: AsyncIterable<LogRecord>,
  oldest: number,
  { latest }: Pick<AnomalyEvents, 'latest'>,
  signal: AbortSignal,
): Promise<KnownSince> {
  let last: KnownSince;
  for await (const record of records) {
    signal.throwIfAborted();
    const { offset, appendedAtMs: atMs } = record;
    const position = positionSaid(record, oldest);
    if (position !== undefined) return position < 0 ? undefined : { offset, atMs };
    last = { offset, atMs };
  }
  return latest() < 0 ? undefined : last;
}

/** Of one that says all that was known before it as well. */
function positionSaid(record: LogRecord, oldest: number): number | undefined {
  if (record.headers[windowHeaders.kind] !== 'anomalies') return undefined;
  const said = parseWindowsRecord(record);
  return said.kind === 'anomalies' && said.known.after >= oldest ? said.known.position : undefined;
}
