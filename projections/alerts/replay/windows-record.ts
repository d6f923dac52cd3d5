import type { LogRecord } from '../../../platform/topic-log/port.ts';
import {
  type AnomaliesRecord,
  type MeasureRecord,
  type ReceivingRecord,
  type TickRecord,
  type WindowDeltaPart,
  windowHeaders,
} from '../../../schemas/telemetry/window-record.ts';
import { recordVersion } from '../../../schemas/topics.ts';

export type WindowsRecord =
  | { readonly kind: 'tick'; readonly tick: TickRecord }
  | { readonly kind: 'receiving'; readonly mark: ReceivingRecord }
  | { readonly kind: 'delta'; readonly part: WindowDeltaPart }
  | { readonly kind: 'anomalies'; readonly known: AnomaliesRecord }
  | { readonly kind: 'measure'; readonly measure: MeasureRecord };

/** What a record of `windows` says. Throws for one that nobody can read. */
export function parseWindowsRecord({ headers, value }: LogRecord): WindowsRecord {
  const version = headers[windowHeaders.version];
  if (version !== recordVersion)
    throw new Error(`expected version ${recordVersion} of a record on windows, found ${version}`);
  const parsed: unknown = JSON.parse(Buffer.from(value).toString());
  const kind = headers[windowHeaders.kind];
  if (kind === 'tick') return { kind, tick: parsed as TickRecord };
  if (kind === 'receiving') return { kind, mark: parsed as ReceivingRecord };
  if (kind === 'delta') return { kind, part: parsed as WindowDeltaPart };
  if (kind === 'anomalies') return { kind, known: parsed as AnomaliesRecord };
  if (kind === 'measure') return { kind, measure: parsed as MeasureRecord };
  throw new Error(
    `expected a delta, a tick, a mark, a measure or what is known of anomalies on windows, found ${kind}`,
  );
}
