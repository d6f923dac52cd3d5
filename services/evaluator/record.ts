import type { LogRecord } from '../../platform/topic-log/port.ts';
import {
  type TickRecord,
  type WindowDeltaPart,
  windowHeaders,
} from '../../schemas/telemetry/window-record.ts';
import { recordVersion } from '../../schemas/topics.ts';

export type WindowsRecord =
  | { readonly kind: 'tick'; readonly tick: TickRecord }
  | { readonly kind: 'delta'; readonly part: WindowDeltaPart };

/** What a record of `windows` says. Throws for one that nobody can read. */
export function parseWindowsRecord({ headers, value }: LogRecord): WindowsRecord {
  const version = headers[windowHeaders.version];
  if (version !== recordVersion)
    throw new Error(`expected version ${recordVersion} of a record on windows, found ${version}`);
  const parsed: unknown = JSON.parse(Buffer.from(value).toString());
  return headers[windowHeaders.kind] === 'tick'
    ? { kind: 'tick', tick: parsed as TickRecord }
    : { kind: 'delta', part: parsed as WindowDeltaPart };
}
